import type { DiffSummary } from '../../core/contract.ts';

export type DiffState = 'covered' | 'dropped' | 'kept';

/** Runs `from` … `to`, both included. */
export interface RunSpan {
  readonly from: number;
  readonly to: number;
}

export type DiffRow =
  /** What the boundary cuts off, in one row with what stands in its place: a fold, and the last runs before it. */
  | {
      readonly kind: 'cut';
      readonly state: DiffState;
      readonly fold: RunSpan | null;
      readonly runs: readonly number[];
    }
  | { readonly kind: 'fold'; readonly state: DiffState; readonly span: RunSpan }
  /** `place` in an opened stretch of covered runs; null for a kept run. */
  | {
      readonly kind: 'run';
      readonly state: DiffState;
      readonly run: number;
      readonly place: 'first' | 'middle' | 'last' | null;
    }
  | { readonly kind: 'lost' };

/** Runs shown beside a boundary before the rest folds. */
const RUNS_BEFORE_BOUNDARY = 2;
const RUNS_AFTER_BOUNDARY = 3;

/**
 * The rows of the diff: the runs next to the boundary, and the stretches that a person opened, which are
 * named by their first run. Everything else folds.
 */
export function diffRows(
  summary: DiffSummary,
  opened: ReadonlySet<number>,
  onlyChanges: boolean,
): readonly DiffRow[] {
  const { runs } = summary.before;
  const rows: DiffRow[] = [...coveredRows(summary, opened)];
  const covered = summary.coveredRuns;
  const shown = onlyChanges ? covered : Math.min(runs, covered + RUNS_AFTER_BOUNDARY);
  rows.push(...keptRuns(covered, shown));
  // A stretch of one run is not worth folding.
  if (runs - shown > 1 && !opened.has(shown))
    rows.push({ kind: 'fold', state: 'kept', span: { from: shown, to: runs - 1 } });
  else rows.push(...keptRuns(shown, runs));
  if (summary.lost !== null && summary.lost.length > 0) rows.push({ kind: 'lost' });
  return rows;
}

function coveredRows(summary: DiffSummary, opened: ReadonlySet<number>): readonly DiffRow[] {
  const covered = summary.coveredRuns;
  if (covered === 0) return [];
  const state: DiffState = summary.covering === 'dropped' ? 'dropped' : 'covered';
  const foldable = covered - RUNS_BEFORE_BOUNDARY;
  if (foldable > 1 && opened.has(0))
    return span(0, covered).map((run) => ({
      kind: 'run',
      state,
      run,
      place: run === 0 ? 'first' : run === covered - 1 ? 'last' : 'middle',
    }));
  const fold = foldable > 1 ? { from: 0, to: foldable - 1 } : null;
  return [{ kind: 'cut', state, fold, runs: span(fold === null ? 0 : foldable, covered) }];
}

function keptRuns(from: number, end: number): readonly DiffRow[] {
  return span(from, end).map((run) => ({ kind: 'run', state: 'kept', run, place: null }));
}

function span(from: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);
}
