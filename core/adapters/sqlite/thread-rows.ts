import type Database from 'better-sqlite3';
import type { RunStatus, SummaryBoundary, ThreadHeader } from '../../domain/thread.ts';

// Columns as the STRICT tables hold them; the only place that names them all.

export interface ThreadRowRecord {
  readonly thread_ref: number;
  readonly namespace: string;
  readonly thread_id: string;
  readonly format: string;
  readonly conversation_id: string;
  readonly title: string;
  readonly branch_thread_id: string | null;
  readonly branch_run_id: string | null;
  readonly started_by_thread_id: string | null;
  readonly started_by_run_id: string | null;
  readonly source_name: string | null;
  readonly is_sample: 0 | 1;
  readonly removed_at_ms: number | null;
  readonly updated_at_ms: number | null;
  readonly run_count: number;
  readonly message_count: number;
  readonly tool_call_count: number;
  readonly estimated_tokens: number;
  readonly occupancy_tokens: number;
  readonly occupancy_measured: 0 | 1;
  readonly model: string | null;
  readonly boundary_count: number;
  readonly finding_count: number;
  readonly findings: string;
}

export interface RunRowRecord {
  readonly run_key: number;
  readonly thread_ref: number;
  readonly position: number;
  readonly run_id: string;
  readonly previous_run_id: string | null;
  readonly copied_from: string | null;
  readonly status: RunStatus;
  readonly created_at_ms: number | null;
  readonly ended_at_ms: number | null;
  readonly measured_tokens: number | null;
  readonly pending_tokens: number | null;
  readonly title: string;
  readonly message_count: number;
  readonly item_count: number;
  readonly tool_call_count: number;
  readonly tool_result_count: number;
  readonly orphan_call_count: number;
  readonly orphan_result_count: number;
  /** Ids of the orphans: `[[call ids], [result ids]]`. */
  readonly orphans: string;
  /** What has no partner in the run itself, whatever other runs answer. */
  readonly unpaired: string;
  readonly estimated_tokens: number;
  readonly call_count: number;
  readonly flat_bytes: number;
  readonly shared_start_tokens: number;
  readonly finding_count: number;
  readonly reopened: 0 | 1;
  readonly calls: string;
  readonly replies: string;
}

export interface SummaryRowRecord {
  readonly summary_key: number;
  readonly thread_ref: number;
  readonly position: number;
  readonly summary_id: string;
  readonly last_summarized_run_id: string | null;
  readonly made_by_run_id: string | null;
  readonly trigger: SummaryBoundary['trigger'];
  readonly tokens_before: number | null;
  readonly tokens_after: number | null;
  readonly opaque: 0 | 1;
  readonly covers_absent_runs: 0 | 1;
  readonly created_at_ms: number | null;
  readonly estimated_tokens: number | null;
  readonly message: string | null;
}

export const RUN_COLUMNS = [
  'thread_ref',
  'position',
  'run_id',
  'previous_run_id',
  'copied_from',
  'status',
  'created_at_ms',
  'ended_at_ms',
  'measured_tokens',
  'pending_tokens',
  'title',
  'message_count',
  'item_count',
  'tool_call_count',
  'tool_result_count',
  'orphan_call_count',
  'orphan_result_count',
  'orphans',
  'unpaired',
  'estimated_tokens',
  'call_count',
  'flat_bytes',
  'shared_start_tokens',
  'finding_count',
  'reopened',
  'calls',
  'replies',
] as const satisfies readonly (keyof RunRowRecord)[];

export type NewRun = Omit<RunRowRecord, 'run_key'>;
/** What a thread's findings and sums need of each of its runs. */
export const MEASURED_COLUMNS = [
  'run_key',
  'position',
  'run_id',
  'copied_from',
  'status',
  'created_at_ms',
  'ended_at_ms',
  'measured_tokens',
  'pending_tokens',
  'message_count',
  'tool_call_count',
  'orphans',
  'unpaired',
  'estimated_tokens',
  'call_count',
  'shared_start_tokens',
  'finding_count',
  'reopened',
  'calls',
] as const satisfies readonly (keyof RunRowRecord)[];

export type MeasuredRow = Pick<RunRowRecord, (typeof MEASURED_COLUMNS)[number]>;

/** What of a thread's row is known when its runs are; see `writeThreadFigures`. */
export type ThreadFigures = Pick<
  ThreadRowRecord,
  | 'title'
  | 'updated_at_ms'
  | 'run_count'
  | 'message_count'
  | 'tool_call_count'
  | 'estimated_tokens'
  | 'occupancy_tokens'
  | 'occupancy_measured'
  | 'model'
  | 'boundary_count'
  | 'finding_count'
  | 'findings'
>;

export type NeighbourColumns = Pick<
  RunRowRecord,
  'orphan_call_count' | 'orphan_result_count' | 'orphans' | 'shared_start_tokens' | 'finding_count'
>;

/** A thread's row before anything is known of its runs. */
export interface NewThread {
  /** Its `threadId` is the one it has in the workspace. */
  readonly header: ThreadHeader;
  readonly sourceName: string | null;
  readonly isSample: boolean;
}

/** Statements that write threads, prepared once for a connection. */
export interface ThreadWriter {
  insertThread(thread: NewThread): number;
  /** After its header was told anew. */
  updateThread(threadRef: number, thread: NewThread): void;
  writeFigures(threadRef: number, figures: ThreadFigures): void;
  insertBody(meta: string | null, encoding: number, content: string | Uint8Array): number;
  insertRun(run: NewRun): number;
  updateRun(runKey: number, run: NewRun): void;
  /** What a run's answers are known by; those that are known already stay. */
  insertAnswers(runKey: number, keys: readonly string[]): void;
  /** What only the whole thread tells about a run. */
  updateNeighbours(runKey: number, figures: NeighbourColumns): void;
  /** The newest stands at `first` then, where all of a thread's runs stand backwards, and the other way round. */
  turnRuns(threadRef: number, first: number): void;
  insertPart(runKey: number, partIndex: number, bodyKey: number): void;
  insertSummary(summary: Omit<SummaryRowRecord, 'summary_key'>): void;
  deleteSummaries(threadRef: number): void;
  /** Puts a removed thread back; nothing for one that is there. */
  unremove(threadRef: number): void;
}

export function prepareThreadWriter(db: Database.Database): ThreadWriter {
  const thread = db.prepare(`
    INSERT INTO threads (namespace, thread_id, format, conversation_id, title, branch_thread_id, branch_run_id,
      started_by_thread_id, started_by_run_id, source_name, is_sample)
    VALUES (@namespace, @threadId, @format, @conversationId, @title, @branchThreadId, @branchRunId,
      @startedByThreadId, @startedByRunId, @sourceName, @isSample)
  `);
  const updatedThread = db.prepare(`
    UPDATE threads SET namespace = @namespace, thread_id = @threadId, format = @format,
      conversation_id = @conversationId, title = @title, branch_thread_id = @branchThreadId,
      branch_run_id = @branchRunId, started_by_thread_id = @startedByThreadId,
      started_by_run_id = @startedByRunId, source_name = @sourceName, is_sample = @isSample
    WHERE thread_ref = @threadRef
  `);
  const figures = db.prepare(`
    UPDATE threads SET title = @title, updated_at_ms = @updated_at_ms, run_count = @run_count,
      message_count = @message_count, tool_call_count = @tool_call_count, estimated_tokens = @estimated_tokens,
      occupancy_tokens = @occupancy_tokens, occupancy_measured = @occupancy_measured, model = @model,
      boundary_count = @boundary_count, finding_count = @finding_count, findings = @findings
    WHERE thread_ref = @thread_ref
  `);
  const deleteTitle = db.prepare('DELETE FROM title_text WHERE rowid = ?');
  const insertTitle = db.prepare('INSERT INTO title_text (rowid, text) VALUES (?, ?)');
  const body = db.prepare('INSERT INTO bodies (meta, encoding, content) VALUES (?, ?, ?)');
  const run = db.prepare(
    `INSERT INTO runs (${RUN_COLUMNS.join(', ')}) VALUES (${RUN_COLUMNS.map(() => '?').join(', ')})`,
  );
  const updatedRun = db.prepare(
    `UPDATE runs SET ${RUN_COLUMNS.map((name) => `${name} = @${name}`).join(', ')} WHERE run_key = @run_key`,
  );
  const answer = db.prepare('INSERT OR IGNORE INTO answers (answer_key, run_key) VALUES (?, ?)');
  const neighbours = db.prepare(`
    UPDATE runs SET orphan_call_count = @orphan_call_count, orphan_result_count = @orphan_result_count,
      orphans = @orphans, shared_start_tokens = @shared_start_tokens, finding_count = @finding_count
    WHERE run_key = @run_key
  `);
  const turnRuns = db.prepare('UPDATE runs SET position = ? - 1 - position WHERE thread_ref = ?');
  const part = db.prepare('INSERT INTO run_parts (run_key, part_index, body_key) VALUES (?, ?, ?)');
  const summary = db.prepare(`
    INSERT INTO summaries (thread_ref, position, summary_id, last_summarized_run_id, made_by_run_id, trigger,
      tokens_before, tokens_after, opaque, covers_absent_runs, created_at_ms, estimated_tokens, message)
    VALUES (@thread_ref, @position, @summary_id, @last_summarized_run_id, @made_by_run_id, @trigger,
      @tokens_before, @tokens_after, @opaque, @covers_absent_runs, @created_at_ms, @estimated_tokens, @message)
  `);
  const deleteSummaries = db.prepare('DELETE FROM summaries WHERE thread_ref = ?');
  const unremove = db.prepare('UPDATE threads SET removed_at_ms = NULL WHERE thread_ref = ?');
  return {
    insertThread: (values) => Number(thread.run(threadColumns(values)).lastInsertRowid),
    updateThread: (threadRef, values) => {
      updatedThread.run({ ...threadColumns(values), threadRef });
    },
    writeFigures: (threadRef, values) => {
      figures.run({ ...values, thread_ref: threadRef });
      deleteTitle.run(threadRef);
      insertTitle.run(threadRef, values.title);
    },
    insertBody: (meta, encoding, content) => Number(body.run(meta, encoding, content).lastInsertRowid),
    // Spread: the driver takes values one by one in two thirds of the time of a list.
    insertRun: (values) => Number(run.run(...runValues(values)).lastInsertRowid),
    updateRun: (runKey, values) => {
      updatedRun.run({ ...values, run_key: runKey });
    },
    insertAnswers: (runKey, keys) => {
      for (const key of keys) answer.run(key.toWellFormed(), runKey);
    },
    updateNeighbours: (runKey, values) => {
      neighbours.run({ ...values, run_key: runKey });
    },
    turnRuns: (threadRef, first) => {
      turnRuns.run(first, threadRef);
    },
    insertPart: (runKey, partIndex, bodyKey) => {
      part.run(runKey, partIndex, bodyKey);
    },
    insertSummary: (values) => {
      summary.run(values);
    },
    deleteSummaries: (threadRef) => {
      deleteSummaries.run(threadRef);
    },
    unremove: (threadRef) => {
      unremove.run(threadRef);
    },
  };
}

function threadColumns({ header, sourceName, isSample }: NewThread): Record<string, string | number | null> {
  const text = (value: string | undefined | null): string | null => value?.toWellFormed() ?? null;
  return {
    namespace: text(header.namespace),
    threadId: text(header.threadId),
    format: header.format,
    conversationId: text(header.conversationId),
    title: text(header.title),
    branchThreadId: text(header.branchOf?.threadId),
    branchRunId: text(header.branchOf?.runId),
    startedByThreadId: text(header.startedBy?.threadId),
    startedByRunId: text(header.startedBy?.runId),
    sourceName: text(sourceName),
    isSample: isSample ? 1 : 0,
  };
}

/** In the order of the columns, field by field: looked up by name they cost more than the insert. */
function runValues(run: NewRun): readonly (string | number | null)[] {
  return [
    run.thread_ref,
    run.position,
    run.run_id,
    run.previous_run_id,
    run.copied_from,
    run.status,
    run.created_at_ms,
    run.ended_at_ms,
    run.measured_tokens,
    run.pending_tokens,
    run.title,
    run.message_count,
    run.item_count,
    run.tool_call_count,
    run.tool_result_count,
    run.orphan_call_count,
    run.orphan_result_count,
    run.orphans,
    run.unpaired,
    run.estimated_tokens,
    run.call_count,
    run.flat_bytes,
    run.shared_start_tokens,
    run.finding_count,
    run.reopened,
    run.calls,
    run.replies,
  ];
}
