import type { SummaryId } from '../domain/ids.ts';
import { effectiveKeepCount } from '../domain/policy-spec.ts';
import type { HistorySummarizer, SummarizeRequest, SummaryResult } from './history-summarizer.ts';
import { cutKeepWindow, requireWhole } from './keep-window.ts';

export interface SlidingWindowHistorySummarizerOptions {
  /** The keep window, in run blocks. Unset or below 1 means 1: the run in flight is never dropped. */
  readonly keepCount?: number;
  readonly newSummaryId: () => SummaryId;
}

/**
 * Keeps the newest `keepCount` run blocks and drops the rest. Looks at no token count and calls no
 * model, so `summary` and `usage` are always null.
 *
 * @throws InspectorError 'invalid-option' from the constructor, for a number that is not whole.
 *
 * Source: `summariser/sliding_window.go`.
 */
export class SlidingWindowHistorySummarizer implements HistorySummarizer {
  readonly #keepCount: number;
  readonly #newSummaryId: () => SummaryId;

  constructor(options: SlidingWindowHistorySummarizerOptions) {
    this.#keepCount = effectiveKeepCount(requireWhole('keepCount', options.keepCount ?? 1));
    this.#newSummaryId = options.newSummaryId;
  }

  summarize(request: SummarizeRequest): Promise<SummaryResult | null> {
    const cut = cutKeepWindow(request, this.#keepCount);
    if (cut === null) return Promise.resolve(null);
    return Promise.resolve({
      summaryId: this.#newSummaryId(),
      summary: null,
      messagesToKeep: cut.kept,
      lastSummarizedRunId: cut.lastSummarizedRunId,
      usage: null,
    });
  }
}
