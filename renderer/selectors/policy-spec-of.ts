import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { Knobs } from '../stores/policy-store.ts';
import { memoizeLast } from './memoize-last.ts';

/** The knobs as the policy in force: only those its summarizer looks at. */
export const policySpecOf = memoizeLast(
  (
    summarizer: Knobs['summarizer'],
    tokenThreshold: number,
    keepRecentCount: number,
    keepCount: number,
  ): PolicySpec => {
    switch (summarizer) {
      case 'llm':
        return { summarizer, tokenThreshold, keepRecentCount };
      case 'sliding-window':
        return { summarizer, keepCount };
      case 'none':
        return { summarizer };
    }
  },
);

export function policyOfKnobs(knobs: Knobs): PolicySpec {
  return policySpecOf(knobs.summarizer, knobs.tokenThreshold, knobs.keepRecentCount, knobs.keepCount);
}
