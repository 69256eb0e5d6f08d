import type Database from 'better-sqlite3';
import { decodeBody } from './body-codec.ts';
import { joinParts } from './join-parts.ts';
import { PROFILE_COLUMNS, type ProfileRow } from './read-thread-profile.ts';
import type { Message } from '../../domain/message.ts';
import {
  MEASURED_COLUMNS,
  type MeasuredRow,
  type RunRowRecord,
  type SummaryRowRecord,
  type ThreadRowRecord,
} from './thread-rows.ts';

export interface BodyRecord {
  readonly body_key: number;
  readonly meta: string | null;
  readonly encoding: number;
  readonly content: string | Uint8Array;
}

export interface RunTotals {
  readonly messages: number;
  readonly tokens: number;
}

export type RunItems = Pick<RunRowRecord, 'run_key' | 'run_id' | 'item_count'>;

/** Reads of one thread by its rows, prepared once for a connection. */
export interface ThreadReader {
  threadByRef(threadRef: number): ThreadRowRecord | null;
  threadByKey(namespace: string, threadId: string, format: string): ThreadRowRecord | null;
  /** Of every format. */
  threadsById(namespace: string, threadId: string): readonly ThreadRowRecord[];
  runs(threadRef: number): readonly RunRowRecord[];
  /** Of every run, in order, what a thread is opened from. */
  profileRows(threadRef: number): readonly ProfileRow[];
  /**
   * Positions, `from` ≤ position < `to`, of runs whose every answer stands in a thread that was read before: they
   * are counted there.
   */
  repeatedRuns(threadRef: number, from: number, to: number): ReadonlySet<number>;
  runPage(threadRef: number, from: number, count: number): readonly RunRowRecord[];
  measuredPage(threadRef: number, from: number, count: number): readonly MeasuredRow[];
  runAt(threadRef: number, position: number): RunRowRecord | null;
  runById(threadRef: number, runId: string): RunRowRecord | null;
  /** The title of the first run that has one. */
  firstTitle(threadRef: number): string | null;
  /** In order. */
  runIds(threadRef: number): readonly string[];
  /** Sums over the runs before a position. */
  totalsBefore(threadRef: number, position: number): RunTotals;
  /** Runs from a position on, with how many items each holds. */
  itemCounts(threadRef: number, from: number): readonly RunItems[];
  summaries(threadRef: number): readonly SummaryRowRecord[];
  bodies(runKey: number): readonly BodyRecord[];
  /** What the first run of a thread was saved with first. */
  firstBody(threadRef: number): BodyRecord | null;
  bodyKeys(runKey: number): readonly number[];
  partCount(runKey: number): number;
  /** All messages of a run, in the order they were saved. */
  messages(run: Pick<RunRowRecord, 'run_key' | 'run_id'>): readonly Message[];
  messagesOf(bodyKeys: readonly number[], runId: string): readonly Message[];
}

export function prepareThreadReader(db: Database.Database): ThreadReader {
  const byRef = db.prepare<[number], ThreadRowRecord>('SELECT * FROM threads WHERE thread_ref = ?');
  const byKey = db.prepare<[string, string, string], ThreadRowRecord>(
    'SELECT * FROM threads WHERE namespace = ? AND thread_id = ? AND format = ?',
  );
  const byId = db.prepare<[string, string], ThreadRowRecord>(
    'SELECT * FROM threads WHERE namespace = ? AND thread_id = ?',
  );
  const profileRows = db.prepare<[number], ProfileRow>(
    `SELECT ${PROFILE_COLUMNS.join(', ')} FROM runs WHERE thread_ref = ? ORDER BY position`,
  );
  const repeatedRuns = db
    .prepare<{ thread: number; from: number; to: number }, number>(
      `SELECT position FROM runs AS own
       WHERE thread_ref = @thread AND position >= @from AND position < @to
         AND EXISTS (SELECT 1 FROM answers WHERE run_key = own.run_key)
         AND NOT EXISTS (
           SELECT 1 FROM answers AS mine WHERE mine.run_key = own.run_key AND NOT EXISTS (
             SELECT 1 FROM answers AS same
             JOIN runs AS other ON other.run_key = same.run_key
             JOIN threads USING (thread_ref)
             WHERE same.answer_key = mine.answer_key AND same.run_key < mine.run_key
               AND other.thread_ref <> @thread AND threads.removed_at_ms IS NULL))`,
    )
    .pluck();
  const runPage = db.prepare<[number, number, number], RunRowRecord>(
    'SELECT * FROM runs WHERE thread_ref = ? AND position >= ? ORDER BY position LIMIT ?',
  );
  const measuredPage = db.prepare<[number, number, number], MeasuredRow>(
    `SELECT ${MEASURED_COLUMNS.join(', ')} FROM runs
     WHERE thread_ref = ? AND position >= ? ORDER BY position LIMIT ?`,
  );
  const runs = db.prepare<[number], RunRowRecord>(
    'SELECT * FROM runs WHERE thread_ref = ? ORDER BY position',
  );
  const runAt = db.prepare<[number, number], RunRowRecord>(
    'SELECT * FROM runs WHERE thread_ref = ? AND position = ?',
  );
  const runById = db.prepare<[string, number], RunRowRecord>(
    'SELECT * FROM runs WHERE run_id = ? AND thread_ref = ?',
  );
  const firstTitle = db
    .prepare<[number], string>(
      "SELECT title FROM runs WHERE thread_ref = ? AND title <> '' ORDER BY position LIMIT 1",
    )
    .pluck();
  const runIds = db
    .prepare<[number], string>('SELECT run_id FROM runs WHERE thread_ref = ? ORDER BY position')
    .pluck();
  const totals = db.prepare<[number, number], RunTotals>(
    `SELECT coalesce(sum(message_count), 0) AS messages, coalesce(sum(estimated_tokens), 0) AS tokens
     FROM runs WHERE thread_ref = ? AND position < ?`,
  );
  const itemCounts = db.prepare<[number, number], RunItems>(
    'SELECT run_key, run_id, item_count FROM runs WHERE thread_ref = ? AND position >= ? ORDER BY position',
  );
  const summaries = db.prepare<[number], SummaryRowRecord>(
    'SELECT * FROM summaries WHERE thread_ref = ? ORDER BY position',
  );
  const partCount = db.prepare<[number], number>('SELECT count(*) FROM run_parts WHERE run_key = ?').pluck();
  const bodyKeys = db
    .prepare<[number], number>('SELECT body_key FROM run_parts WHERE run_key = ? ORDER BY part_index')
    .pluck();
  const bodies = db.prepare<[number], BodyRecord>(`
    SELECT bodies.body_key, bodies.meta, bodies.encoding, bodies.content
    FROM run_parts JOIN bodies USING (body_key)
    WHERE run_parts.run_key = ? ORDER BY run_parts.part_index
  `);
  const firstBody = db.prepare<[number], BodyRecord>(`
    SELECT bodies.body_key, bodies.meta, bodies.encoding, bodies.content
    FROM runs JOIN run_parts USING (run_key) JOIN bodies USING (body_key)
    WHERE runs.thread_ref = ? AND runs.position = 0 ORDER BY run_parts.part_index LIMIT 1
  `);
  const body = db.prepare<[number], BodyRecord>(
    'SELECT body_key, meta, encoding, content FROM bodies WHERE body_key = ?',
  );
  const bodiesOf = (runKey: number): readonly BodyRecord[] => bodies.all(runKey);
  return {
    threadByRef: (threadRef) => byRef.get(threadRef) ?? null,
    threadByKey: (namespace, threadId, format) => byKey.get(namespace, threadId, format) ?? null,
    threadsById: (namespace, threadId) => byId.all(namespace, threadId),
    runs: (threadRef) => runs.all(threadRef),
    profileRows: (threadRef) => profileRows.all(threadRef),
    repeatedRuns: (thread, from, to) => new Set(repeatedRuns.all({ thread, from, to })),
    runPage: (threadRef, from, count) => runPage.all(threadRef, from, count),
    measuredPage: (threadRef, from, count) => measuredPage.all(threadRef, from, count),
    runAt: (threadRef, position) => runAt.get(threadRef, position) ?? null,
    runById: (threadRef, runId) => runById.get(runId, threadRef) ?? null,
    firstTitle: (threadRef) => firstTitle.get(threadRef) ?? null,
    runIds: (threadRef) => runIds.all(threadRef),
    totalsBefore: (threadRef, position) => totals.get(threadRef, position) ?? { messages: 0, tokens: 0 },
    itemCounts: (threadRef, from) => itemCounts.all(threadRef, from),
    summaries: (threadRef) => summaries.all(threadRef),
    bodies: bodiesOf,
    firstBody: (threadRef) => firstBody.get(threadRef) ?? null,
    bodyKeys: (runKey) => bodyKeys.all(runKey),
    partCount: (runKey) => partCount.get(runKey) ?? 0,
    messages: (run) => joinParts(bodiesOf(run.run_key).map((part) => decodeBody(part, run.run_id))),
    messagesOf: (bodyKeys, runId) =>
      joinParts(
        bodyKeys.map((key) => {
          const part = body.get(key);
          return part === undefined ? [] : decodeBody(part, runId);
        }),
      ),
  };
}
