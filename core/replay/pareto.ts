import { type SweepRow } from './sweep-row.ts';

/** Whether rows can be ranked by money: where a single one has no cost, all are ranked by tokens. */
export function areInMoney(rows: readonly SweepRow[]): boolean {
  return rows.every(({ totals }) => totals.cost !== null);
}

/** What a row costs: US dollars, or the tokens that agent and summarizer send. */
export function rowCost({ totals }: SweepRow, isMoney: boolean): number {
  return isMoney && totals.cost !== null ? totals.cost : totals.sentTokens + totals.summarizerTokens;
}

/** Unknown retention is the worst there is: nobody can say that anything survived. */
export function rowRetention(row: SweepRow): number {
  return row.retention ?? 0;
}

/**
 * For each row, whether no other row has both a cost as low and a retention as high, one of them
 * better. Sorts once, so that a large grid costs no more than its sorting.
 */
export function paretoFront(rows: readonly SweepRow[]): readonly boolean[] {
  const order = rows.map((_, index) => index);
  const isMoney = areInMoney(rows);
  const costs = rows.map((row) => rowCost(row, isMoney));
  const kept = rows.map(rowRetention);
  const valueOf = (column: readonly number[], index: number): number => column[index] ?? NaN;
  order.sort(
    (left, right) =>
      valueOf(costs, left) - valueOf(costs, right) || valueOf(kept, right) - valueOf(kept, left),
  );
  const front = rows.map(() => false);
  let best = -Infinity;
  let bestCost = NaN;
  for (const index of order) {
    const retention = valueOf(kept, index);
    // Equal in both to one on the front: neither is better.
    const isTwin = retention === best && valueOf(costs, index) === bestCost;
    if (retention > best || isTwin) front[index] = true;
    if (retention > best) {
      best = retention;
      bestCost = valueOf(costs, index);
    }
  }
  return front;
}
