import type Database from 'better-sqlite3';
import type { ThreadPage, ThreadRow } from '../../core/contract.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { contextWindowOf } from '../../core/inspect/context-windows.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { parseSearch } from '../../core/adapters/sqlite/search-query.ts';
import { findThreads, snippetOf } from './thread-search.ts';
import { formatLabel } from './format-labels.ts';

export interface ListOptions {
  /** Tokens; for threads whose model's window isn't known. */
  readonly defaultContextWindow: number | null;
}

export interface PageQuery {
  readonly offset: number;
  readonly limit: number;
}

const LARGEST_PAGE = 500;

interface Totals {
  readonly threads: number;
  readonly runs: number;
}

/** The threads of the workspace, the one that changed last first. */
export function listThreads(db: Database.Database, query: PageQuery, options: ListOptions): ThreadPage {
  const totals = db
    .prepare<[], Totals>(
      `SELECT count(*) AS threads, coalesce(sum(run_count), 0) AS runs FROM threads
       WHERE removed_at_ms IS NULL AND run_count > 0`,
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

/**
 * The threads in whose title or messages every word of the search occurs.
 *
 * @param isStale Asked between turns: nobody waits for the answer any more.
 * @throws InspectorError 'cancelled' once it is stale.
 */
export async function searchThreads(
  db: Database.Database,
  query: PageQuery & { readonly search: string },
  options: ListOptions,
  isStale: () => boolean,
): Promise<ThreadPage> {
  const search = parseSearch(query.search);
  if (search === null) return { totalThreads: 0, totalRuns: 0, rows: [] };
  const found = await findThreads(db, search, isStale);
  if (isStale()) throw new InspectorError('cancelled', 'A newer search took the place of this one.');
  const byRef = db.prepare<[number], ThreadRowRecord>('SELECT * FROM threads WHERE thread_ref = ?');
  const rows = [...found.keys()]
    .flatMap((thread) => byRef.get(thread) ?? [])
    .filter((row) => row.removed_at_ms === null && row.run_count > 0)
    .sort(
      (left, right) =>
        (right.updated_at_ms ?? 0) - (left.updated_at_ms ?? 0) || right.thread_ref - left.thread_ref,
    );
  const page = rows.slice(query.offset, query.offset + Math.min(query.limit, LARGEST_PAGE));
  return {
    totalThreads: rows.length,
    totalRuns: rows.reduce((sum, row) => sum + row.run_count, 0),
    rows: page.map((row) => {
      const body = found.get(row.thread_ref) ?? null;
      return threadRow(row, body === null ? null : snippetOf(db, search, body), options);
    }),
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
