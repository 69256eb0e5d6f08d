import type { CancelSignal } from '../domain/cancel-signal.ts';
import { withPending, withReport, type ContextOccupancy } from '../domain/context-occupancy.ts';
import type { ConversationId, MessageId, RunId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { MessageOrigin } from '../domain/run-block.ts';
import type { RunRecord, ThreadKey } from '../domain/thread.ts';
import { estimateMessageTokens } from '../domain/token-estimate.ts';
import { addUsage, type Usage } from '../domain/usage.ts';
import type { ConversationPersistence } from '../persistence/conversation-persistence.ts';
import type { HistorySummarizer, SummaryResult } from '../summarizers/history-summarizer.ts';
import { runMeta, type RunProgress, type RunStep } from './run-state.ts';

/** What a run in progress is made of; `ConversationManager` puts it together. */
export interface ActiveRunParts {
  readonly persistence: ConversationPersistence;
  readonly summarizer: HistorySummarizer | null;
  readonly nowMs: () => number;
  readonly onWarning: (warning: string) => void;
  readonly onSummary: (summary: SummaryResult) => void;
  readonly thread: ThreadKey;
  readonly runId: RunId;
  readonly previousRunId: RunId | null;
  readonly conversationId: ConversationId;
  readonly progress: RunProgress;
  readonly loaded: readonly Message[];
  readonly originOf: ReadonlyMap<MessageId, MessageOrigin>;
}

/** One run in progress. Not for two callers at a time: a run makes its model calls one after another. */
export class ActiveRun {
  readonly runId: RunId;
  readonly #parts: ActiveRunParts;
  readonly #originOf: Map<MessageId, MessageOrigin>;
  #thread: ThreadKey;
  #progress: RunProgress;
  /** The loaded half of the view; the only half a summary reshapes. */
  #loaded: readonly Message[];
  /** Made by this run and not saved yet. */
  #unsaved: readonly Message[] = [];
  #unsavedSummary: SummaryResult | null = null;

  constructor(parts: ActiveRunParts) {
    this.runId = parts.runId;
    this.#parts = parts;
    this.#originOf = new Map(parts.originOf);
    this.#thread = parts.thread;
    this.#progress = parts.progress;
    this.#loaded = parts.loaded;
    for (const message of parts.progress.queuedMessages) this.#place(message);
  }

  /** After the first save of a branch this is the new thread. */
  get thread(): ThreadKey {
    return this.#thread;
  }

  get occupancy(): ContextOccupancy {
    return this.#progress.occupancy;
  }

  /** Spent by this run so far, summaries included. */
  get usage(): Usage {
    return this.#progress.usage;
  }

  get step(): RunStep {
    return this.#progress.step;
  }

  /** Model calls before the one in progress. */
  get loopIteration(): number {
    return this.#progress.loopIteration;
  }

  get hasQueuedMessages(): boolean {
    return this.#progress.queuedMessages.length > 0;
  }

  /** `measured`: the last usage report already counted it (the model's own reply). */
  addMessage(message: Message, options: { readonly measured?: boolean } = {}): void {
    if (options.measured !== true) this.#estimate(message);
    this.#place(message);
    this.#unsaved = [...this.#unsaved, message];
  }

  /** A message that came while the run works; it counts from now on and joins at the next model call. */
  queueMessage(message: Message): void {
    this.#estimate(message);
    this.#place(message);
    this.#update({ queuedMessages: [...this.#progress.queuedMessages, message] });
  }

  /**
   * The messages for the next model call. Summarizes first if the summarizer asks to, over saved and
   * unsaved messages both; unsaved ones are always kept, since dropping them would drop them from what
   * `save` writes. Then the queued messages join, in order.
   *
   * @throws What the summarizer throws. The run is then as it was before.
   */
  async prepareMessages(signal?: CancelSignal): Promise<readonly Message[]> {
    await this.#summarize(signal);
    this.takeQueuedMessages();
    return [...this.#loaded, ...this.#unsaved];
  }

  /** Moves queued messages to those that `save` writes; a run that ends early calls it for itself. */
  takeQueuedMessages(): void {
    this.#unsaved = [...this.#unsaved, ...this.#progress.queuedMessages];
    this.#update({ queuedMessages: [] });
  }

  /** A call made as the agent: billed, and the new measured occupancy. */
  trackUsage(usage: Usage): void {
    this.trackAuxiliaryUsage(usage);
    this.#update({ occupancy: withReport(usage.totalTokens) });
  }

  /** A call made for the agent (a summary): billed, occupancy untouched. */
  trackAuxiliaryUsage(usage: Usage): void {
    this.#update({ usage: addUsage(this.#progress.usage, usage) });
  }

  /** Tool calls are about to be executed; none of them needs an approval. */
  startTools(callIds: readonly string[]): void {
    this.#update({
      step: 'execute_tools',
      queuedApprovals: [...this.#progress.queuedApprovals, ...callIds],
    });
  }

  /** The results are in, or a queued message asks for another answer: the model is called once more. */
  continueWithModel(): void {
    this.#update({ step: 'call_llm', loopIteration: this.#progress.loopIteration + 1 });
  }

  complete(): void {
    this.#update({ step: 'complete' });
  }

  /**
   * Writes a summary made since the last save, then the messages added since. After a failure what was
   * not written still counts as unsaved, so it can be called again.
   */
  async save(): Promise<RunRecord> {
    await this.#saveSummary();
    const { persistence, runId, previousRunId, conversationId } = this.#parts;
    const messages = this.#unsaved;
    const record = await persistence.saveMessages({
      thread: this.#thread,
      runId,
      previousRunId,
      conversationId,
      messages,
      meta: runMeta(this.#progress),
    });
    this.#thread = { ...this.#thread, threadId: record.threadId };
    this.#loaded = [...this.#loaded, ...messages];
    // Whatever was added while the save was under way is for the next one.
    this.#unsaved = this.#unsaved.slice(messages.length);
    return record;
  }

  async #saveSummary(): Promise<void> {
    const made = this.#unsavedSummary;
    if (made === null) return;
    const { persistence, nowMs, conversationId } = this.#parts;
    const summary = {
      summaryId: made.summaryId,
      threadId: this.#thread.threadId,
      message: made.summary,
      lastSummarizedRunId: made.lastSummarizedRunId,
      createdAtMs: nowMs(),
    };
    await persistence.saveSummary(this.#thread.namespace, summary, conversationId);
    this.#unsavedSummary = null;
  }

  async #summarize(signal: CancelSignal | undefined): Promise<void> {
    const asked = await this.#parts.summarizer?.summarize({
      messages: [...this.#loaded, ...this.#unsaved],
      originOf: this.#originOf,
      occupancy: this.occupancy,
      ...(signal === undefined ? {} : { signal }),
    });
    if (asked === null || asked === undefined) return;
    const result = this.#withoutOwnBoundary(asked);
    if (result.usage !== null) this.trackAuxiliaryUsage(result.usage);
    // Only the newest one of a run is written: the next covers what this one stands for.
    this.#unsavedSummary = result;
    this.#reshape(result);
    this.#parts.onSummary(result);
  }

  /** A summary says "covered up to and including": never so of a run that is still being written. */
  #withoutOwnBoundary(result: SummaryResult): SummaryResult {
    if (result.lastSummarizedRunId !== this.runId) return result;
    this.#parts.onWarning(
      `the summarizer covered run ${this.runId}, which is still being written: its summary is saved without a boundary and won't apply later`,
    );
    return { ...result, lastSummarizedRunId: null };
  }

  #reshape({ summary, summaryId, messagesToKeep }: SummaryResult): void {
    const inFlight = new Set(this.#unsaved.map((message) => message.id));
    const kept = messagesToKeep.filter((message) => !inFlight.has(message.id));
    this.#loaded = summary === null ? kept : [summary, ...kept];
    if (summary !== null) this.#originOf.set(summary.id, { kind: 'summary', summaryId });
  }

  #estimate(message: Message): void {
    this.#update({ occupancy: withPending(this.occupancy, estimateMessageTokens(message)) });
  }

  #place(message: Message): void {
    this.#originOf.set(message.id, { kind: 'run', runId: this.runId });
  }

  #update(changes: Partial<RunProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
  }
}
