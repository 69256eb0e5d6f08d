import type { ConversationId, RunId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { ModelView, RunRecord, StoredSummary, ThreadInfo, ThreadKey } from '../domain/thread.ts';

/** What every store needs from outside; core itself has neither clock nor random ids. */
export interface PersistenceOptions {
  readonly nowMs: () => number;
  /** A fresh id, for the thread of a branch. */
  readonly newId: () => string;
}

export interface SaveMessagesRequest {
  readonly thread: ThreadKey;
  readonly runId: RunId;
  /** Null starts a thread. */
  readonly previousRunId: RunId | null;
  /** For a thread that starts here; a run that continues or branches stays in its thread's conversation. */
  readonly conversationId: ConversationId;
  /** This save's own messages, not those saved before. May be empty: then only `meta` is renewed. */
  readonly messages: readonly Message[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * Where threads live. Three implementations, one contract suite
 * (test/contract/persistence-contract.ts); a sentence here without a test there is a bug.
 *
 * Every method rejects with InspectorError 'storage-failed' (the driver's error as `cause`) and leaves
 * what was stored before unchanged. An unknown thread is not an error: it reads as empty.
 */
export interface ConversationPersistence {
  /**
   * The model view: what the model would be sent. Up to and including `upToRunId`, by default the
   * thread's newest run. The newest summary applies only if the run it names is in the thread and
   * older than `upToRunId`. A run the thread doesn't have loads the whole transcript, without summary.
   *
   * Don't show this to a person as "the conversation": covered runs are missing from it.
   */
  loadMessages(thread: ThreadKey, upToRunId?: RunId): Promise<ModelView>;

  /** The transcript: every run as written, oldest first, no summary anywhere in it. */
  loadTranscript(thread: ThreadKey): Promise<readonly RunRecord[]>;

  /** Every summary that was saved for the thread, oldest first, whether it applies or not. */
  loadSummaries(thread: ThreadKey): Promise<readonly StoredSummary[]>;

  /**
   * Adds messages to a run. A second save of a run that the thread has appends to it, keeps its place
   * and creation time, and replaces its `meta` by the newer one; its `previousRunId` is not looked at.
   *
   * A new run continues the thread when `previousRunId` is the thread's newest run. When it is an
   * earlier one, the run opens a branch: a new thread that begins with copies of the runs up to that
   * one, which keep the thread id they were saved under. The branch gets the id of `request.thread`
   * when no thread has it yet and the earlier run is found in another thread of the same namespace and
   * conversation; else a fresh id. A null or unknown `previousRunId` starts a thread: under the id of
   * `request.thread` when no thread has it yet, else under a fresh one.
   *
   * @returns The run as stored, with everything saved to it so far; its `threadId` is the new thread's
   *   when one was opened. Saves of one store are carried out in the order of the calls.
   */
  saveMessages(request: SaveMessagesRequest): Promise<RunRecord>;

  /**
   * The newest summary of a thread wins; older ones stay readable by `loadSummaries`. May come before
   * the thread's first run: the summary of a run is written ahead of its messages.
   *
   * @param conversationId Where the thread is kept; looked at only while it has no run.
   */
  saveSummary(namespace: string, summary: StoredSummary, conversationId: ConversationId): Promise<void>;

  /**
   * Threads that have a run, the one whose newest run was created last first. All namespaces when none
   * is named. `updatedAtMs` is the creation time of the newest run.
   */
  listThreads(namespace?: string): Promise<readonly ThreadInfo[]>;

  /** Frees files and handles. Later calls reject. */
  close(): Promise<void>;
}
