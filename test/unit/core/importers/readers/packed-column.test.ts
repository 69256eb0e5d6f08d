import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedColumn } from '../../../../../core/importers/readers/packed-column.ts';

describe('PackedColumn', () => {
  it('has the missing number wherever nothing was put', () => {
    const column = new PackedColumn(-1);
    expect([column.at(0), column.at(-1), column.at(5_000)]).toEqual([-1, -1, -1]);
    column.set(5_000, 7);
    expect([4_999, 5_000, 5_001, 0, -1].map((index) => column.at(index))).toEqual([-1, 7, -1, -1, -1]);
  });

  it('keeps numbers that stop being near to those before them', () => {
    const column = new PackedColumn(-1, 'rising');
    // Each is its index less one, until one is farther than a byte counts, and then one than two bytes count.
    for (let index = 0; index < 100; index += 1) column.set(index, index - 1);
    column.set(100, 350);
    column.set(101, 2 ** 31 - 1);
    column.set(102, -(2 ** 31) + 1);
    expect([0, 1, 99, 100, 101, 102, 103].map((index) => column.at(index))).toEqual([
      -1,
      0,
      98,
      350,
      2 ** 31 - 1,
      -(2 ** 31) + 1,
      -1,
    ]);
  });

  it('keeps numbers that are what is expected of them, and those that come among them', () => {
    const column = new PackedColumn(-1, 'rising');
    for (let index = 0; index < 6_000; index += 1) column.set(index, index + 7);
    column.set(3, 10);
    column.set(5_000, -1);
    column.set(5_001, 4);
    expect([0, 3, 4_095, 4_096, 4_999, 5_000, 5_001, 5_002, 5_999, 6_000].map((at) => column.at(at))).toEqual(
      [7, 10, 4_102, 4_103, 5_006, -1, 4, 5_009, 6_006, -1],
    );
  });

  it('keeps the last number that was put at an index, in whatever order they come', () => {
    const value = fc.oneof(
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: -70_000, max: 70_000 }),
      fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }),
    );
    // Where the first page grows, and where the second begins.
    const place = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 4_090, max: 4_110 }));
    const puts = fc.array(fc.tuple(place, value), { maxLength: 60 });
    fc.assert(
      fc.property(puts, fc.constantFrom('level', 'rising'), value, (pairs, trend, missing) => {
        const column = new PackedColumn(missing, trend);
        const map = new Map<number, number>();
        for (const [index, number] of pairs) {
          column.set(index, number);
          map.set(index, number);
        }
        for (let index = 0; index <= 4_111; index += index === 41 ? 4_048 : 1) {
          expect(column.at(index)).toBe(map.get(index) ?? missing);
        }
      }),
    );
  });
});
