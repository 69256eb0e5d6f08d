import { describe, expect, it } from 'vitest';
import type { SweepRowView } from '../../../../core/contract.ts';
import { metricOf, rangeOf, shadeOf } from '../../../../renderer/selectors/sweep-metrics.ts';
import { sweepOrder } from '../../../../renderer/selectors/sweep-order.ts';
import { nearestPoint, scatterOf } from '../../../../renderer/features/lab/scatter-geometry.ts';

function row(cost: number | null, retention: number | null, pareto = false): SweepRowView {
  return {
    policy: { summarizer: 'sliding-window', keepCount: 1 },
    totals: {
      calls: 1,
      summaries: 0,
      peakTokens: 10,
      overLimit: 0,
      sentTokens: 100,
      summarizerTokens: 0,
      cost,
    },
    retention,
    pareto,
    reachable: true,
    oscillates: false,
  };
}

describe('sweepOrder', () => {
  it('sorts by a figure, rows without it last whichever way', () => {
    const rows = [row(3, 1), row(null, 1), row(1, 1), row(3, 1)];
    expect(sweepOrder(rows, { by: 'cost', descending: false })).toEqual([2, 0, 3, 1]);
    expect(sweepOrder(rows, { by: 'cost', descending: true })).toEqual([0, 3, 2, 1]);
    expect(sweepOrder(rows, { by: null, descending: false })).toEqual([0, 1, 2, 3]);
  });
});

describe('the shade of a cell', () => {
  it('goes from the lowest to the highest value, and is the middle when all are equal', () => {
    const range = rangeOf([row(1, 1), row(3, 1)], metricOf('cost'));
    expect(range).toEqual({ low: 1, high: 3 });
    expect(shadeOf(2, { low: 1, high: 3 })).toBe(0.5);
    expect(shadeOf(7, { low: 7, high: 7 })).toBe(0.5);
    expect(rangeOf([row(null, 1)], metricOf('cost'))).toBeNull();
  });
});

describe('scatterOf', () => {
  const box = { left: 10, top: 0, width: 100, height: 50 };

  it('puts what costs more to the right and what keeps more at the top', () => {
    const scatter = scatterOf([row(1, 0.2, true), row(3, 0.6, true), row(2, 0.2)], box);
    expect(scatter?.points).toEqual([
      { row: 0, x: 10, y: 50 },
      { row: 1, x: 110, y: 0 },
      { row: 2, x: 60, y: 50 },
    ]);
    expect(scatter?.front).toBe('M10.0 50.0L110.0 0.0');
  });

  it('counts tokens where a price is missing, and leaves out rows without facts', () => {
    const scatter = scatterOf([row(1, 0.2), row(null, 0.6), row(1, null)], box);
    expect(scatter?.isMoney).toBe(false);
    expect(scatter?.points.map(({ row: index }) => index)).toEqual([0, 1]);
    expect(scatterOf([row(1, null)], box)).toBeNull();
  });

  it('finds the point under the pointer, within reach', () => {
    const points = [
      { row: 0, x: 0, y: 0 },
      { row: 1, x: 20, y: 0 },
    ];
    expect(nearestPoint(points, 14, 0, 10)?.row).toBe(1);
    expect(nearestPoint(points, 10, 30, 10)).toBeNull();
  });
});

describe('the cost in a cell', () => {
  it.each([
    [0, '$0'],
    [0.00042, '0.042¢'],
    [0.0423, '4.23¢'],
    [0.59, '$0.59'],
    [24.68, '$24.68'],
    [104.41, '$104'],
    [1_234, '$1.2k'],
  ])('writes %d as %s', (amount, shown) => {
    expect(metricOf('cost').cell(amount)).toBe(shown);
  });
});
