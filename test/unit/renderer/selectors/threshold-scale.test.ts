import { describe, expect, it } from 'vitest';
import type { PolicyPreview } from '../../../../core/replay/index.ts';
import { fittingThreshold, thresholdScale } from '../../../../renderer/selectors/threshold-scale.ts';

function preview(changes: Partial<PolicyPreview>, occupancies: readonly number[] = []): PolicyPreview {
  const calls = occupancies.length;
  return {
    floorTokens: 4_000,
    neverFiresFromTokens: 16_000,
    reachable: true,
    coveredRuns: 0,
    boundaryRun: null,
    coveredTokens: 0,
    summaryTokens: null,
    viewTokens: 0,
    transcriptTokens: 0,
    series: {
      run: Float64Array.from(occupancies.keys()),
      measuredTokens: Float64Array.from(occupancies),
      pendingTokens: new Float64Array(calls),
      promptTokens: new Float64Array(calls),
      source: new Uint8Array(calls),
    },
    foldCalls: [],
    highestTokens: 15_000,
    overheadTokens: 0,
    overheadSource: 'unknown',
    ...changes,
  };
}

describe('thresholdScale', () => {
  it('has a quarter of room above everything the thread reaches', () => {
    // 16,000 × 1.25 = 20,000; in 400 steps that is 50 each.
    expect(thresholdScale(preview({}), 8_000)).toMatchObject({ max: 20_000, step: 50 });
  });

  it('reaches to a threshold far above the thread', () => {
    // 90,000 / 400 = 225, so steps of 500.
    expect(thresholdScale(preview({}), 90_000)).toMatchObject({ max: 90_000, step: 500 });
  });

  it('has whole steps for a thread of a few tokens', () => {
    const tiny = preview({ neverFiresFromTokens: 20, highestTokens: 20, floorTokens: 8 });
    // 1,000 at least; 1,000 / 400 = 2.5, so steps of 5.
    expect(thresholdScale(tiny, 10)).toMatchObject({ max: 1_000, step: 5 });
  });

  it('marks at most twelve of the occupancies, the last one among them', () => {
    const occupancies = Array.from({ length: 100 }, (_, call) => 100 * call);
    const { ticks } = thresholdScale(preview({}, occupancies), 8_000);
    expect(ticks).toHaveLength(12);
    expect(ticks.at(-1)).toBe(9_900);
  });
});

describe('fittingThreshold', () => {
  it('lies two thirds of the way from the floor to the peak', () => {
    // 4,000 + 12,000 × 2/3 = 12,000; a hundredth of it is 120, so rounded to 200s.
    expect(fittingThreshold(preview({}))).toBe(12_000);
  });

  it('is never below one token', () => {
    expect(fittingThreshold(preview({ floorTokens: 0, neverFiresFromTokens: 0 }))).toBe(1);
  });
});
