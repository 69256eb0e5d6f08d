import type { Finding } from '../../domain/finding.ts';
import type { RunId } from '../../domain/ids.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import { contextWindowOf } from '../../inspect/context-windows.ts';
import { evaluateBoundaries } from '../../inspect/evaluate-boundaries.ts';
import { findProblems } from '../../inspect/find-problems.ts';
import type { ThreadMeasures } from '../../inspect/measure-thread.ts';
import type { ProblemRun } from '../../inspect/problem-document.ts';
import type { RunToolPairs } from '../../inspect/pair-tool-calls.ts';
import { ModelCount } from '../../inspect/usage-totals.ts';
import type { MeasuredRun } from './measured-runs.ts';
import { pairAcrossRuns } from './pair-calls.ts';

/** `ThreadMeasures` and the sums that a thread's row tells. */
export interface StoredMeasures extends ThreadMeasures {
  readonly runCount: number;
  /** Of each run. */
  readonly messageCounts: readonly number[];
  readonly toolCallCount: number;
  readonly newestMs: number | null;
  /** The one named most often. */
  readonly model: string | null;
  readonly occupancyAfter: ProblemRun['occupancyAfter'];
}

/** `measureThread` of runs whose texts are not in memory, from what was measured while they were. */
export function measureRuns(
  runs: Iterable<MeasuredRun>,
  boundaries: readonly SummaryBoundary[],
): StoredMeasures {
  const runStartTokens = [0];
  const callCounts: number[] = [];
  const messageCounts: number[] = [];
  const unpaired: RunToolPairs[] = [];
  const models = new ModelCount();
  let tokens = 0;
  let toolCallCount = 0;
  let newestMs: number | null = null;
  let occupancyAfter: ProblemRun['occupancyAfter'] = null;
  for (const { row, run, unpaired: open } of runs) {
    tokens += row.estimated_tokens;
    runStartTokens.push(tokens);
    callCounts.push(row.call_count);
    unpaired.push(open);
    models.add(run.calls);
    messageCounts.push(row.message_count);
    toolCallCount += row.tool_call_count;
    const time = row.ended_at_ms ?? row.created_at_ms;
    if (time !== null && (newestMs === null || time > newestMs)) newestMs = time;
    ({ occupancyAfter } = run);
  }
  const verdicts = evaluateBoundaries(runIdsOf(runs), boundaries);
  const applied = verdicts.findIndex((verdict) => verdict.applies);
  return {
    runStartTokens,
    toolPairs: pairAcrossRuns(unpaired),
    callCounts,
    verdicts,
    summaryTokens: boundaries.map(({ message }) =>
      message === null ? null : estimateMessageTokens(message),
    ),
    appliedBoundary: applied < 0 ? null : applied,
    coveredRuns: verdicts[applied]?.coveredRuns ?? 0,
    runCount: callCounts.length,
    messageCounts,
    toolCallCount,
    newestMs,
    model: models.most,
    occupancyAfter,
  };
}

/** What is wrong with the thread, from its measures alone: no finding looks at a message. */
export function problemsOf(
  runs: Iterable<MeasuredRun>,
  boundaries: readonly SummaryBoundary[],
  measures: StoredMeasures,
): readonly Finding[] {
  const document = { runs: mapped(runs, ({ run }) => run), boundaries };
  return findProblems(document, measures, contextWindowOf(measures.model));
}

export function countByRun(findings: readonly Finding[]): ReadonlyMap<RunId | null, number> {
  const counts = new Map<RunId | null, number>();
  for (const { runId } of findings) counts.set(runId, (counts.get(runId) ?? 0) + 1);
  return counts;
}

function runIdsOf(runs: Iterable<MeasuredRun>): Iterable<RunId> {
  return mapped(runs, ({ run }) => run.runId);
}

/** Goes through the list anew each time. */
function mapped<T, U>(list: Iterable<T>, change: (entry: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const entry of list) yield change(entry);
    },
  };
}
