import { existsSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { InspectorError } from '../../domain/errors.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type SqliteDriver } from './open-database.ts';
import { sqliteCode } from './sqlite-code.ts';

export interface WorkspaceDatabaseOptions {
  /**
   * `full` survives a power cut with everything that was answered, for what can't be made again.
   * `normal` may lose the newest transactions then, but never parts of one; for imports.
   */
  readonly durability: 'full' | 'normal';
  /** How long a statement waits for another connection's write. A thread that answers requests waits elsewhere. */
  readonly busyTimeoutMs: number;
  readonly driver?: SqliteDriver;
}

/** A large page holds most runs' text without a chain of overflow pages: an import writes a fifth faster than with 16 kB. */
const PAGE_BYTES = 32_768;
/** An import writes to several tables by turns: with the default of 2 MB their pages push one another out. */
const IMPORT_CACHE_KIB = 16 * 1024;
/** Another program may be at the file just now; nothing is answered before it is open anyway. */
const OPENING_TIMEOUT_MS = 5000;

/**
 * Opens a workspace, or makes one, with the schema this program knows.
 *
 * @throws InspectorError 'storage-failed', with what to do, for a file that is no database, is damaged
 *   or comes from a newer program. The file is then as it was.
 */
export function openWorkspaceDatabase(path: string, options: WorkspaceDatabaseOptions): Database.Database {
  let db: Database.Database | null = null;
  try {
    db = openDatabase(path, options.driver === undefined ? {} : { driver: options.driver });
    prepareConnection(db, options.durability);
    migrate(db);
    db.pragma(`busy_timeout = ${options.busyTimeoutMs}`);
    return db;
  } catch (cause) {
    db?.close();
    throw openFailure(path, cause);
  }
}

/** The settings that belong to a connection and not to the file. */
function prepareConnection(db: Database.Database, durability: 'full' | 'normal'): void {
  db.pragma(`busy_timeout = ${OPENING_TIMEOUT_MS}`);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durability}`);
  if (durability === 'normal') db.pragma(`cache_size = ${-IMPORT_CACHE_KIB}`);
  db.pragma('foreign_keys = ON');
  // Writing the log back stops a thread for as long as it is long; the upkeep does it in the background.
  db.pragma('wal_autocheckpoint = 0');
  // Text in a database is data: a schema that calls functions from views or triggers is not ours.
  db.pragma('trusted_schema = OFF');
}

function openFailure(path: string, cause: unknown): InspectorError {
  if (cause instanceof InspectorError) return cause;
  const code = sqliteCode(cause);
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return new InspectorError(
      'storage-failed',
      `${path} is damaged or is no Tidemark workspace. It was left as it is: move it away to start with an empty one, or put a copy in its place.`,
      { cause },
    );
  }
  if (existsSync(path) && statSync(path).isDirectory()) {
    return new InspectorError('storage-failed', `${path} is a folder; a workspace is one file.`, { cause });
  }
  return new InspectorError(
    'storage-failed',
    `The workspace ${path} can't be opened (${cause instanceof Error ? cause.message : String(cause)}). Check that its folder exists and can be written to.`,
    { cause },
  );
}
