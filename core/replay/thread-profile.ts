/**
 * Everything a replay needs of a thread, as plain columns of numbers: no text, no ids. Small enough to
 * be handed to a window (10,000 runs are well under 1 MB as JSON) and cheap to replay while a slider
 * moves. Runs, messages and calls are named by their index in the thread.
 *
 * Columns hold what each run or call adds, and not running totals: short numbers keep it small, and
 * `indexProfile` sums them up once. A column that would hold nothing but nulls is null as a whole. All
 * token figures are estimates unless the name says measured; null is "the source does not tell".
 */
export interface ThreadProfile {
  readonly runs: RunColumns;
  readonly calls: CallColumns;
  /** What the exporting system really sent: each change of it, in order. Empty: always every run. */
  readonly factualChanges: readonly FactualChange[];
  /** Sizes of the thread's own summaries that have a readable text, in order. */
  readonly ownSummaryTokens: readonly number[];
  /** The instructions that the source tells beside the messages. */
  readonly instructionTokens: number | null;
}

/** One entry per run, in order, in every column. */
export interface RunColumns {
  readonly messages: readonly number[];
  readonly tokens: readonly number[];
  /** Model calls of the run. */
  readonly calls: readonly number[];
  /** Bytes of UTF-8 of the run's messages as the text that a summary model reads. */
  readonly flatBytes: readonly number[];
  /**
   * Tokens of the items at the start of the run that are the same as those at the start of the next
   * run with messages: what a provider's cache still knows when a sliding window moves on by one run.
   */
  readonly sharedStartTokens: readonly number[];
}

/** One entry per model call, in order, in every column. */
export interface CallColumns {
  /** What was appended between the reply before (or the thread's start) and this call. */
  readonly addedMessages: readonly number[];
  readonly addedTokens: readonly number[];
  readonly replyMessages: readonly number[];
  readonly replyTokens: readonly number[];
  /** Reported prompt of this very call. */
  readonly measuredPrompt: NullableColumn;
  /** Reported prompt and reply of this very call. */
  readonly measuredTotal: NullableColumn;
  readonly measuredOutput: NullableColumn;
  /** Reported cached part of the prompt. */
  readonly measuredCached: NullableColumn;
  /** Reported part of the prompt that was written to the cache. */
  readonly measuredCacheWritten: NullableColumn;
  /** Milliseconds since the call before. */
  readonly sincePreviousMs: NullableColumn;
}

export type NullableColumn = readonly (number | null)[] | null;

/** From call `fromCall` on, the system sent this until the next change. */
export interface FactualChange {
  readonly fromCall: number;
  /** First run that was sent as written. Null: what was sent is not known, and reports of these calls prove nothing. */
  readonly firstRun: number | null;
  /** Size of the summary in front of it; 0 for none. */
  readonly summaryTokens: number;
}
