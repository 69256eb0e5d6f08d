import type { ThreadOverview, UsageTotals } from '../../core/contract.ts';
import { NATIVE_FORMAT } from '../../core/adapters/sqlite/native-format.ts';
import {
  profiledRun,
  readThreadProfile,
  type ProfiledRun,
} from '../../core/adapters/sqlite/read-thread-profile.ts';
import { headerOf } from '../../core/adapters/sqlite/refresh-thread.ts';
import { storedInstructionTokens } from '../../core/adapters/sqlite/stored-instructions.ts';
import type { ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import { boundaryOf } from '../../core/adapters/sqlite/summary-rows.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { contextWindowOf } from '../../core/inspect/context-windows.ts';
import { reportedTotals } from '../../core/inspect/usage-totals.ts';
import { boundaryViews } from './boundary-views.ts';
import { formatLabel } from './format-labels.ts';
import { threadOf } from './open-thread.ts';
import type { ListOptions } from './thread-list.ts';

const IDLE_MS = 5 * 60_000;

/** Everything about a thread but its runs' text, from columns alone. */
export function threadOverview(reader: ThreadReader, thread: number, options: ListOptions): ThreadOverview {
  const row = threadOf(reader, thread);
  const header = headerOf(row);
  const runs = reader.profileRows(thread).map((run) => profiledRun(run, header));
  const boundaries = reader.summaries(thread).map((summary) => boundaryOf(summary, header.threadId));
  const views = boundaryViews(
    runs.map(({ run }) => run.runId),
    runs.map((run) => run.row.estimated_tokens),
    boundaries,
  );
  const applied = views.findIndex((view) => view.applies);
  return {
    thread,
    threadId: row.thread_id,
    namespace: row.namespace,
    title: row.title,
    format: row.format,
    formatLabel: formatLabel(row.format),
    sourceName: row.source_name,
    branchOf: branchOf(reader, row),
    runCount: row.run_count,
    messageCount: row.message_count,
    toolCallCount: row.tool_call_count,
    model: row.model,
    contextWindow: contextWindowOf(row.model) ?? options.defaultContextWindow,
    usage: usageOf(runs, reader.repeatedRuns(thread, 0, row.run_count)),
    profile: readThreadProfile(header, runs, boundaries, storedInstructionTokens(reader, thread)),
    boundaries: views,
    appliedBoundary: applied < 0 ? null : applied,
    findingCount: row.finding_count,
    runsWithFindings: runs.flatMap(({ row: { finding_count: findings } }, index) =>
      findings > 0 ? [index] : [],
    ),
    gaps: idleGaps(runs),
  };
}

/** The thread it continues stands under its own format, or under ours when it is a branch itself. */
function branchOf(reader: ThreadReader, row: ThreadRowRecord): ThreadOverview['branchOf'] {
  if (row.branch_thread_id === null) return null;
  const origin = reader.threadsById(row.namespace, row.branch_thread_id);
  const found =
    origin.find((other) => other.format === row.format) ??
    origin.find((other) => other.format !== NATIVE_FORMAT) ??
    origin[0];
  return {
    thread: found === undefined || found.removed_at_ms !== null ? null : found.thread_ref,
    threadId: row.branch_thread_id,
    runId: row.branch_run_id,
  };
}

/** Runs shared with another thread were billed there. */
function usageOf(runs: readonly ProfiledRun[], repeated: ReadonlySet<number>): UsageTotals | null {
  if (!runs.some(({ run }) => run.calls.some((call) => call.reported))) return null;
  const own = runs.filter(({ run }, position) => run.copiedFrom === null && !repeated.has(position));
  const calls = own.flatMap(({ run }) => run.calls);
  return { calls: own.reduce((sum, { row }) => sum + row.call_count, 0), ...reportedTotals(calls) };
}

function idleGaps(runs: readonly ProfiledRun[]): ThreadOverview['gaps'] {
  return runs.flatMap(({ row }, index) => {
    const before = runs[index - 1]?.row;
    const last = before?.ended_at_ms ?? before?.created_at_ms ?? null;
    if (last === null || row.created_at_ms === null) return [];
    const ms = row.created_at_ms - last;
    return ms > IDLE_MS ? [{ beforeRun: index, ms }] : [];
  });
}
