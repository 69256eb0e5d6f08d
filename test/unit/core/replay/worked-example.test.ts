import { describe, expect, it } from 'vitest';
import { NO_CACHE } from '../../../../core/replay/cache-family.ts';
import { buildThreadProfile, previewPolicy, replayProfile } from '../../../../core/replay/index.ts';
import type { ModelPrice } from '../../../../core/replay/prices.ts';
import { llm, NO_SUMMARIZER, reported, sized, threadOf } from './thread-of.ts';

// Four runs of one call each: a user message of 20 tokens, a reply of 30. The provider counts 100 more
// than the estimate (system prompt and tools), so the totals are 150, 200, 250 and 300.
const profile = buildThreadProfile(
  threadOf(
    [150, 200, 250, 300].map((total) => ({
      messages: [sized('user', 20), sized('assistant', 30)],
      calls: [reported({ prompt: total - 30, output: 30, total, perCall: false })],
      afterTokens: total,
    })),
  ),
);

const price: ModelPrice = {
  model: 'example',
  input: 1,
  cachedInput: 0.5,
  cacheWrite: 0,
  output: 2,
  family: { ...NO_CACHE, name: 'custom', caches: true },
  readOn: '2026-01-01',
  source: '',
};

const options = { summary: { kind: 'tokens', tokens: 10 } } as const;

describe('replayProfile on four equal runs', () => {
  const replay = replayProfile(profile, llm(180, 1), {
    ...options,
    prices: { agent: price, summarizer: price },
  });

  it('finds the overhead of 100 tokens without error', () => {
    expect(replay.calibration).toEqual({
      overheadTokens: 100,
      factor: 1,
      samples: 4,
      medianError: 0,
      rejectedFactor: null,
    });
  });

  it('sees what the summarizer would have seen before each call', () => {
    expect(replay.steps.map(({ before }) => [before.measuredTokens, before.pendingTokens])).toEqual([
      [0, 20],
      [150, 20],
      [200, 20],
      // After the fold: 100 + (10 + 20 + 30).
      [160, 20],
    ]);
  });

  it('folds once, before the third call, because 220 is above the threshold and 180 is not', () => {
    expect(replay.steps.map((step) => step.reason)).toEqual([
      'below-threshold',
      'below-threshold',
      'fired',
      'below-threshold',
    ]);
    expect(replay.steps[2]).toMatchObject({
      covered: { firstRun: 0, lastRun: 1 },
      boundaryRun: 1,
      summaryTokens: 10,
      // The summary and the user message of the run in flight.
      sentMessages: 2,
    });
  });

  it('takes reported prompts while nothing is folded, and estimates where the reported content is too far off', () => {
    // Third call: the view is 10 + 20 = 30, the reported content 120; |30 − 120| = 90 > 30.
    // Fourth: 10 + 50 + 20 = 80 against 170; 90 > 80.
    expect(replay.steps.map((step) => [step.sentTokens, step.source])).toEqual([
      [120, 'measured'],
      [170, 'measured'],
      [130, 'estimated'],
      [180, 'estimated'],
    ]);
  });

  it('adjusts a reported total by the difference when it is near enough', () => {
    // Third: 60 against 150, 90 > 60: estimated 160. Fourth: 110 against 200, 90 ≤ 110: 300 − 90 = 210.
    expect(replay.steps.map((step) => step.totalTokens)).toEqual([150, 200, 160, 210]);
  });

  it('reads a prefix from the cache until the fold changes its first item', () => {
    // The whole prompt of the call before, 100 + its view; only the overhead after the fold.
    expect(replay.steps.map((step) => step.cachedTokens)).toEqual([0, 120, 100, 130]);
  });

  it('adds up what was sent', () => {
    expect(replay.totals).toMatchObject({
      calls: 4,
      summaries: 1,
      peakTokens: 180,
      sentTokens: 120 + 170 + 130 + 180,
      overLimit: null,
    });
  });

  it('says from where on a threshold is too low, and from where on it never fires', () => {
    // Floor: 100 + 10 + the smallest last run up to its call, 20. Highest without folds: 250 + 20.
    expect(replay).toMatchObject({ floorTokens: 130, neverFiresFromTokens: 270, reachable: true });
    expect(replayProfile(profile, llm(130, 1), options).reachable).toBe(false);
    expect(replayProfile(profile, llm(131, 1), options).reachable).toBe(true);
    expect(replayProfile(profile, llm(270, 1), options).totals.summaries).toBe(0);
    expect(replayProfile(profile, llm(269, 1), options).totals.summaries).toBe(1);
  });

  it('keeps a ledger of the fold', () => {
    // The summarizer read its request and wrote 10 tokens: 2 × 10. Without the fold the third call
    // would have sent 220 with 170 cached (50 + 85 = 135 millionths), with it 130 with 100 cached
    // (30 + 50 = 80): 55 saved. The fourth: 270 with 220 cached (50 + 110 = 160) against 180 with 130
    // cached (50 + 65 = 115): 45 saved.
    const requestTokens = replay.totals.summarizerTokens - 10;
    const [entry] = replay.ledger ?? [];
    const millionths = entry?.balances.map((balance) => balance * 1_000_000);
    expect(millionths?.[0]).toBeCloseTo(55 - requestTokens - 20, 6);
    expect(millionths?.[1]).toBeCloseTo(100 - requestTokens - 20, 6);
    expect(entry?.call).toBe(2);
  });

  it('sends the whole transcript without a summarizer, as it was reported', () => {
    const { steps } = replayProfile(profile, NO_SUMMARIZER);
    expect(steps.map((step) => step.sentTokens)).toEqual([120, 170, 220, 270]);
    expect(steps.every((step) => step.reason === 'no-summarizer' && step.source === 'measured')).toBe(true);
  });

  it('shows the same numbers in the preview', () => {
    const preview = previewPolicy(profile, llm(180, 1), options);
    expect(preview).toMatchObject({
      coveredRuns: 2,
      boundaryRun: 1,
      coveredTokens: 100,
      summaryTokens: 10,
      viewTokens: 110,
      transcriptTokens: 200,
      foldCalls: [2],
      highestTokens: 220,
      floorTokens: 130,
      neverFiresFromTokens: 270,
    });
    expect([...preview.series.measuredTokens]).toEqual([0, 150, 200, 160]);
    expect([...preview.series.promptTokens]).toEqual([120, 170, 130, 180]);
  });
});
