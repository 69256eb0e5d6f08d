import type Database from 'better-sqlite3';

/**
 * Threads with their runs. What lists, headers and profiles show stands in columns of its own, so that
 * none of them has to read a message.
 *
 * A run's text is in `bodies`, one for each save, and `run_parts` says which bodies make up a run: a
 * branch copies the rows of its runs and shares their bodies. Body keys are never used twice, because
 * the search index remembers up to which one it has come.
 */
export function migration0010(db: Database.Database): void {
  db.exec(`
    CREATE TABLE imports (
      import_id INTEGER PRIMARY KEY,
      path TEXT NOT NULL,
      byte_length INTEGER NOT NULL,
      modified_at_ms INTEGER NOT NULL,
      content_hash TEXT,
      format TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('new', 'grown', 'duplicate')),
      thread_count INTEGER NOT NULL,
      imported_at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX imports_by_content ON imports (byte_length, content_hash);
    CREATE INDEX imports_unhashed ON imports (import_id) WHERE content_hash IS NULL;

    CREATE TABLE threads (
      thread_ref INTEGER PRIMARY KEY AUTOINCREMENT,
      namespace TEXT NOT NULL,
      thread_id TEXT NOT NULL,
      format TEXT NOT NULL,
      conversation_id TEXT NOT NULL,
      title TEXT NOT NULL,
      branch_thread_id TEXT,
      branch_run_id TEXT,
      started_by_thread_id TEXT,
      started_by_run_id TEXT,
      source_name TEXT,
      is_sample INTEGER NOT NULL DEFAULT 0,
      removed_at_ms INTEGER,
      updated_at_ms INTEGER,
      run_count INTEGER NOT NULL DEFAULT 0,
      message_count INTEGER NOT NULL DEFAULT 0,
      tool_call_count INTEGER NOT NULL DEFAULT 0,
      estimated_tokens INTEGER NOT NULL DEFAULT 0,
      occupancy_tokens INTEGER NOT NULL DEFAULT 0,
      occupancy_measured INTEGER NOT NULL DEFAULT 0,
      model TEXT,
      boundary_count INTEGER NOT NULL DEFAULT 0,
      finding_count INTEGER NOT NULL DEFAULT 0,
      findings TEXT NOT NULL DEFAULT '[]',
      UNIQUE (namespace, thread_id, format)
    ) STRICT;
    CREATE INDEX threads_by_update ON threads (updated_at_ms DESC, thread_ref DESC) WHERE removed_at_ms IS NULL;
    CREATE INDEX threads_removed ON threads (thread_ref) WHERE removed_at_ms IS NOT NULL;

    CREATE TABLE import_threads (
      import_id INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
      thread_ref INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      PRIMARY KEY (import_id, thread_ref)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX import_threads_by_thread ON import_threads (thread_ref);

    CREATE TABLE runs (
      run_key INTEGER PRIMARY KEY,
      thread_ref INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
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
      finding_count INTEGER NOT NULL DEFAULT 0,
      reopened INTEGER NOT NULL,
      calls TEXT NOT NULL,
      replies TEXT NOT NULL,
      UNIQUE (thread_ref, position)
    ) STRICT;
    CREATE UNIQUE INDEX runs_by_id ON runs (run_id, thread_ref);

    CREATE TABLE bodies (
      body_key INTEGER PRIMARY KEY AUTOINCREMENT,
      meta TEXT,
      encoding INTEGER NOT NULL,
      content ANY NOT NULL
    ) STRICT;

    CREATE TABLE run_parts (
      run_key INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
      part_index INTEGER NOT NULL,
      body_key INTEGER NOT NULL REFERENCES bodies,
      PRIMARY KEY (run_key, part_index)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_parts_by_body ON run_parts (body_key);

    CREATE TABLE summaries (
      summary_key INTEGER PRIMARY KEY,
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
      UNIQUE (thread_ref, position)
    ) STRICT;
  `);
}
