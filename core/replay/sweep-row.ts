import { type PolicySpec } from '../domain/policy-spec.ts';
import { type Retention } from './retention.ts';
import { type ReplayTotals } from './replay-totals.ts';

/** One policy over all threads of a sweep. */
export interface SweepRow {
  readonly policy: PolicySpec;
  /** Sums over the threads; the peak is the highest. */
  readonly totals: ReplayTotals;
  /** Share of facts that survived the folds, 0 to 1: 1 when nothing was folded, null when there are no facts. */
  readonly retention: number | null;
  /** Neither costs less while keeping as much, nor keeps more while costing as much, in any other row. */
  readonly pareto: boolean;
  /** In no thread is the threshold below the floor. */
  readonly reachable: boolean;
  /** In some thread it folds before calls of three or more consecutive runs. */
  readonly oscillates: boolean;
  /** Beside the sums: the same figures by thread, in the order of the threads. */
  readonly byThread: ThreadColumns;
}

export interface ThreadColumns {
  readonly summaries: readonly number[];
  readonly peakTokens: readonly (number | null)[];
  readonly sentTokens: readonly number[];
  readonly cost: readonly (number | null)[];
  readonly retention: readonly (number | null)[];
}

export interface ThreadFigures {
  readonly totals: ReplayTotals;
  /** Null: not asked for. */
  readonly retention: Retention | null;
  readonly reachable: boolean;
  readonly oscillates: boolean;
}

export interface OpenRow {
  readonly policy: PolicySpec;
  readonly threads: ThreadFigures[];
}

export function emptyRow(policy: PolicySpec): OpenRow {
  return { policy, threads: [] };
}

export function addRow(row: OpenRow, figures: ThreadFigures): void {
  row.threads.push(figures);
}

export function finishRow({ policy, threads }: OpenRow): SweepRow {
  const totals = threads.map((thread) => thread.totals);
  return {
    policy,
    totals: sumTotals(totals),
    retention: overallRetention(threads),
    pareto: false,
    reachable: threads.every((thread) => thread.reachable),
    oscillates: threads.some((thread) => thread.oscillates),
    byThread: {
      summaries: totals.map((total) => total.summaries),
      peakTokens: totals.map((total) => total.peakTokens),
      sentTokens: totals.map((total) => total.sentTokens),
      cost: totals.map((total) => total.cost),
      retention: threads.map((thread) => overallRetention([thread])),
    },
  };
}

function sumTotals(totals: readonly ReplayTotals[]): ReplayTotals {
  const [only] = totals;
  if (only !== undefined && totals.length === 1) return only;
  return {
    calls: sumOf(totals, (total) => total.calls) ?? 0,
    summaries: sumOf(totals, (total) => total.summaries) ?? 0,
    peakTokens: totals.reduce<number | null>(
      (peak, { peakTokens }) => (peakTokens === null ? peak : Math.max(peak ?? 0, peakTokens)),
      null,
    ),
    overLimit: sumOf(totals, (total) => total.overLimit),
    sentTokens: sumOf(totals, (total) => total.sentTokens) ?? 0,
    summarizerTokens: sumOf(totals, (total) => total.summarizerTokens) ?? 0,
    cost: sumOf(totals, (total) => total.cost),
  };
}

/** Null when a single figure is: a sum with a hole would be too low without saying so. */
function sumOf(totals: readonly ReplayTotals[], read: (total: ReplayTotals) => number | null): number | null {
  let sum = 0;
  for (const total of totals) {
    const value = read(total);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

/** The mean over folds, weighted by their facts: all that survived among all that was covered. */
function overallRetention(threads: readonly ThreadFigures[]): number | null {
  let facts = 0;
  let surviving = 0;
  let folds = 0;
  for (const { retention, totals } of threads) {
    if (retention === null) return null;
    facts += retention.facts;
    surviving += retention.surviving;
    folds += totals.summaries;
  }
  if (folds === 0) return 1;
  return facts === 0 ? null : surviving / facts;
}
