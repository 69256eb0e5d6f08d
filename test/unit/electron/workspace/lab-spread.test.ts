import { describe, expect, it } from 'vitest';
import { contentKindOf } from '../../../../electron/workspace/lab-content-kind.ts';
import { spreadOf } from '../../../../electron/workspace/lab-spread.ts';

describe('spreadOf', () => {
  it('gives least, middle and most, and counts threads in twelve equal steps', () => {
    // 0…12 in steps of 1: bins of width 1, and the largest value belongs to the last bin.
    const spread = spreadOf([0, 12, 6, null]);
    expect(spread).toEqual({ min: 0, median: 6, max: 12, bins: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
    expect(spreadOf([1, 2, 4, 9])?.median).toBe(3);
  });

  it('has a single bin when all are equal, and is null when none is known', () => {
    expect(spreadOf([5, 5, 5])).toEqual({ min: 5, median: 5, max: 5, bins: [3] });
    expect(spreadOf([null])).toBeNull();
  });
});

describe('contentKindOf', () => {
  it.each([
    ['Please check the berth plan before high water.', 'prose'],
    ['{"berth":"B-1","day":3}', 'json'],
    ['for (const x of list) { if (x > 2) { total += x; } }', 'code'],
    ['港の責任者は満潮の前に水先人を手配します。', 'other-script'],
    ['', 'prose'],
  ])('takes %j for %s', (text, kind) => {
    expect(contentKindOf(text)).toBe(kind);
  });
});
