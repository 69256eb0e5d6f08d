import type Database from 'better-sqlite3';

export interface ImportRecord {
  readonly path: string;
  readonly byteLength: number;
  readonly contentHash: string;
  readonly format: string;
  readonly outcome: 'new' | 'grown' | 'duplicate';
  readonly importedAtMs: number;
  readonly threads: readonly number[];
}

export interface ImportLookup {
  /** A file of this size was imported. */
  readonly mayExist: boolean;
  /** The threads such a file brought, if all of them are still here; null when it has to be read. */
  threadsOf(contentHash: string): readonly number[] | null;
}

/** Looks for an earlier import of the same bytes. */
export function findImport(db: Database.Database, byteLength: number): ImportLookup {
  const sizes = db
    .prepare<[number], { readonly import_id: number }>(
      'SELECT import_id FROM imports WHERE byte_length = ? LIMIT 1',
    )
    .all(byteLength);
  return {
    mayExist: sizes.length > 0,
    threadsOf: (contentHash) => {
      const records = db
        .prepare<[number, string], { readonly import_id: number; readonly thread_count: number }>(
          'SELECT import_id, thread_count FROM imports WHERE byte_length = ? AND content_hash = ?',
        )
        .all(byteLength, contentHash);
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
    },
  };
}

export function recordImport(db: Database.Database, record: ImportRecord): void {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO imports (path, byte_length, content_hash, format, outcome, thread_count, imported_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      record.path.toWellFormed(),
      record.byteLength,
      record.contentHash,
      record.format,
      record.outcome,
      record.threads.length,
      record.importedAtMs,
    );
  const link = db.prepare('INSERT INTO import_threads (import_id, thread_ref) VALUES (?, ?)');
  for (const thread of record.threads) link.run(lastInsertRowid, thread);
}
