import { describe, expect, it } from 'vitest';
import { summaryCost } from '../../../../electron/services/summary-cost.ts';

const usage = {
  inputTokens: 10_000,
  cachedTokens: 4_000,
  outputTokens: 500,
  reasoningTokens: 200,
  totalTokens: 10_500,
};

describe('summaryCost', () => {
  it('prices plain, cached and output tokens each at its own price', () => {
    // gpt-4o-mini, dollars per million: input 0.15, cached 0.075, output 0.60.
    // 6,000 × 0.15 + 4,000 × 0.075 + 500 × 0.60 = 900 + 300 + 300 = 1,500 millionths.
    expect(summaryCost('gpt-4o-mini-2024-07-18', usage)).toBeCloseTo(0.0015, 10);
  });

  it('is unknown for a model without known prices', () => {
    expect(summaryCost('my-local-model', usage)).toBeNull();
  });
});
