import { estimateMessagesTokens, estimateMessageTokens } from '../domain/token-estimate.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { evaluateBoundaries, type BoundaryVerdict } from './evaluate-boundaries.ts';
import { pairToolCalls, type RunToolPairs } from './pair-tool-calls.ts';
import { callCount } from './usage-totals.ts';

/** Everything an inspection works out once about a thread; lists run parallel to its runs or boundaries. */
export interface ThreadMeasures {
  /** Estimate of the runs before run i; one more entry than there are runs, the last is the whole. */
  readonly runStartTokens: readonly number[];
  readonly toolPairs: readonly RunToolPairs[];
  /** Model calls of each run. */
  readonly callCounts: readonly number[];
  readonly verdicts: readonly BoundaryVerdict[];
  /** Estimate of each boundary's summary; null where there is no text. */
  readonly summaryTokens: readonly (number | null)[];
  /** Index of the boundary that applies; null when none does. */
  readonly appliedBoundary: number | null;
  /** Runs that the model view leaves out, counted from the first. */
  readonly coveredRuns: number;
}

export function measureThread(document: ThreadDocument): ThreadMeasures {
  const runStartTokens = [0];
  let sum = 0;
  for (const run of document.runs) {
    sum += estimateMessagesTokens(run.messages);
    runStartTokens.push(sum);
  }
  const verdicts = evaluateBoundaries(
    document.runs.map((run) => run.runId),
    document.boundaries,
  );
  const applied = verdicts.findIndex((verdict) => verdict.applies);
  return {
    runStartTokens,
    toolPairs: pairToolCalls(document.runs),
    callCounts: document.runs.map(callCount),
    verdicts,
    summaryTokens: document.boundaries.map(({ message }) =>
      message === null ? null : estimateMessageTokens(message),
    ),
    appliedBoundary: applied < 0 ? null : applied,
    coveredRuns: applied < 0 ? 0 : (verdicts[applied]?.coveredRuns ?? 0),
  };
}

/** Estimate of the runs `from` … `to − 1`. */
export function tokensOfRuns(measures: ThreadMeasures, from: number, to: number): number {
  return (measures.runStartTokens[to] ?? 0) - (measures.runStartTokens[from] ?? 0);
}
