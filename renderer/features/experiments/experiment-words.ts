import type { ExperimentRow } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { counted, dollars, grouped, roundTokens } from '../../components/format.ts';

/** `80k · keep 5`, `sliding · keep 10`. */
export function policyWords(policy: PolicySpec): string {
  switch (policy.summarizer) {
    case 'llm':
      return `${roundTokens(policy.tokenThreshold)} · keep ${policy.keepRecentCount}`;
    case 'sliding-window':
      return `sliding · keep ${policy.keepCount}`;
    case 'none':
      return 'no summarizer';
  }
}

export function experimentName(experiment: ExperimentRow): string {
  return experiment.name === '' ? policyWords(experiment.policy) : experiment.name;
}

/** `14/61 facts`; an em dash where nothing could be counted. */
export function factWords(facts: ExperimentRow['facts']): string {
  if (facts === null) return '—';
  return `${grouped(facts.surviving)}/${counted(facts.total, 'fact')}`;
}

/** Null is "not known", which is not "free". */
export function costWords(cost: number | null): string {
  return cost === null ? '—' : dollars(cost);
}
