import type Database from 'better-sqlite3';

/**
 * What providers call the answers of a run, so that one that stands in two threads (a session that was resumed
 * or forked into a file of its own) is counted once.
 */
export function migration0080(db: Database.Database): void {
  db.exec(`
    CREATE TABLE answers (
      answer_key TEXT NOT NULL,
      run_key INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
      PRIMARY KEY (answer_key, run_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX answers_by_run ON answers (run_key);
  `);
}
