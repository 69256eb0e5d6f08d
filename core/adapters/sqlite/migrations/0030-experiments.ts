import type Database from 'better-sqlite3';

/** What was tried on a thread. Long texts come last, so that a list reads none of their pages. */
export function migration0030(db: Database.Database): void {
  db.exec(`
    CREATE TABLE experiments (
      experiment_id INTEGER PRIMARY KEY AUTOINCREMENT,
      thread_ref INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      name TEXT NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      removed_at_ms INTEGER,
      policy TEXT NOT NULL,
      include_tool_arguments INTEGER NOT NULL,
      model_name TEXT,
      parameters TEXT NOT NULL,
      summary_id TEXT NOT NULL,
      last_summarized_run_id TEXT,
      covered_runs INTEGER NOT NULL,
      covered_tokens INTEGER NOT NULL,
      summary_tokens INTEGER,
      usage TEXT,
      cost REAL,
      duration_ms INTEGER NOT NULL,
      fact_count INTEGER,
      surviving_fact_count INTEGER,
      created_at_ms INTEGER NOT NULL,
      instruction TEXT,
      summary_text TEXT,
      raw_response TEXT,
      request_input TEXT
    ) STRICT;
    CREATE INDEX experiments_by_thread ON experiments (thread_ref, experiment_id);
  `);
}
