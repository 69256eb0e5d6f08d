import type Database from 'better-sqlite3';
import { InspectorError } from '../../domain/errors.ts';
import { conversationId, runId, threadId, type RunId } from '../../domain/ids.ts';
import type { ModelView, RunRecord, StoredSummary, ThreadInfo, ThreadKey } from '../../domain/thread.ts';
import type {
  ConversationPersistence,
  PersistenceOptions,
  SaveMessagesRequest,
} from '../../persistence/conversation-persistence.ts';
import { loadModelView } from '../../persistence/load-model-view.ts';
import { decodeMeta } from './body-codec.ts';
import { migrate } from './migrate.ts';
import { NATIVE_FORMAT } from './native-format.ts';
import { preparePayloads, type PayloadStore } from './payload-store.ts';
import { refreshThread } from './refresh-thread.ts';
import { RunSaver } from './save-run.ts';
import { prepareThreadReader, type ThreadReader } from './stored-thread.ts';
import { boundaryOf, summaryRow } from './summary-rows.ts';
import { prepareThreadWriter, type RunRowRecord, type ThreadWriter } from './thread-rows.ts';

/**
 * Migrates `db` and serves from it: threads that Tidemark itself writes, in the same tables as the
 * imported ones. One transaction per save. Takes an open database and not a path, so that a test passes
 * `:memory:` and the app decides about WAL and location. `close` closes `db`.
 *
 * better-sqlite3 is synchronous: no call reads the items of more than one thread.
 *
 * @throws InspectorError 'storage-failed' for a database newer than this program's migrations.
 */
export function openSqlitePersistence(
  db: Database.Database,
  options: PersistenceOptions,
): ConversationPersistence {
  db.pragma('foreign_keys = ON');
  migrate(db);
  return new SqlitePersistence(db, options);
}

class SqlitePersistence implements ConversationPersistence {
  readonly #db: Database.Database;
  readonly #reader: ThreadReader;
  readonly #writer: ThreadWriter;
  readonly #saver: RunSaver;
  readonly #payloads: PayloadStore;

  constructor(db: Database.Database, options: PersistenceOptions) {
    this.#db = db;
    this.#reader = prepareThreadReader(db);
    this.#writer = prepareThreadWriter(db);
    this.#payloads = preparePayloads(db);
    this.#saver = new RunSaver(db, this.#reader, this.#writer, options);
  }

  loadMessages(thread: ThreadKey, upToRunId?: RunId): Promise<ModelView> {
    return this.#with(`thread ${thread.threadId} can't be read`, () => {
      const rows = this.#runRows(thread);
      const light = rows.map((row) => this.#recordOf(thread, row, false));
      const view = loadModelView(light, this.#summaries(thread).at(-1) ?? null, upToRunId);
      const byId = new Map(rows.map((row) => [row.run_id, row]));
      // Only the runs of the view are read: the covered ones may be most of the thread.
      return {
        ...view,
        runs: view.runs.map((run) => {
          const row = byId.get(run.runId);
          return row === undefined ? run : this.#recordOf(thread, row, true);
        }),
      };
    });
  }

  loadTranscript(thread: ThreadKey): Promise<readonly RunRecord[]> {
    return this.#with(`thread ${thread.threadId} can't be read`, () =>
      this.#runRows(thread).map((row) => this.#recordOf(thread, row, true)),
    );
  }

  loadSummaries(thread: ThreadKey): Promise<readonly StoredSummary[]> {
    return this.#with(`thread ${thread.threadId} can't be read`, () => this.#summaries(thread));
  }

  saveMessages(request: SaveMessagesRequest): Promise<RunRecord> {
    return this.#with(`thread ${request.thread.threadId}: run ${request.runId} can't be saved`, () => {
      const saved = this.#saver.save(request);
      return this.#recordOf({ ...request.thread, threadId: saved.threadId }, saved.row, true);
    });
  }

  saveSummary(namespace: string, summary: StoredSummary): Promise<void> {
    return this.#with(`thread ${summary.threadId}: a summary can't be saved`, () => {
      this.#db
        .transaction(() => {
          const { thread_ref: thread } = this.#saver.openThread({
            namespace,
            threadId: summary.threadId,
          });
          const position = this.#reader.summaries(thread).length;
          const boundary = {
            ...summary,
            madeByRunId: null,
            trigger: 'auto',
            tokensBefore: null,
            tokensAfter: null,
            opaque: false,
          } as const;
          this.#writer.insertSummary(summaryRow(thread, position, boundary));
          refreshThread(this.#reader, this.#writer, thread);
        })
        .immediate();
    });
  }

  listThreads(namespace?: string): Promise<readonly ThreadInfo[]> {
    return this.#with("the threads can't be listed", () => listNative(this.#db, namespace));
  }

  close(): Promise<void> {
    this.#db.close();
    return Promise.resolve();
  }

  #runRows(thread: ThreadKey): readonly RunRowRecord[] {
    const row = this.#reader.threadByKey(thread.namespace, thread.threadId, NATIVE_FORMAT);
    return row === null ? [] : this.#reader.runs(row.thread_ref);
  }

  #summaries({ namespace, threadId: id }: ThreadKey): readonly StoredSummary[] {
    const row = this.#reader.threadByKey(namespace, id, NATIVE_FORMAT);
    if (row === null) return [];
    return this.#reader.summaries(row.thread_ref).map((summary) => {
      const { summaryId, message, lastSummarizedRunId, createdAtMs } = boundaryOf(summary, id);
      return { summaryId, threadId: id, message, lastSummarizedRunId, createdAtMs };
    });
  }

  #recordOf(thread: ThreadKey, row: RunRowRecord, withText: boolean): RunRecord {
    const last = withText ? this.#reader.bodies(row.run_key).at(-1) : undefined;
    const stored = this.#reader.threadByRef(row.thread_ref);
    return {
      runId: runId(row.run_id),
      previousRunId: row.previous_run_id === null ? null : runId(row.previous_run_id),
      threadId: threadId(row.copied_from ?? thread.threadId),
      conversationId: conversationId(stored?.conversation_id ?? ''),
      messages: withText ? this.#payloads.give(this.#reader.messages(row)) : [],
      createdAtMs: row.created_at_ms,
      meta: last === undefined ? {} : decodeMeta(last),
    };
  }

  #with<Value>(failing: string, use: () => Value): Promise<Value> {
    try {
      return Promise.resolve(use());
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return Promise.reject(new InspectorError('storage-failed', `${failing}: ${why}`, { cause }));
    }
  }
}

interface ListedThread {
  readonly namespace: string;
  readonly thread_id: string;
  readonly conversation_id: string;
  readonly title: string;
  readonly run_count: number;
  readonly run_id: string;
  readonly created_at_ms: number | null;
}

function listNative(db: Database.Database, namespace: string | undefined): readonly ThreadInfo[] {
  const rows = db
    .prepare<[string, string | null, string | null], ListedThread>(
      `SELECT threads.namespace, threads.thread_id, threads.conversation_id, threads.title, threads.run_count,
         runs.run_id, runs.created_at_ms
       FROM threads JOIN runs ON runs.thread_ref = threads.thread_ref AND runs.position = threads.run_count - 1
       WHERE threads.format = ? AND threads.removed_at_ms IS NULL AND (? IS NULL OR threads.namespace = ?)
       ORDER BY coalesce(runs.created_at_ms, 0) DESC, threads.thread_ref`,
    )
    .all(NATIVE_FORMAT, namespace ?? null, namespace ?? null);
  return rows.map((row) => ({
    thread: { namespace: row.namespace, threadId: threadId(row.thread_id) },
    conversationId: conversationId(row.conversation_id),
    title: row.title,
    runCount: row.run_count,
    lastRunId: runId(row.run_id),
    updatedAtMs: row.created_at_ms,
  }));
}
