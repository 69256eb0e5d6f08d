import type { CancelSignal } from '../domain/cancel-signal.ts';
import type { ContextOccupancy } from '../domain/context-occupancy.ts';
import type { MessageId, RunId, SummaryId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { MessageOrigin } from '../domain/run-block.ts';
import type { Usage } from '../domain/usage.ts';

export interface SummarizeRequest {
  /** The whole outgoing conversation, oldest first, the run in flight included. */
  readonly messages: readonly Message[];
  readonly originOf: ReadonlyMap<MessageId, MessageOrigin>;
  readonly occupancy: ContextOccupancy;
  readonly signal?: CancelSignal;
}

export interface SummaryResult {
  readonly summaryId: SummaryId;
  /** What replaces the covered runs; null when they are only discarded (sliding window). */
  readonly summary: Message | null;
  readonly messagesToKeep: readonly Message[];
  /** The summary boundary: the newest run covered. Null when nothing covered was placed. */
  readonly lastSummarizedRunId: RunId | null;
  /** What making the summary cost. Billed, but never added to occupancy. Null: no model call, or no report. */
  readonly usage: Usage | null;
}

/** Decides what of a conversation the model still sees. Must not mutate the request. */
export interface HistorySummarizer {
  /**
   * @returns null when nothing has to change.
   * @throws InspectorError 'model-failed' | 'empty-summary' | 'cancelled'. The caller then keeps the
   *   unsummarized messages: a failed summary loses nothing.
   */
  summarize(request: SummarizeRequest): Promise<SummaryResult | null>;
}
