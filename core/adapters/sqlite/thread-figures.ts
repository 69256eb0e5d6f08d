import type { Finding } from '../../domain/finding.ts';
import type { ModelCall } from '../../domain/model-call.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import { evaluateBoundaries } from '../../inspect/evaluate-boundaries.ts';
import type { RunId } from '../../domain/ids.ts';
import type { ThreadFigures } from './thread-rows.ts';

/** What a thread's row needs to know of each run. */
export interface RunOfThread {
  readonly runId: RunId;
  readonly messageCount: number;
  readonly toolCallCount: number;
  readonly estimatedTokens: number;
  readonly occupancyAfter: { readonly measuredTokens: number; readonly pendingTokens: number } | null;
  readonly createdAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly calls: readonly ModelCall[];
}

/** Adds up what the list of threads shows. */
export function threadFigures(
  title: string,
  runs: readonly RunOfThread[],
  boundaries: readonly SummaryBoundary[],
  findings: readonly Finding[],
): ThreadFigures {
  const newest = runs.at(-1);
  const measured = newest?.occupancyAfter ?? null;
  return {
    title: title.toWellFormed(),
    updated_at_ms: newestTime(runs),
    run_count: runs.length,
    message_count: total(runs, (run) => run.messageCount),
    tool_call_count: total(runs, (run) => run.toolCallCount),
    estimated_tokens: total(runs, (run) => run.estimatedTokens),
    occupancy_tokens:
      measured === null
        ? modelViewTokens(runs, boundaries)
        : measured.measuredTokens + measured.pendingTokens,
    occupancy_measured: measured === null ? 0 : 1,
    model: usualModel(runs),
    boundary_count: boundaries.length,
    finding_count: findings.length,
    findings: JSON.stringify(
      findings.map(({ code, runId, message }) => [code, runId, message]),
    ).toWellFormed(),
  };
}

/** E of what would be sent next: the summary that applies, then the runs after its boundary. */
function modelViewTokens(runs: readonly RunOfThread[], boundaries: readonly SummaryBoundary[]): number {
  const verdicts = evaluateBoundaries(
    runs.map((run) => run.runId),
    boundaries,
  );
  const applied = verdicts.findIndex((verdict) => verdict.applies);
  const summary = boundaries[applied]?.message ?? null;
  const covered = verdicts[applied]?.coveredRuns ?? 0;
  return (
    (summary === null ? 0 : estimateMessageTokens(summary)) +
    total(runs.slice(covered), (run) => run.estimatedTokens)
  );
}

function newestTime(runs: readonly RunOfThread[]): number | null {
  let newest: number | null = null;
  for (const run of runs) {
    const time = run.endedAtMs ?? run.createdAtMs;
    if (time !== null && (newest === null || time > newest)) newest = time;
  }
  return newest;
}

/** The model named most often; the first of several that are named as often. */
function usualModel(runs: readonly RunOfThread[]): string | null {
  const counts = new Map<string, number>();
  for (const { calls } of runs) {
    for (const { model } of calls) if (model !== null) counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  let usual: string | null = null;
  for (const [model, count] of counts) {
    if (usual === null || count > (counts.get(usual) ?? 0)) usual = model;
  }
  return usual;
}

function total(runs: readonly RunOfThread[], read: (run: RunOfThread) => number): number {
  let sum = 0;
  for (const run of runs) sum += read(run);
  return sum;
}
