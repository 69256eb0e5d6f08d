import type { Finding } from '../../domain/finding.ts';
import { encodeFindings } from './json-columns.ts';
import type { ModelCall } from '../../domain/model-call.ts';
import { tokensOfRuns, type ThreadMeasures } from '../../inspect/measure-thread.ts';
import { modelOfThread } from '../../inspect/usage-totals.ts';
import type { ThreadFigures } from './thread-rows.ts';

/** What a thread's row needs to know of each run. */
export interface RunOfThread {
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
  measures: ThreadMeasures,
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
      measured === null ? modelViewTokens(measures) : measured.measuredTokens + measured.pendingTokens,
    occupancy_measured: measured === null ? 0 : 1,
    model: modelOfThread(runs),
    boundary_count: measures.verdicts.length,
    finding_count: findings.length,
    findings: encodeFindings(findings),
  };
}

/** E of what would be sent next: the summary that applies, then the runs after its boundary. */
function modelViewTokens(measures: ThreadMeasures): number {
  const applied = measures.appliedBoundary;
  const summary = applied === null ? 0 : (measures.summaryTokens[applied] ?? 0);
  return summary + tokensOfRuns(measures, measures.coveredRuns, measures.runStartTokens.length - 1);
}

function newestTime(runs: readonly RunOfThread[]): number | null {
  let newest: number | null = null;
  for (const run of runs) {
    const time = run.endedAtMs ?? run.createdAtMs;
    if (time !== null && (newest === null || time > newest)) newest = time;
  }
  return newest;
}

function total(runs: readonly RunOfThread[], read: (run: RunOfThread) => number): number {
  let sum = 0;
  for (const run of runs) sum += read(run);
  return sum;
}
