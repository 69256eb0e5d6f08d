import type { ContextOccupancy } from './context-occupancy.ts';
import type { ConversationId, RunId, SummaryId, ThreadId } from './ids.ts';
import type { Message } from './message.ts';
import type { ModelCall } from './model-call.ts';

export interface ThreadKey {
  readonly namespace: string;
  readonly threadId: ThreadId;
}

/** One saved run, as written. */
export interface RunRecord {
  readonly runId: RunId;
  /** Null for the run that opened its thread. */
  readonly previousRunId: RunId | null;
  readonly threadId: ThreadId;
  readonly conversationId: ConversationId;
  readonly messages: readonly Message[];
  /** Null when the writer gave no time (Go's zero time). */
  readonly createdAtMs: number | null;
  /** Whatever the writer stored beside the run; kept and shown, read only through run-meta.ts. */
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface StoredSummary {
  readonly summaryId: SummaryId;
  readonly threadId: ThreadId;
  /** Null: the covered runs were discarded, not summarized. */
  readonly message: Message | null;
  /**
   * The summary boundary as written. Null: refused, the summary is kept for the record and never
   * applies. It may name an earlier summary or nothing at all: then it never applies either.
   */
  readonly lastSummarizedRunId: RunId | null;
  readonly createdAtMs: number | null;
}

/** A thread as the model is given it. */
export interface ModelView {
  /** Null when no stored summary applies; `runs` then starts at the thread's first run. */
  readonly summary: StoredSummary | null;
  /** The runs after the summary boundary, oldest first. */
  readonly runs: readonly RunRecord[];
}

export interface ThreadInfo {
  readonly thread: ThreadKey;
  readonly conversationId: ConversationId;
  /** First user text, one line, at most 80 characters. */
  readonly title: string;
  readonly runCount: number;
  readonly lastRunId: RunId | null;
  readonly updatedAtMs: number | null;
}

export type RunStatus = 'complete' | 'open' | 'paused' | 'error' | 'cancelled' | 'headless';

/** A run as the inspector sees it: what was written, plus what the source tells of its calls. */
export interface ThreadRun extends RunRecord {
  readonly status: RunStatus;
  readonly calls: readonly ModelCall[];
  /** Null when the source does not tell. */
  readonly occupancyAfter: ContextOccupancy | null;
  readonly endedAtMs: number | null;
  /** The thread this run was copied from, for a replayed or branched prefix. */
  readonly copiedFrom: ThreadId | null;
  /** The run was saved again after a later run of its thread: its id came back. */
  readonly reopened?: boolean;
}

/** A summary found in a thread, with what the source tells about how it came to be. */
export interface SummaryBoundary extends StoredSummary {
  /** The run that made and paid for it; null when unknown. */
  readonly madeByRunId: RunId | null;
  readonly trigger: 'auto' | 'manual' | 'unknown';
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  /** True: the source holds a summary that can't be read (encrypted). */
  readonly opaque: boolean;
  /**
   * It stands before the thread's first run and names none: the runs it covers aren't in the source, or
   * it was made inside the first run, or everything was kept.
   */
  readonly coversAbsentRuns?: boolean;
}

export interface ThreadHeader {
  readonly threadId: ThreadId;
  readonly namespace: string;
  readonly conversationId: ConversationId;
  /** Importer name, e.g. `hastekit-jsonl`. */
  readonly format: string;
  readonly title: string;
  /** The run is null where the two part inside their first run, so that they share none. */
  readonly branchOf: { readonly threadId: ThreadId; readonly runId: RunId | null } | null;
  /**
   * The run that started this thread as a sub-agent of its own. The run is null where the source names
   * the thread alone, which may be in another file.
   */
  readonly startedBy?: { readonly threadId: ThreadId; readonly runId: RunId | null } | null;
}

/** A whole thread in memory. `boundaries` in the order they were written. */
export interface ThreadDocument extends ThreadHeader {
  readonly runs: readonly ThreadRun[];
  readonly boundaries: readonly SummaryBoundary[];
}
