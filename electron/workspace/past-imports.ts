import { sep } from 'node:path';
import type Database from 'better-sqlite3';
import type { PastImport, PastImportPage } from '../../core/contract.ts';
import { formatLabel } from './format-labels.ts';

const LARGEST_PAGE = 200;

interface PastImportRow {
  readonly import_id: number;
  readonly path: string;
  readonly format: string;
  readonly outcome: PastImport['outcome'];
  readonly byte_length: number;
  readonly imported_at_ms: number;
  readonly new_threads: number;
  readonly new_runs: number;
  readonly watched: 0 | 1;
  readonly undone_at_ms: number | null;
  readonly is_recorded: 0 | 1;
}

/** What was imported, newest first. */
export function pastImports(
  db: Database.Database,
  query: { readonly offset: number; readonly limit: number },
): PastImportPage {
  const total = db.prepare<[], number>('SELECT count(*) FROM imports').pluck().get() ?? 0;
  const rows = db
    .prepare<[number, number], PastImportRow>(
      `SELECT import_id, path, format, outcome, byte_length, imported_at_ms, new_threads, new_runs, watched, undone_at_ms,
         EXISTS (SELECT 1 FROM import_changes WHERE import_changes.import_id = imports.import_id) AS is_recorded
       FROM imports ORDER BY imported_at_ms DESC, import_id DESC LIMIT ? OFFSET ?`,
    )
    .all(Math.min(query.limit, LARGEST_PAGE), query.offset);
  const threads = db
    .prepare<[number], number>(
      `SELECT threads.thread_ref FROM import_threads JOIN threads USING (thread_ref)
       WHERE import_threads.import_id = ? AND threads.removed_at_ms IS NULL ORDER BY threads.thread_ref LIMIT 100`,
    )
    .pluck();
  return { total, imports: rows.map((row) => pastImport(row, threads.all(row.import_id))) };
}

function pastImport(row: PastImportRow, threads: readonly number[]): PastImport {
  return {
    importId: row.import_id,
    path: row.path,
    formatLabel: formatLabel(row.format),
    outcome: row.outcome,
    bytes: row.byte_length,
    importedAtMs: row.imported_at_ms,
    newThreads: row.new_threads,
    newRuns: row.new_runs,
    threads,
    watched: row.watched === 1,
    undo: row.undone_at_ms !== null ? 'undone' : row.is_recorded === 1 ? 'recorded' : 'none',
  };
}

export function pastImportPath(db: Database.Database, importId: number): string | null {
  return (
    db.prepare<[number], string>('SELECT path FROM imports WHERE import_id = ?').pluck().get(importId) ?? null
  );
}

/** Runs that came in by themselves from a folder since a time, and are still here. */
export function watchedRuns(db: Database.Database, folder: string, sinceMs: number): number {
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return (
    db
      .prepare<[number, number, string], number>(
        `SELECT coalesce(sum(new_runs), 0) FROM imports
         WHERE imported_at_ms >= ? AND watched = 1 AND undone_at_ms IS NULL AND substr(path, 1, ?) = ?`,
      )
      .pluck()
      .get(sinceMs, start.length, start) ?? 0
  );
}
