import type { FindingCode } from '../domain/finding.ts';
import type { RunId } from '../domain/ids.ts';
import type { ModelView, RunRecord, StoredSummary } from '../domain/thread.ts';

/** Why a stored summary does not apply. */
export type InertReason = Extract<
  FindingCode,
  'boundary-empty' | 'boundary-unknown-run' | 'boundary-not-older'
>;

/**
 * Applies the newest summary of a thread; the one copy of that rule.
 *
 * @param runs The transcript, oldest first.
 * @param newestSummary Null when the thread has none. An older one never steps in for it.
 * @param upToRunId The newest run of the view, by default that of the thread. One that the thread
 *   doesn't have loads everything, without summary.
 */
export function loadModelView(
  runs: readonly RunRecord[],
  newestSummary: StoredSummary | null,
  upToRunId?: RunId,
): ModelView {
  const target = upToRunId === undefined ? runs.length - 1 : indexOfRun(runs, upToRunId);
  if (target < 0) return { summary: null, runs };
  if (newestSummary === null || inertReason(runs, newestSummary, upToRunId) !== null) {
    return { summary: null, runs: runs.slice(0, target + 1) };
  }
  const boundary = indexOfRun(runs, newestSummary.lastSummarizedRunId);
  return { summary: newestSummary, runs: runs.slice(boundary + 1, target + 1) };
}

/** Null when the summary applies to the view up to `upToRunId` (by default the newest run). */
export function inertReason(
  runs: readonly RunRecord[],
  summary: StoredSummary,
  upToRunId?: RunId,
): InertReason | null {
  if (summary.lastSummarizedRunId === null) return 'boundary-empty';
  const boundary = indexOfRun(runs, summary.lastSummarizedRunId);
  if (boundary < 0) return 'boundary-unknown-run';
  const target = upToRunId === undefined ? runs.length - 1 : indexOfRun(runs, upToRunId);
  return boundary < target ? null : 'boundary-not-older';
}

/** Searched from the end: what is asked for is nearly always among the newest runs. */
function indexOfRun(runs: readonly RunRecord[], runId: RunId | null): number {
  return runs.findLastIndex((run) => run.runId === runId);
}
