import { describe, expect, it } from 'vitest';
import { gridOfText, gridText, parseValues, samePolicy } from '../../../../renderer/selectors/sweep-grid.ts';

describe('parseValues', () => {
  it.each([
    ['20k, 40k, 80k', [20_000, 40_000, 80_000]],
    ['20k..100k/20k', [20_000, 40_000, 60_000, 80_000, 100_000]],
    ['1..4', [1, 2, 3, 4]],
    ['8, 1..3, 2', [1, 2, 3, 8]],
    ['1.5k', [1_500]],
    ['', []],
  ])('reads %j', (text, values) => {
    expect(parseValues(text)).toEqual(values);
  });

  it.each(['abc', '5..1', '1..9/0', '0.5', '1..1000'])('refuses %j', (text) => {
    expect(parseValues(text)).toBeNull();
  });
});

describe('gridOfText', () => {
  it('says which field is wrong, with an example', () => {
    expect(gridOfText({ thresholds: 'x', keepRecent: '1', keep: '' })).toEqual({
      fault: 'Thresholds: write e.g. 20k..120k/20k or 20k, 40k, 80k.',
    });
  });

  it('says when there is nothing to try', () => {
    expect(gridOfText({ thresholds: '20k', keepRecent: '', keep: '' })).toHaveProperty('fault');
  });

  it('reads back what it has written', () => {
    const grid = { tokenThresholds: [4_000, 10_800, 12_345], keepRecentCounts: [1, 5], keepCounts: [2] };
    expect(gridOfText(gridText(grid))).toEqual({ grid });
  });
});

describe('samePolicy', () => {
  it('looks at the knobs of the summarizer alone', () => {
    const llm = { summarizer: 'llm', tokenThreshold: 10, keepRecentCount: 2 } as const;
    expect(samePolicy(llm, { ...llm })).toBe(true);
    expect(samePolicy(llm, { ...llm, keepRecentCount: 3 })).toBe(false);
    expect(samePolicy(llm, { summarizer: 'none' })).toBe(false);
  });
});
