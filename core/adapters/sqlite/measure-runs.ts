import type { Finding } from '../../domain/finding.ts';
import type { RunId } from '../../domain/ids.ts';
import type { SummaryBoundary, ThreadRun } from '../../domain/thread.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import { contextWindowOf } from '../../inspect/context-windows.ts';
import { evaluateBoundaries } from '../../inspect/evaluate-boundaries.ts';
import { findProblems } from '../../inspect/find-problems.ts';
import type { ThreadMeasures } from '../../inspect/measure-thread.ts';
import type { ProblemRun } from '../../inspect/problem-document.ts';
import type { RunToolPairs } from '../../inspect/pair-tool-calls.ts';
import { modelOfThread } from '../../inspect/usage-totals.ts';
import { pairAcrossRuns } from './pair-calls.ts';

/** What is known of a run without its texts. */
export interface MeasuredRun {
  /** Without messages and meta. */
  readonly run: ProblemRun & Pick<ThreadRun, 'createdAtMs' | 'endedAtMs'>;
  readonly figures: {
    readonly messageCount: number;
    readonly toolCallCount: number;
    readonly estimatedTokens: number;
    readonly callCount: number;
    readonly unpaired: RunToolPairs;
  };
}

/** `measureThread` of runs whose texts are not in memory, from what was measured while they were. */
export function measureRuns(
  runs: readonly MeasuredRun[],
  boundaries: readonly SummaryBoundary[],
): ThreadMeasures {
  const runStartTokens = [0];
  let sum = 0;
  for (const { figures } of runs) {
    sum += figures.estimatedTokens;
    runStartTokens.push(sum);
  }
  const verdicts = evaluateBoundaries(
    runs.map(({ run }) => run.runId),
    boundaries,
  );
  const applied = verdicts.findIndex((verdict) => verdict.applies);
  return {
    runStartTokens,
    toolPairs: pairAcrossRuns(runs.map(({ figures }) => figures.unpaired)),
    callCounts: runs.map(({ figures }) => figures.callCount),
    verdicts,
    summaryTokens: boundaries.map(({ message }) =>
      message === null ? null : estimateMessageTokens(message),
    ),
    appliedBoundary: applied < 0 ? null : applied,
    coveredRuns: verdicts[applied]?.coveredRuns ?? 0,
  };
}

/** What is wrong with the thread, from its measures alone: no finding looks at a message. */
export function problemsOf(
  runs: readonly MeasuredRun[],
  boundaries: readonly SummaryBoundary[],
  measures: ThreadMeasures,
): readonly Finding[] {
  const document = { runs: runs.map(({ run }) => run), boundaries };
  return findProblems(document, measures, contextWindowOf(modelOfThread(document.runs)));
}

export function countByRun(findings: readonly Finding[]): ReadonlyMap<RunId | null, number> {
  const counts = new Map<RunId | null, number>();
  for (const { runId } of findings) counts.set(runId, (counts.get(runId) ?? 0) + 1);
  return counts;
}
