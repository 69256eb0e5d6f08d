import type Database from 'better-sqlite3';
import { linkImportedThreads, type ImportedThreads } from './import-ledger.ts';

/** A file as it was when it was read. */
export interface ImportedFile {
  readonly path: string;
  readonly byteLength: number;
  readonly modifiedAtMs: number;
  readonly format: string;
  /** It came from a watched folder. */
  readonly watched: boolean;
}

/** Whether a file of that size was imported and has its hash. */
export function isKnownSize(db: Database.Database, byteLength: number): boolean {
  return (
    db
      .prepare<[number], number>(
        "SELECT 1 FROM imports WHERE byte_length = ? AND content_hash <> '' AND undone_at_ms IS NULL LIMIT 1",
      )
      .pluck()
      .get(byteLength) !== undefined
  );
}

/** Whether one of them begins and ends like that, or was imported before edges were looked at. */
export function mayBeKnown(db: Database.Database, byteLength: number, edgeHash: string): boolean {
  return (
    db
      .prepare<[number, string], number>(
        `SELECT 1 FROM imports
         WHERE byte_length = ? AND content_hash <> '' AND undone_at_ms IS NULL
           AND (edge_hash IS NULL OR edge_hash = ?) LIMIT 1`,
      )
      .pluck()
      .get(byteLength, edgeHash) !== undefined
  );
}

/** The threads that the same bytes brought, read as the same format, if all of them are still here. */
export function threadsOfContent(
  db: Database.Database,
  byteLength: number,
  contentHash: string,
  format: string,
): readonly number[] | null {
  const records = db
    .prepare<[number, string, string], { readonly import_id: number; readonly thread_count: number }>(
      `SELECT import_id, thread_count FROM imports
       WHERE byte_length = ? AND content_hash = ? AND format = ? AND undone_at_ms IS NULL`,
    )
    .all(byteLength, contentHash, format);
  const present = db
    .prepare<[number], number>(
      `SELECT threads.thread_ref FROM import_threads JOIN threads USING (thread_ref)
       WHERE import_threads.import_id = ? AND threads.removed_at_ms IS NULL ORDER BY threads.thread_ref`,
    )
    .pluck();
  for (const record of records) {
    const threads = present.all(record.import_id);
    if (threads.length === record.thread_count) return threads;
  }
  return null;
}

export interface UnhashedImport {
  readonly importId: number;
  readonly path: string;
  readonly byteLength: number;
  readonly modifiedAtMs: number;
}

/** An import whose file's hash is still to be worked out; null when there is none. */
export function nextUnhashed(db: Database.Database): UnhashedImport | null {
  return (
    db
      .prepare<[], UnhashedImport>(
        `SELECT import_id AS importId, path, byte_length AS byteLength, modified_at_ms AS modifiedAtMs
         FROM imports WHERE content_hash IS NULL ORDER BY import_id LIMIT 1`,
      )
      .get() ?? null
  );
}

/** What a file is told by from then on. `content` is empty for one that can't be read as it was any more. */
export interface FileHashes {
  readonly content: string;
  readonly edges: string | null;
}

export function setHashes(db: Database.Database, importId: number, { content, edges }: FileHashes): void {
  db.prepare('UPDATE imports SET content_hash = ?, edge_hash = ? WHERE import_id = ?').run(
    content,
    edges,
    importId,
  );
}

/** Whether the file was read as it is now, judged by what the folder tells; for files that nobody points at. */
export function wasRead(db: Database.Database, file: Omit<ImportedFile, 'format' | 'watched'>): boolean {
  const newest = db
    .prepare<[string], { readonly byte_length: number; readonly modified_at_ms: number }>(
      'SELECT byte_length, modified_at_ms FROM imports WHERE path = ? ORDER BY import_id DESC LIMIT 1',
    )
    .get(file.path.toWellFormed());
  return (
    newest !== undefined &&
    newest.byte_length === file.byteLength &&
    newest.modified_at_ms === file.modifiedAtMs
  );
}

/** Watched files grow by a line at a time; within a day all that came in of one is one import. */
const SAME_IMPORT_MS = 24 * 3_600_000;

/** @returns The record's id. What the import brought is not in it yet: `completeImport` follows in the same transaction. */
export function beginImport(db: Database.Database, file: ImportedFile, nowMs: number): number {
  const continued = file.watched ? continuedImport(db, file.path, nowMs) : null;
  if (continued !== null) return continued;
  return Number(
    db
      .prepare(
        `INSERT INTO imports (path, byte_length, modified_at_ms, format, outcome, thread_count, imported_at_ms, watched)
         VALUES (?, ?, ?, ?, 'duplicate', 0, ?, ?)`,
      )
      .run(
        file.path.toWellFormed(),
        file.byteLength,
        file.modifiedAtMs,
        file.format,
        nowMs,
        file.watched ? 1 : 0,
      ).lastInsertRowid,
  );
}

/** The last import of a watched file, if nothing else has changed its threads since. */
function continuedImport(db: Database.Database, path: string, nowMs: number): number | null {
  const last = db
    .prepare<
      [string],
      {
        readonly import_id: number;
        readonly watched: 0 | 1;
        readonly undone_at_ms: number | null;
        readonly imported_at_ms: number;
        readonly since_ms: number | null;
        readonly is_newest: 0 | 1;
      }
    >(
      `SELECT import_id, watched, undone_at_ms, imported_at_ms,
         (SELECT min(changed_at_ms) FROM import_changes WHERE import_changes.import_id = imports.import_id) AS since_ms,
         NOT EXISTS (
           SELECT 1 FROM import_changes AS mine
           JOIN import_changes AS later ON later.thread_ref = mine.thread_ref AND later.import_id > mine.import_id
           WHERE mine.import_id = imports.import_id
         ) AS is_newest
       FROM imports WHERE path = ? ORDER BY import_id DESC LIMIT 1`,
    )
    .get(path.toWellFormed());
  if (last === undefined || last.watched === 0 || last.undone_at_ms !== null || last.is_newest === 0)
    return null;
  if (last.since_ms === null || nowMs - last.since_ms > SAME_IMPORT_MS) return null;
  return last.import_id;
}

/** Writes what the import brought into its record, added to what a continued one has brought already. */
export function completeImport(
  db: Database.Database,
  importId: number,
  file: ImportedFile,
  brought: ImportedThreads,
  importedAtMs: number,
): void {
  linkImportedThreads(db, importId);
  db.prepare(
    `UPDATE imports SET byte_length = @byteLength, content_hash = @contentHash, modified_at_ms = @modifiedAtMs,
       outcome = CASE WHEN new_threads > 0 OR @newThreads > 0 THEN 'new'
         WHEN outcome = 'duplicate' THEN @outcome ELSE outcome END,
       thread_count = (SELECT count(*) FROM import_threads WHERE import_threads.import_id = imports.import_id),
       imported_at_ms = @importedAtMs, new_threads = new_threads + @newThreads, new_runs = new_runs + @newRuns
     WHERE import_id = @importId`,
  ).run({
    importId,
    byteLength: file.byteLength,
    modifiedAtMs: file.modifiedAtMs,
    // A file that is still being written to is told by its place, size and time.
    contentHash: file.watched ? '' : null,
    outcome: brought.outcome,
    importedAtMs,
    newThreads: brought.newThreads,
    newRuns: brought.newRuns,
  });
}
