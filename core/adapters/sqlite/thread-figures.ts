import type { Finding } from '../../domain/finding.ts';
import { tokensOfRuns, type ThreadMeasures } from '../../inspect/measure-thread.ts';
import { modelOfThread } from '../../inspect/usage-totals.ts';
import { encodeFindings } from './json-columns.ts';
import type { MeasuredRun } from './measure-runs.ts';
import type { ThreadFigures } from './thread-rows.ts';

/** Adds up what the list of threads shows. */
export function threadFigures(
  title: string,
  runs: readonly MeasuredRun[],
  measures: ThreadMeasures,
  findings: readonly Finding[],
): ThreadFigures {
  const measured = runs.at(-1)?.run.occupancyAfter ?? null;
  let messages = 0;
  let toolCalls = 0;
  for (const { figures } of runs) {
    messages += figures.messageCount;
    toolCalls += figures.toolCallCount;
  }
  return {
    title: title.toWellFormed(),
    updated_at_ms: newestTime(runs),
    run_count: runs.length,
    message_count: messages,
    tool_call_count: toolCalls,
    estimated_tokens: measures.runStartTokens.at(-1) ?? 0,
    occupancy_tokens:
      measured === null ? modelViewTokens(measures) : measured.measuredTokens + measured.pendingTokens,
    occupancy_measured: measured === null ? 0 : 1,
    model: modelOfThread(runs.map(({ run }) => run)),
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

function newestTime(runs: readonly MeasuredRun[]): number | null {
  let newest: number | null = null;
  for (const { run } of runs) {
    const time = run.endedAtMs ?? run.createdAtMs;
    if (time !== null && (newest === null || time > newest)) newest = time;
  }
  return newest;
}
