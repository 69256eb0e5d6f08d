import type { ReplayColumns, ReplayFold } from './replay-columns.ts';

/** What a call after the fold saves on average, in US dollars. Null: no call came after the fold's own. */
export function savingPerCall({ balances }: ReplayFold): number | null {
  const [first] = balances;
  const last = balances.at(-1);
  if (first === undefined || last === undefined || balances.length < 2) return null;
  return (last - first) / (balances.length - 1);
}

export interface LedgerSummary {
  readonly folds: number;
  /** Folds that never paid back. */
  readonly unpaid: number;
  /** What these lost together, in US dollars. */
  readonly wasted: number;
  /** Folds that stand in three or more runs in a row. */
  readonly thrashing: number;
  readonly thrashWaste: number;
  /** All balances together: what the folds saved, or lost. */
  readonly balance: number;
}

/** Folds before calls of this many runs in a row are thrash, as in the findings. */
const THRASH_RUNS = 3;

/** By fold, whether it is one of a row of runs that all fold. */
export function thrashing({ folds }: Pick<ReplayColumns, 'folds'>): readonly boolean[] {
  const result = folds.map(() => false);
  let from = 0;
  for (let index = 1; index <= folds.length; index += 1) {
    const gap = (folds[index]?.run ?? Infinity) - (folds[index - 1]?.run ?? 0);
    if (gap <= 1) continue;
    const runs = (folds[index - 1]?.run ?? 0) - (folds[from]?.run ?? 0) + 1;
    if (runs >= THRASH_RUNS) result.fill(true, from, index);
    from = index;
  }
  return result;
}

export function ledgerSummary(columns: Pick<ReplayColumns, 'folds'>): LedgerSummary {
  const isThrash = thrashing(columns);
  let unpaid = 0;
  let wasted = 0;
  let thrashWaste = 0;
  let balance = 0;
  columns.folds.forEach((fold, place) => {
    const end = fold.balances.at(-1) ?? 0;
    balance += end;
    if (fold.paidBackAtCall === null) {
      unpaid += 1;
      wasted -= end;
    }
    if (end < 0 && isThrash[place] === true) thrashWaste -= end;
  });
  return {
    folds: columns.folds.length,
    unpaid,
    wasted,
    thrashing: isThrash.filter(Boolean).length,
    thrashWaste,
    balance,
  };
}
