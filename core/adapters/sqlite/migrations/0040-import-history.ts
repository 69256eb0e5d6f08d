import type Database from 'better-sqlite3';

/**
 * What each import changed, so that it can be taken back: which threads it made, and of those it added to,
 * the rows that it wrote over as they were before.
 */
export function migration0040(db: Database.Database): void {
  db.exec(`
    ALTER TABLE imports ADD COLUMN new_threads INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE imports ADD COLUMN new_runs INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE imports ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE imports ADD COLUMN undone_at_ms INTEGER;
    CREATE INDEX imports_by_path ON imports (path, import_id);
    CREATE INDEX imports_by_time ON imports (imported_at_ms, import_id);

    CREATE TABLE import_changes (
      import_id INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
      thread_ref INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      is_new INTEGER NOT NULL,
      changed_at_ms INTEGER NOT NULL,
      PRIMARY KEY (import_id, thread_ref)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX import_changes_by_thread ON import_changes (thread_ref, import_id);

    CREATE TABLE threads_before (
      import_id INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
      thread_ref INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      removed_at_ms INTEGER,
      title TEXT NOT NULL,
      updated_at_ms INTEGER,
      run_count INTEGER NOT NULL,
      message_count INTEGER NOT NULL,
      tool_call_count INTEGER NOT NULL,
      estimated_tokens INTEGER NOT NULL,
      occupancy_tokens INTEGER NOT NULL,
      occupancy_measured INTEGER NOT NULL,
      model TEXT,
      boundary_count INTEGER NOT NULL,
      finding_count INTEGER NOT NULL,
      findings TEXT NOT NULL,
      PRIMARY KEY (import_id, thread_ref)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX threads_before_by_thread ON threads_before (thread_ref);

    CREATE TABLE runs_before (
      import_id INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
      run_key INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
      part_count INTEGER NOT NULL,
      thread_ref INTEGER NOT NULL,
      position INTEGER NOT NULL,
      run_id TEXT NOT NULL,
      previous_run_id TEXT,
      copied_from TEXT,
      status TEXT NOT NULL,
      created_at_ms INTEGER,
      ended_at_ms INTEGER,
      measured_tokens INTEGER,
      pending_tokens INTEGER,
      title TEXT NOT NULL,
      message_count INTEGER NOT NULL,
      item_count INTEGER NOT NULL,
      tool_call_count INTEGER NOT NULL,
      tool_result_count INTEGER NOT NULL,
      orphan_call_count INTEGER NOT NULL,
      orphan_result_count INTEGER NOT NULL,
      orphans TEXT NOT NULL,
      unpaired TEXT NOT NULL,
      estimated_tokens INTEGER NOT NULL,
      call_count INTEGER NOT NULL,
      flat_bytes INTEGER NOT NULL,
      shared_start_tokens INTEGER NOT NULL,
      finding_count INTEGER NOT NULL,
      reopened INTEGER NOT NULL,
      calls TEXT NOT NULL,
      replies TEXT NOT NULL,
      PRIMARY KEY (import_id, run_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX runs_before_by_run ON runs_before (run_key);

    CREATE TABLE summaries_before (
      import_id INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
      thread_ref INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      position INTEGER NOT NULL,
      summary_id TEXT NOT NULL,
      last_summarized_run_id TEXT,
      made_by_run_id TEXT,
      trigger TEXT NOT NULL,
      tokens_before INTEGER,
      tokens_after INTEGER,
      opaque INTEGER NOT NULL,
      covers_absent_runs INTEGER NOT NULL,
      created_at_ms INTEGER,
      estimated_tokens INTEGER,
      message TEXT,
      PRIMARY KEY (import_id, thread_ref, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX summaries_before_by_thread ON summaries_before (thread_ref);
  `);
}
