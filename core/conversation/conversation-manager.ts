import type { IdSource } from '../domain/id-source.ts';
import type { ConversationId, RunId } from '../domain/ids.ts';
import { placeMessages } from '../domain/model-view.ts';
import type { RunRecord, ThreadKey } from '../domain/thread.ts';
import type { ConversationPersistence } from '../persistence/conversation-persistence.ts';
import type { HistorySummarizer, SummaryResult } from '../summarizers/history-summarizer.ts';
import { ActiveRun } from './active-run.ts';
import { isUnfinished, nextRunProgress, resumedRunProgress } from './run-state.ts';

export interface ConversationManagerOptions {
  readonly persistence: ConversationPersistence;
  /** Null: never summarize. */
  readonly summarizer: HistorySummarizer | null;
  readonly ids: IdSource;
  readonly nowMs: () => number;
  /** Told in one sentence what was refused, and what that means. */
  readonly onWarning?: (warning: string) => void;
}

export interface OpenRunOptions {
  /** The run to go on after, by default the thread's newest. An earlier one opens a branch. */
  readonly continueFrom?: RunId;
  /** For a thread that starts here; by default a fresh one. */
  readonly conversationId?: ConversationId;
  /** Written as the agent that answered last. */
  readonly agentName?: string;
  /** Told each summary of the run as soon as it is made. */
  readonly onSummary?: (summary: SummaryResult) => void;
}

/** Opens runs on threads and applies a summarizer to what they send. */
export class ConversationManager {
  readonly ids: IdSource;
  readonly #options: ConversationManagerOptions;

  constructor(options: ConversationManagerOptions) {
    this.ids = options.ids;
    this.#options = options;
  }

  /**
   * Starts a run at the thread's tip, or after `continueFrom`; a run that was saved unfinished goes on
   * under its own id. Occupancy carries over from the run before.
   *
   * A `continueFrom` that the thread doesn't have is read as the tip, with nothing summarized, as in
   * the SDK. A branch gets its new thread's id right away, so that a summary made in it is never filed
   * under the thread it left.
   */
  async openRun(thread: ThreadKey, options: OpenRunOptions = {}): Promise<ActiveRun> {
    const { persistence, summarizer, nowMs, onWarning } = this.#options;
    const view = await persistence.loadMessages(thread, options.continueFrom);
    const last = view.runs.at(-1) ?? null;
    const meta = view.runs.findLast((run) => Object.keys(run.meta).length > 0)?.meta ?? {};
    const resumes = last !== null && isUnfinished(last.meta);
    const progress = resumes ? resumedRunProgress(last.meta) : nextRunProgress(meta);
    const { messages, originOf } = placeMessages(view);
    return new ActiveRun({
      persistence,
      summarizer,
      nowMs,
      onWarning: onWarning ?? ignore,
      onSummary: options.onSummary ?? ignore,
      thread: resumes ? thread : await this.#threadFor(thread, last, options.continueFrom),
      runId: resumes ? last.runId : this.ids.newRunId(),
      previousRunId: (resumes ? last.previousRunId : last?.runId) ?? null,
      conversationId: last?.conversationId ?? options.conversationId ?? this.ids.newConversationId(),
      progress: { ...progress, lastAgentName: options.agentName ?? progress.lastAgentName },
      loaded: messages,
      originOf,
    });
  }

  async #threadFor(thread: ThreadKey, last: RunRecord | null, continueFrom?: RunId): Promise<ThreadKey> {
    if (last === null || continueFrom === undefined) return thread;
    const tip = (await this.#options.persistence.loadMessages(thread)).runs.at(-1);
    return tip?.runId === last.runId ? thread : { ...thread, threadId: this.ids.newThreadId() };
  }
}

function ignore(): void {
  // Nobody asked to be told.
}
