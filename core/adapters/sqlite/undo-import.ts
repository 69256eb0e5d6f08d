import type Database from 'better-sqlite3';
import { InspectorError } from '../../domain/errors.ts';
import { SUMMARY_COLUMNS, THREAD_FIGURE_COLUMNS } from './import-journal.ts';
import { NATIVE_FORMAT } from './native-format.ts';
import { deleteBodies, deleteRun } from './purge-removed.ts';
import { RUN_COLUMNS } from './thread-rows.ts';

interface Change {
  readonly thread_ref: number;
  readonly is_new: 0 | 1;
  readonly changed_at_ms: number;
  readonly title: string;
  readonly namespace: string;
  readonly thread_id: string;
}

/**
 * Takes back exactly what an import added, in one transaction.
 *
 * @returns The threads that changed or went.
 * @throws InspectorError 'not-found' for an import that isn't recorded, 'refused' with a sentence when
 *   something builds on it.
 */
export function undoImport(db: Database.Database, importId: number, nowMs: number): readonly number[] {
  return db
    .transaction(() => {
      const record = db
        .prepare<[number], { readonly undone_at_ms: number | null }>(
          'SELECT undone_at_ms FROM imports WHERE import_id = ?',
        )
        .get(importId);
      if (record === undefined) {
        throw new InspectorError('not-found', 'This import is not recorded in the workspace any more.');
      }
      if (record.undone_at_ms !== null)
        throw new InspectorError('refused', 'This import was undone already.');
      const changes = db
        .prepare<[number], Change>(
          `SELECT thread_ref, is_new, changed_at_ms, title, namespace, thread_id
           FROM import_changes JOIN threads USING (thread_ref) WHERE import_id = ? ORDER BY thread_ref`,
        )
        .all(importId);
      if (changes.length === 0) {
        throw new InspectorError('refused', 'There is nothing left of this import that could be undone.');
      }
      for (const change of changes) refuseWhenUsed(db, importId, change);
      for (const change of changes) {
        if (change.is_new === 1) deleteThread(db, change.thread_ref);
        else restoreThread(db, importId, change.thread_ref);
      }
      for (const table of ['runs_before', 'summaries_before', 'threads_before', 'import_changes']) {
        db.prepare(`DELETE FROM ${table} WHERE import_id = ?`).run(importId);
      }
      db.prepare('UPDATE imports SET undone_at_ms = ? WHERE import_id = ?').run(nowMs, importId);
      return changes.map((change) => change.thread_ref);
    })
    .immediate();
}

function refuseWhenUsed(db: Database.Database, importId: number, change: Change): void {
  const later = db
    .prepare<[number, number], string>(
      `SELECT imports.path FROM import_changes JOIN imports USING (import_id)
       WHERE import_changes.thread_ref = ? AND import_changes.import_id > ?
       ORDER BY import_changes.import_id DESC LIMIT 1`,
    )
    .pluck()
    .get(change.thread_ref, importId);
  if (later !== undefined) {
    throw new InspectorError(
      'refused',
      `A later import of ${later} added to “${change.title}”: undo that one first.`,
    );
  }
  const experiment = db
    .prepare<[number, number], string>(
      `SELECT name FROM experiments
       WHERE thread_ref = ? AND removed_at_ms IS NULL AND created_at_ms >= ? ORDER BY experiment_id DESC LIMIT 1`,
    )
    .pluck()
    .get(change.thread_ref, change.changed_at_ms);
  if (experiment !== undefined) {
    throw new InspectorError(
      'refused',
      `The experiment “${experiment}” was run on “${change.title}” since: delete it first, or keep the import.`,
    );
  }
  const branch = db
    .prepare<[string, string, string], string>(
      `SELECT title FROM threads
       WHERE branch_thread_id = ? AND namespace = ? AND format = ? AND removed_at_ms IS NULL LIMIT 1`,
    )
    .pluck()
    .get(change.thread_id, change.namespace, NATIVE_FORMAT);
  if (branch !== undefined) {
    throw new InspectorError(
      'refused',
      `The branch “${branch}” continues “${change.title}”: remove it first, or keep the import.`,
    );
  }
}

function deleteThread(db: Database.Database, thread: number): void {
  for (const run of runKeysFrom(db, thread, 0)) deleteRun(db, run);
  db.prepare('DELETE FROM title_text WHERE rowid = ?').run(thread);
  db.prepare('DELETE FROM threads WHERE thread_ref = ?').run(thread);
}

function restoreThread(db: Database.Database, importId: number, thread: number): void {
  const before = db
    .prepare<[number, number], { readonly run_count: number; readonly title: string }>(
      'SELECT run_count, title FROM threads_before WHERE import_id = ? AND thread_ref = ?',
    )
    .get(importId, thread);
  if (before === undefined) return;
  for (const run of runKeysFrom(db, thread, before.run_count)) deleteRun(db, run);
  restoreRuns(db, importId, thread);
  const summaries = SUMMARY_COLUMNS.join(', ');
  db.prepare('DELETE FROM summaries WHERE thread_ref = ?').run(thread);
  db.prepare(
    `INSERT INTO summaries (${summaries})
     SELECT ${summaries} FROM summaries_before WHERE import_id = ? AND thread_ref = ? ORDER BY position`,
  ).run(importId, thread);
  const figures = THREAD_FIGURE_COLUMNS.join(', ');
  db.prepare(
    `UPDATE threads SET (${figures}) =
       (SELECT ${figures} FROM threads_before AS before WHERE before.import_id = ? AND before.thread_ref = threads.thread_ref)
     WHERE thread_ref = ?`,
  ).run(importId, thread);
  db.prepare('DELETE FROM title_text WHERE rowid = ?').run(thread);
  db.prepare('INSERT INTO title_text (rowid, text) VALUES (?, ?)').run(thread, before.title);
}

function restoreRuns(db: Database.Database, importId: number, thread: number): void {
  const kept = db
    .prepare<[number, number], { readonly run_key: number; readonly part_count: number }>(
      'SELECT run_key, part_count FROM runs_before WHERE import_id = ? AND thread_ref = ?',
    )
    .all(importId, thread);
  const laterParts = db
    .prepare<[number, number], number>('SELECT body_key FROM run_parts WHERE run_key = ? AND part_index >= ?')
    .pluck();
  const deleteParts = db.prepare('DELETE FROM run_parts WHERE run_key = ? AND part_index >= ?');
  const columns = RUN_COLUMNS.join(', ');
  const restore = db.prepare(
    `UPDATE runs SET (${columns}) =
       (SELECT ${columns} FROM runs_before AS before WHERE before.import_id = ? AND before.run_key = runs.run_key)
     WHERE run_key = ?`,
  );
  for (const { run_key: run, part_count: parts } of kept) {
    const bodies = laterParts.all(run, parts);
    deleteParts.run(run, parts);
    deleteBodies(db, bodies);
    restore.run(importId, run);
  }
}

function runKeysFrom(db: Database.Database, thread: number, position: number): readonly number[] {
  return db
    .prepare<[number, number], number>(
      'SELECT run_key FROM runs WHERE thread_ref = ? AND position >= ? ORDER BY position DESC',
    )
    .pluck()
    .all(thread, position);
}
