import type { Finding } from '../../domain/finding.ts';
import type { SummaryBoundary, ThreadDocument, ThreadHeader } from '../../domain/thread.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import { contextWindowOf } from '../../inspect/context-windows.ts';
import { evaluateBoundaries } from '../../inspect/evaluate-boundaries.ts';
import { findProblems } from '../../inspect/find-problems.ts';
import type { ThreadMeasures } from '../../inspect/measure-thread.ts';
import { modelOfThread } from '../../inspect/usage-totals.ts';
import { pairAcrossRuns } from './pair-calls.ts';
import type { PlacedRun } from './staged-thread.ts';

/** `measureThread` of runs whose texts are not in memory, from what was measured while they were. */
export function measurePlaced(
  runs: readonly PlacedRun[],
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

/** What is wrong with the thread, from its measures alone. */
export function problemsOfPlaced(
  header: ThreadHeader,
  runs: readonly PlacedRun[],
  boundaries: readonly SummaryBoundary[],
  measures: ThreadMeasures,
): readonly Finding[] {
  const document: ThreadDocument = {
    ...header,
    // No finding looks at a message: what they tell is in the measures.
    runs: runs.map(({ run }) => run),
    boundaries,
  };
  return findProblems(document, measures, contextWindowOf(modelOfThread(document.runs)));
}
