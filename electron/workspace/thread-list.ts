import type Database from 'better-sqlite3';
import type { ThreadPage, ThreadRow } from '../../core/contract.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { contextWindowOf } from '../../core/inspect/context-windows.ts';
import { formatLabel } from './format-labels.ts';

export interface ListOptions {
  /** Tokens; for threads whose model's window isn't known. */
  readonly defaultContextWindow: number | null;
}

const LARGEST_PAGE = 500;

/** The threads of the workspace, the one that changed last first. */
export function listThreads(
  db: Database.Database,
  query: { readonly offset: number; readonly limit: number },
  options: ListOptions,
): ThreadPage {
  const totals = db
    .prepare<[], { readonly threads: number; readonly runs: number }>(
      'SELECT count(*) AS threads, coalesce(sum(run_count), 0) AS runs FROM threads WHERE removed_at_ms IS NULL AND run_count > 0',
    )
    .get();
  const rows = db
    .prepare<[number, number], ThreadRowRecord>(
      `SELECT * FROM threads WHERE removed_at_ms IS NULL AND run_count > 0
       ORDER BY updated_at_ms DESC, thread_ref DESC LIMIT ? OFFSET ?`,
    )
    .all(Math.min(query.limit, LARGEST_PAGE), query.offset);
  return {
    totalThreads: totals?.threads ?? 0,
    totalRuns: totals?.runs ?? 0,
    rows: rows.map((row) => threadRow(row, null, options)),
  };
}

export function threadRow(row: ThreadRowRecord, snippet: string | null, options: ListOptions): ThreadRow {
  return {
    thread: row.thread_ref,
    title: row.title,
    format: row.format,
    formatLabel: formatLabel(row.format),
    runCount: row.run_count,
    occupancyTokens: row.occupancy_tokens,
    occupancyMeasured: row.occupancy_measured === 1,
    contextWindow: contextWindowOf(row.model) ?? options.defaultContextWindow,
    boundaryCount: row.boundary_count,
    findingCount: row.finding_count,
    isBranch: row.branch_thread_id !== null,
    isSample: row.is_sample === 1,
    updatedAtMs: row.updated_at_ms,
    snippet,
  };
}
