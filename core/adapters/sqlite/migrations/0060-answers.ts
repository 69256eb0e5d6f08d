import type Database from 'better-sqlite3';

/**
 * What was wrong with an answer that is kept all the same, because it was paid for; and which experiment made
 * the summary that a thread carries.
 */
export function migration0060(db: Database.Database): void {
  db.exec(`
    ALTER TABLE experiments ADD COLUMN shortfall TEXT CHECK (shortfall IN ('cut-off', 'empty'));
    CREATE INDEX experiments_by_summary ON experiments (summary_id);
  `);
}
