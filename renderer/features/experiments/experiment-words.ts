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

/** What is wrong with the model's answer, in two words and in a sentence. */
export function shortfallWords(shortfall: ExperimentRow['shortfall']): {
  readonly label: string;
  readonly meaning: string;
} | null {
  switch (shortfall) {
    case 'cut-off':
      return {
        label: 'cut off',
        meaning:
          'The model ran out of output tokens before its summary was whole. Allow more, or summarize less at once.',
      };
    case 'empty':
      return {
        label: 'no text',
        meaning: 'The model answered without any text. Its answer as received is kept.',
      };
    case null:
      return null;
  }
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
