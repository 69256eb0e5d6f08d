import { describe, expect, it } from 'vitest';
import {
  EMPTY_OCCUPANCY,
  occupancyTokens,
  withPending,
  withReport,
} from '../../../../core/domain/context-occupancy.ts';
import { addUsage, NO_USAGE } from '../../../../core/domain/usage.ts';

describe('context occupancy', () => {
  it('is what was measured and what is pending', () => {
    const occupancy = withPending(withPending(withReport(340), 18), 104);
    expect(occupancy).toEqual({ measuredTokens: 340, pendingTokens: 122 });
    expect(occupancyTokens(occupancy)).toBe(462);
  });

  it('starts at nothing, and a report takes the place of everything before', () => {
    expect(occupancyTokens(withPending(EMPTY_OCCUPANCY, 18))).toBe(18);
    expect(withReport(300)).toEqual({ measuredTokens: 300, pendingTokens: 0 });
  });
});

describe('addUsage', () => {
  it('adds every count by itself', () => {
    const left = { inputTokens: 1, cachedTokens: 2, outputTokens: 3, reasoningTokens: 4, totalTokens: 5 };
    const right = {
      inputTokens: 10,
      cachedTokens: 20,
      outputTokens: 30,
      reasoningTokens: 40,
      totalTokens: 50,
    };
    expect(addUsage(left, right)).toEqual({
      inputTokens: 11,
      cachedTokens: 22,
      outputTokens: 33,
      reasoningTokens: 44,
      totalTokens: 55,
    });
    expect(addUsage(NO_USAGE, left)).toEqual(left);
  });
});
