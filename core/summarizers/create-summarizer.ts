import { assertNever } from '../domain/assert-never.ts';
import { InspectorError } from '../domain/errors.ts';
import type { PolicySpec } from '../domain/policy-spec.ts';
import type { HistorySummarizer } from './history-summarizer.ts';
import { LlmHistorySummarizer, type LlmHistorySummarizerOptions } from './llm-history-summarizer.ts';
import { SlidingWindowHistorySummarizer } from './sliding-window-history-summarizer.ts';

/** What a policy needs beside its knobs. `model` may be missing where no policy asks one. */
export type SummarizerParts = Omit<
  LlmHistorySummarizerOptions,
  'model' | 'tokenThreshold' | 'keepRecentCount'
> & { readonly model: LlmHistorySummarizerOptions['model'] | null };

/**
 * Builds the summarizer that a policy describes; null for the policy that never summarizes.
 *
 * @throws InspectorError 'invalid-option' for a knob that is not a whole number, and for an LLM policy
 *   without a model.
 */
export function createSummarizer(policy: PolicySpec, parts: SummarizerParts): HistorySummarizer | null {
  switch (policy.summarizer) {
    case 'none':
      return null;
    case 'llm': {
      const { model, ...others } = parts;
      if (model === null) {
        throw new InspectorError('invalid-option', 'an LLM summarizer needs a model: configure one');
      }
      const { tokenThreshold, keepRecentCount } = policy;
      return new LlmHistorySummarizer({ ...others, model, tokenThreshold, keepRecentCount });
    }
    case 'sliding-window':
      return new SlidingWindowHistorySummarizer({
        keepCount: policy.keepCount,
        newSummaryId: parts.newSummaryId,
      });
    default:
      return assertNever(policy);
  }
}
