import { describe, expect, it } from 'vitest';
import { PagedNumbers } from '../../../../../core/importers/readers/paged-numbers.ts';

describe('a list of numbers in pages', () => {
  it('gives back what was put, over the ends of pages, and 0 where nothing was put', () => {
    const list = new PagedNumbers('int');
    // A page has 16,384 numbers.
    const put = [0, 1, 15, 16, 16_383, 16_384, 50_000];
    for (const index of put) list.set(index, -1 - index);
    expect(put.map((index) => list.at(index))).toEqual(put.map((index) => -1 - index));
    expect([2, 17, 16_385, 49_999, 50_001, 1e6].map((index) => list.at(index))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(list.length).toBe(50_001);
  });

  it('grows by one with each number that is added, zeros too', () => {
    const list = new PagedNumbers('double');
    expect([0, 2 ** 52, 0.5].map((value) => list.push(value))).toEqual([0, 1, 2]);
    expect([list.length, list.at(0), list.at(1), list.at(2)]).toEqual([3, 0, 2 ** 52, 0.5]);
  });
});
