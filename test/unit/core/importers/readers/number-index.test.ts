import { describe, expect, it } from 'vitest';
import { NumberIndex } from '../../../../../core/importers/readers/number-index.ts';

describe('NumberIndex', () => {
  it('numbers keys in the order they come, each once, while it grows', () => {
    const index = new NumberIndex();
    // Whole numbers of up to 53 bits, some of which differ in their upper half alone.
    const keys = Array.from({ length: 5000 }, (_, at) => at * 2 ** 40 + (at % 3));
    expect(keys.map((key) => index.add(key))).toEqual(keys.map((_, at) => at));
    expect(keys.map((key) => index.add(key))).toEqual(keys.map((_, at) => at));
    expect(keys.map((key) => index.find(key))).toEqual(keys.map((_, at) => at));
  });

  it('knows what was never added', () => {
    const index = new NumberIndex();
    expect(index.find(7)).toBe(-1);
    index.add(7);
    expect([index.find(7), index.find(7 + 2 ** 32), index.find(0)]).toEqual([0, -1, -1]);
  });
});
