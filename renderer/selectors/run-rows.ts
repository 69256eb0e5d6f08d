import type { BoundaryView } from '../../core/contract.ts';

/** A row that stands between runs. */
export type InsertedRow =
  | { readonly kind: 'gap'; readonly beforeRun: number; readonly ms: number }
  /** `boundary` is its index in the overview. */
  | { readonly kind: 'boundary'; readonly beforeRun: number; readonly boundary: number }
  | { readonly kind: 'preview'; readonly beforeRun: number };

export type RunRow = { readonly kind: 'run'; readonly run: number } | InsertedRow;

/**
 * The rows of the list of runs, without an object per run: runs are counted, and only what stands
 * between them is listed.
 */
export interface RunRows {
  readonly runCount: number;
  /** By place; at one place in the order gap, stored boundaries, preview. */
  readonly inserted: readonly InsertedRow[];
  readonly length: number;
}

export function runRows(
  runCount: number,
  gaps: readonly { readonly beforeRun: number; readonly ms: number }[],
  boundaries: readonly BoundaryView[],
  previewedRuns: number | null,
): RunRows {
  const inserted: InsertedRow[] = gaps.map((gap) => ({ kind: 'gap', ...gap }));
  boundaries.forEach((boundary, index) => {
    inserted.push({ kind: 'boundary', beforeRun: placeOf(boundary, runCount), boundary: index });
  });
  if (previewedRuns !== null && previewedRuns > 0)
    inserted.push({ kind: 'preview', beforeRun: previewedRuns });
  const order = { boundary: 0, preview: 1, gap: 2 } as const;
  inserted.sort((left, right) => left.beforeRun - right.beforeRun || order[left.kind] - order[right.kind]);
  return { runCount, inserted, length: runCount + inserted.length };
}

/** After the runs it covers; one that names none stands where it was made, or at the end. */
function placeOf(boundary: BoundaryView, runCount: number): number {
  const place = boundary.coveredRuns > 0 ? boundary.coveredRuns : (boundary.madeByRun ?? runCount);
  return Math.min(runCount, Math.max(0, place));
}

export function rowAt(rows: RunRows, index: number): RunRow {
  const before = insertedBeforeRow(rows, index);
  const candidate = rows.inserted[before];
  if (candidate !== undefined && candidate.beforeRun + before === index) return candidate;
  return { kind: 'run', run: index - before };
}

/** The row of a run. */
export function rowOfRun(rows: RunRows, run: number): number {
  // Everything that stands before run r, at r itself included, comes first.
  return run + countWhile(rows.inserted, (row) => row.beforeRun <= run);
}

/** The row of an inserted one, by its index in `inserted`. */
export function rowOfInserted(rows: RunRows, index: number): number {
  return (rows.inserted[index]?.beforeRun ?? rows.runCount) + index;
}

/** How many inserted rows have a row number below `index`. */
function insertedBeforeRow(rows: RunRows, index: number): number {
  return countWhile(rows.inserted, (row, position) => row.beforeRun + position < index);
}

/** The length of the longest start of a sorted list whose members all pass; by halving. */
function countWhile<T>(list: readonly T[], passes: (member: T, position: number) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const member = list[middle];
    if (member !== undefined && passes(member, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
