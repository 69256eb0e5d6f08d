import type Database from 'better-sqlite3';
import { conversationId, threadId, type ThreadId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import type { RunRecord, ThreadKey, ThreadRun } from '../../domain/thread.ts';
import { readRunState } from '../../importers/hastekit-run-state.ts';
import { isModelReply } from '../../inspect/model-replies.ts';
import type { PersistenceOptions, SaveMessagesRequest } from '../../persistence/conversation-persistence.ts';
import { sharedStartTokens } from '../../replay/shared-start.ts';
import { encodeBody } from './body-codec.ts';
import { copyRuns } from './copy-runs.ts';
import { toJson } from './deep-json.ts';
import { NATIVE_FORMAT } from './native-format.ts';
import { measureTools, NO_ORPHANS } from './pair-calls.ts';
import { refreshThread } from './refresh-thread.ts';
import { preparePayloads, type PayloadStore } from './payload-store.ts';
import { measureRun } from './run-figures.ts';
import { runRow } from './run-rows.ts';
import { withoutText } from './staged-thread.ts';
import { runOfRow } from './stored-runs.ts';
import type { ThreadReader } from './stored-thread.ts';
import type { RunRowRecord, ThreadRowRecord, ThreadWriter } from './thread-rows.ts';

export interface SavedRun {
  readonly row: RunRowRecord;
  /** The thread it is in; another than was asked for after a branch. */
  readonly threadId: ThreadId;
}

/** Saves of runs to threads that Tidemark writes itself. */
export class RunSaver {
  readonly #db: Database.Database;
  readonly #reader: ThreadReader;
  readonly #writer: ThreadWriter;
  readonly #options: PersistenceOptions;
  readonly #payloads: PayloadStore;

  constructor(
    db: Database.Database,
    reader: ThreadReader,
    writer: ThreadWriter,
    options: PersistenceOptions,
  ) {
    this.#db = db;
    this.#reader = reader;
    this.#writer = writer;
    this.#options = options;
    this.#payloads = preparePayloads(db);
  }

  save(request: SaveMessagesRequest): SavedRun {
    return this.#db.transaction(() => this.#save(request)).immediate();
  }

  /** The thread's row, made where there is none. In the caller's transaction. */
  openThread(thread: ThreadKey): ThreadRowRecord {
    const known = this.#reader.threadByKey(thread.namespace, thread.threadId, NATIVE_FORMAT);
    if (known !== null) return known;
    const ref = this.#writer.insertThread({
      header: {
        ...thread,
        format: NATIVE_FORMAT,
        conversationId: conversationId(''),
        title: '',
        branchOf: null,
      },
      sourceName: null,
      isSample: false,
    });
    return present(this.#reader.threadByRef(ref));
  }

  #save(request: SaveMessagesRequest): SavedRun {
    const { namespace } = request.thread;
    const asked = this.openThread(request.thread);
    const grown = this.#reader.runById(asked.thread_ref, request.runId);
    if (grown !== null) return this.#write(asked, request, grown);

    const newest = this.#reader.runAt(asked.thread_ref, asked.run_count - 1);
    const continues = newest === null || newest.run_id === request.previousRunId;
    const thread = continues
      ? asked
      : this.openThread({ namespace, threadId: threadId(this.#options.newId()) });
    if (thread.run_count > 0) return this.#write(thread, request, null);

    const stays =
      request.previousRunId !== null &&
      this.#reader.runById(asked.thread_ref, request.previousRunId) !== null;
    const conversation = stays ? asked.conversation_id : request.conversationId;
    this.#beginThread(thread, conversation, request);
    return this.#write(present(this.#reader.threadByRef(thread.thread_ref)), request, null);
  }

  /** A thread's first run brings the runs before the one it continues, in whichever thread that is. */
  #beginThread(thread: ThreadRowRecord, conversation: string, request: SaveMessagesRequest): void {
    const { previousRunId } = request;
    const origin =
      previousRunId === null
        ? undefined
        : this.#db
            .prepare<[string, string, string, string], OriginRun>(
              `SELECT threads.thread_ref, threads.thread_id, runs.position
               FROM runs JOIN threads ON threads.thread_ref = runs.thread_ref
               WHERE runs.run_id = ? AND threads.namespace = ? AND threads.conversation_id = ? AND threads.format = ?
               ORDER BY threads.thread_ref LIMIT 1`,
            )
            .get(previousRunId, thread.namespace, conversation, NATIVE_FORMAT);
    this.#db
      .prepare(
        'UPDATE threads SET conversation_id = ?, branch_thread_id = ?, branch_run_id = ? WHERE thread_ref = ?',
      )
      .run(
        conversation,
        origin?.thread_id ?? null,
        origin === undefined ? null : previousRunId,
        thread.thread_ref,
      );
    if (origin === undefined) return;
    copyRuns(this.#db, {
      fromThread: origin.thread_ref,
      toThread: thread.thread_ref,
      fromThreadId: origin.thread_id,
      count: origin.position + 1,
    });
    refreshThread(this.#reader, this.#writer, thread.thread_ref);
  }

  #write(thread: ThreadRowRecord, request: SaveMessagesRequest, earlier: RunRowRecord | null): SavedRun {
    const added = this.#payloads.take(request.messages);
    const body = encodeBody(added);
    const hasMeta = Object.keys(request.meta).length > 0;
    const meta = hasMeta ? toJson(request.meta).toWellFormed() : null;
    const bodyKey = this.#writer.insertBody(meta, body.encoding, body.content);
    this.#payloads.link(bodyKey, added);

    const before = earlier === null ? [] : this.#reader.messages(earlier);
    const messages = [...before, ...added];
    const run = this.#runOf(thread, request, earlier, messages);
    const position = earlier?.position ?? thread.run_count;
    const placed = {
      run: withoutText(run),
      figures: measureRun(run),
      bodyKeys: [bodyKey],
      deliveries: 1,
      stored: null,
    };
    const row = runRow(thread.thread_ref, position, placed, {
      orphans: NO_ORPHANS,
      sharedStartTokens: earlier?.shared_start_tokens ?? 0,
      findingCount: 0,
    });
    const runKey = earlier?.run_key ?? this.#writer.insertRun(row);
    if (earlier !== null) this.#writer.updateRun(runKey, row);
    this.#writer.insertPart(runKey, this.#reader.partCount(runKey), bodyKey);
    this.#compareStarts(thread, position, run);
    refreshThread(this.#reader, this.#writer, thread.thread_ref);
    return {
      row: present(this.#reader.runAt(thread.thread_ref, position)),
      threadId: threadId(thread.thread_id),
    };
  }

  #runOf(
    thread: ThreadRowRecord,
    request: SaveMessagesRequest,
    earlier: RunRowRecord | null,
    messages: readonly Message[],
  ): ThreadRun {
    const known = earlier === null ? null : runOfRow(earlier, thread);
    const record: RunRecord = {
      runId: request.runId,
      previousRunId: known === null ? request.previousRunId : known.previousRunId,
      threadId: known?.threadId ?? threadId(thread.thread_id),
      conversationId: request.conversationId,
      messages,
      createdAtMs: known === null ? this.#options.nowMs() : known.createdAtMs,
      meta: request.meta,
    };
    const progress = {
      replies: messages.flatMap((message, index) => (isModelReply(message) ? [index] : [])),
      hasUserMessage: messages.some(({ items }) =>
        items.some((item) => item.type === 'message' && item.role === 'user'),
      ),
      paidForSummary: this.#claimSummaries(thread, request),
    };
    return {
      ...record,
      ...readRunState(request.meta, progress, measureTools(messages).unpaired.calls.length > 0),
      endedAtMs: null,
      copiedFrom: known?.copiedFrom ?? null,
      reopened: earlier !== null && earlier.position < thread.run_count - 1,
    };
  }

  /** The summary of a run is written ahead of it, so the run that is saved next made those nobody has claimed. */
  #claimSummaries(thread: ThreadRowRecord, { runId }: SaveMessagesRequest): boolean {
    this.#db
      .prepare(
        `UPDATE summaries SET made_by_run_id = ?
         WHERE thread_ref = ? AND made_by_run_id IS NULL AND trigger = 'auto'`,
      )
      .run(runId, thread.thread_ref);
    return this.#reader
      .summaries(thread.thread_ref)
      .some((summary) => summary.made_by_run_id === runId && summary.message !== null);
  }

  #compareStarts(thread: ThreadRowRecord, position: number, run: ThreadRun): void {
    const before = this.#reader.runAt(thread.thread_ref, position - 1);
    if (before === null) return;
    const earlier = { ...run, messages: this.#reader.messages(before) };
    const shared = sharedStartTokens([earlier, run])[0] ?? 0;
    if (shared === before.shared_start_tokens) return;
    this.#writer.updateRun(before.run_key, { ...before, shared_start_tokens: shared });
  }
}

interface OriginRun {
  readonly thread_ref: number;
  readonly thread_id: string;
  readonly position: number;
}

/** What was written in this very transaction is there. */
function present<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a row that was just written is missing');
  return row;
}
