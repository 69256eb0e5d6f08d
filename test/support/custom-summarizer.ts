import type {
  HistorySummarizer,
  SummarizeRequest,
  SummaryResult,
} from '../../core/summarizers/history-summarizer.ts';

/** A summarizer of somebody's own: it decides by a function, and keeps what it was asked. */
export class CustomSummarizer implements HistorySummarizer {
  readonly requests: SummarizeRequest[] = [];
  readonly #decide: (request: SummarizeRequest) => SummaryResult | null;

  constructor(decide: (request: SummarizeRequest) => SummaryResult | null) {
    this.#decide = decide;
  }

  async summarize(request: SummarizeRequest): Promise<SummaryResult | null> {
    this.requests.push(request);
    return this.#decide(request);
  }
}
