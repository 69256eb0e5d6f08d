import type Database from 'better-sqlite3';
import { RUN_COLUMNS } from './thread-rows.ts';

export const THREAD_FIGURE_COLUMNS = [
  'removed_at_ms',
  'title',
  'updated_at_ms',
  'run_count',
  'message_count',
  'tool_call_count',
  'estimated_tokens',
  'occupancy_tokens',
  'occupancy_measured',
  'model',
  'boundary_count',
  'finding_count',
  'findings',
] as const;

export const SUMMARY_COLUMNS = [
  'thread_ref',
  'position',
  'summary_id',
  'last_summarized_run_id',
  'made_by_run_id',
  'trigger',
  'tokens_before',
  'tokens_after',
  'opaque',
  'covers_absent_runs',
  'created_at_ms',
  'estimated_tokens',
  'message',
] as const;

/** Keeps how things were before an import wrote over them. Each is called before the writing. */
export interface ImportJournal {
  madeThread(threadRef: number): void;
  /** The thread's figures and its summaries, which are always written anew. */
  changesThread(threadRef: number): void;
  changesRun(runKey: number): void;
}

/**
 * @param importId Of a record that is in the table. What it has kept already stays: an import that goes on
 *   from an earlier one of the same file is taken back together with it.
 */
export function importJournal(db: Database.Database, importId: number, changedAtMs: number): ImportJournal {
  const figures = THREAD_FIGURE_COLUMNS.join(', ');
  const runs = RUN_COLUMNS.join(', ');
  const summaries = SUMMARY_COLUMNS.join(', ');
  const change = db.prepare('INSERT OR IGNORE INTO import_changes VALUES (?, ?, ?, ?)');
  const isMade = db
    .prepare<[number, number], number>(
      'SELECT is_new FROM import_changes WHERE import_id = ? AND thread_ref = ?',
    )
    .pluck();
  const thread = db.prepare(
    `INSERT INTO threads_before (import_id, thread_ref, ${figures})
     SELECT ?, thread_ref, ${figures} FROM threads WHERE thread_ref = ?`,
  );
  const summary = db.prepare(
    `INSERT INTO summaries_before (import_id, ${summaries}) SELECT ?, ${summaries} FROM summaries WHERE thread_ref = ?`,
  );
  // A run that this very import made goes altogether.
  const run = db.prepare(
    `INSERT OR IGNORE INTO runs_before (import_id, run_key, part_count, ${runs})
     SELECT before.import_id, run_key, (SELECT count(*) FROM run_parts WHERE run_parts.run_key = runs.run_key),
       ${RUN_COLUMNS.map((name) => `runs.${name}`).join(', ')}
     FROM runs JOIN threads_before AS before ON before.thread_ref = runs.thread_ref AND before.import_id = ?
     WHERE runs.run_key = ? AND runs.position < before.run_count`,
  );
  return {
    madeThread: (threadRef) => {
      change.run(importId, threadRef, 1, changedAtMs);
    },
    changesThread: (threadRef) => {
      if (isMade.get(importId, threadRef) !== undefined) return;
      change.run(importId, threadRef, 0, changedAtMs);
      thread.run(importId, threadRef);
      summary.run(importId, threadRef);
    },
    changesRun: (runKey) => {
      run.run(importId, runKey);
    },
  };
}
