import type { SweepRowView } from '../../core/contract.ts';
import type { SweepMetric } from '../stores/lab-store.ts';
import { metricOf } from './sweep-metrics.ts';

export interface SweepOrder {
  /** Null: grid order. */
  readonly by: SweepMetric | null;
  readonly descending: boolean;
}

/** Indexes of the rows in the order wanted; rows without a value come last, equal ones stay in grid order. */
export function sweepOrder(rows: readonly SweepRowView[], order: SweepOrder): readonly number[] {
  const indexes = rows.map((_, index) => index);
  const { by, descending } = order;
  if (by === null) return descending ? indexes.reverse() : indexes;
  const metric = metricOf(by);
  const values = rows.map((row) => metric.of(row));
  return indexes.sort((left, right) => {
    const a = values[left] ?? null;
    const b = values[right] ?? null;
    if (a === null || b === null) return a === b ? left - right : a === null ? 1 : -1;
    return (descending ? b - a : a - b) || left - right;
  });
}
