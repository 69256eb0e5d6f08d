/**
 * Everything a replay needs of a thread, as plain columns of numbers: no text, no ids. Small enough to
 * be handed to a window (10,000 runs are well under 1 MB) and cheap to replay while a slider moves.
 *
 * Runs and calls are named by their index in the thread. All token figures are estimates (E of the
 * lab's definitions) unless the name says measured. `null` is "the source does not tell".
 */
export interface ThreadProfile {
  /** E of the transcript before run i; one more entry than there are runs, the last is the whole. */
  readonly runStartTokens: readonly number[];
  /** Messages before run i; one more entry than there are runs. */
  readonly runStartMessages: readonly number[];
  readonly calls: CallColumns;
  /** Token counts of the thread's own summaries that have a text, in order. */
  readonly ownSummaryTokens: readonly number[];
}

/** One entry per model call, in order, in every column. */
export interface CallColumns {
  /** Index of the run the call belongs to. */
  readonly run: readonly number[];
  /** E of the transcript up to the call's reply: its prompt, had nothing been folded. */
  readonly promptTokens: readonly number[];
  /** Messages of the transcript up to the call's reply. */
  readonly promptMessages: readonly number[];
  /** E of the reply. */
  readonly replyTokens: readonly number[];
  /** First run in the factual content (what the exporting system really sent); 0 when nothing was folded. */
  readonly factualFirstRun: readonly number[];
  /** E of the summary in the factual content; 0 when there was none. */
  readonly factualSummaryTokens: readonly number[];
  /** Reported prompt of this very call. */
  readonly measuredPrompt: readonly (number | null)[];
  /** Reported total (prompt and reply) of this very call. */
  readonly measuredTotal: readonly (number | null)[];
  /** Reported cached part of the prompt. */
  readonly measuredCached: readonly (number | null)[];
  readonly atMs: readonly (number | null)[];
}
