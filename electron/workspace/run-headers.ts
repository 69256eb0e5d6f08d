import type { RunHeader, UsageTotals } from '../../core/contract.ts';
import { decodeCalls } from '../../core/adapters/sqlite/json-columns.ts';
import type { ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import type { RunRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { reportedTotals } from '../../core/inspect/usage-totals.ts';
import { threadOf } from './open-thread.ts';

const LARGEST_PAGE = 200;

export function runHeaders(
  reader: ThreadReader,
  query: { readonly thread: number; readonly from: number; readonly count: number },
): readonly RunHeader[] {
  threadOf(reader, query.thread);
  const count = Math.min(query.count, LARGEST_PAGE);
  const repeated = reader.repeatedRuns(query.thread, query.from, query.from + count);
  return reader
    .runPage(query.thread, query.from, count)
    .map((row) => runHeader(row, row.copied_from !== null || repeated.has(row.position)));
}

function runHeader(row: RunRowRecord, isCopied: boolean): RunHeader {
  return {
    index: row.position,
    runId: row.run_id,
    title: row.title,
    status: row.status,
    messageCount: row.message_count,
    modelCallCount: row.call_count,
    toolCallCount: row.tool_call_count,
    toolResultCount: row.tool_result_count,
    orphanCount: row.orphan_call_count + row.orphan_result_count,
    estimatedTokens: row.estimated_tokens,
    occupancyAfter:
      row.measured_tokens === null
        ? null
        : { measured: row.measured_tokens, pending: row.pending_tokens ?? 0 },
    usage: usageOf(row),
    startedAtMs: row.created_at_ms,
    durationMs: durationOf(row),
    isCopied,
    findingCount: row.finding_count,
  };
}

function usageOf(row: RunRowRecord): UsageTotals | null {
  const calls = decodeCalls(row.calls);
  if (!calls.some((call) => call.reported)) return null;
  return { calls: row.call_count, ...reportedTotals(calls) };
}

/** A clock that went backwards tells nothing. */
function durationOf(row: RunRowRecord): number | null {
  if (row.created_at_ms === null || row.ended_at_ms === null) return null;
  const duration = row.ended_at_ms - row.created_at_ms;
  return duration < 0 ? null : duration;
}
