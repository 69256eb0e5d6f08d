import type Database from 'better-sqlite3';

/**
 * The hash of a file's first and last bytes beside the one of all of them: most files that are as long as
 * another differ there, and are told apart without being read whole. Null for what was imported before.
 */
export function migration0070(db: Database.Database): void {
  db.exec('ALTER TABLE imports ADD COLUMN edge_hash TEXT');
}
