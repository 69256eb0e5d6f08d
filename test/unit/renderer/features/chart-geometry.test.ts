import { describe, expect, it } from 'vitest';
import type { OccupancyView } from '../../../../renderer/selectors/occupancy-view.ts';
import {
  callAt,
  chartPaths,
  knobStep,
  maxTokensOf,
  niceAbove,
  spacedOut,
  tokensAt,
  xOf,
  yOf,
  type ChartScale,
} from '../../../../renderer/features/occupancy/chart-geometry.ts';

/** 100 × 100 pixels, 100 tokens: a token is a pixel. */
function scaleOf(slots: number): ChartScale {
  return { area: { left: 0, top: 0, width: 100, height: 100 }, maxTokens: 100, slots };
}

function viewOf(levels: readonly number[], overrides: Partial<OccupancyView> = {}): OccupancyView {
  return {
    callCount: levels.length,
    run: Float64Array.from(levels.keys()),
    before: Float64Array.from(levels),
    level: Float64Array.from(levels),
    source: new Uint8Array(levels.length),
    foldCalls: [],
    now: {
      overheadTokens: 0,
      summaryTokens: 0,
      keptTokens: levels.at(-1) ?? 0,
      pendingTokens: 0,
      totalTokens: levels.at(-1) ?? 0,
      measuredTokens: levels.at(-1) ?? 0,
    },
    peakTokens: Math.max(0, ...levels),
    unfoldedPeakTokens: Math.max(0, ...levels),
    ...overrides,
  };
}

describe('chartPaths', () => {
  it('draws one step per call', () => {
    const { measured, estimated, tail } = chartPaths(viewOf([20, 60]), scaleOf(2));
    expect(measured).toBe('M0 80L50 80L50 40L100 40');
    expect(estimated).toBe('');
    expect(tail).toBe('');
  });

  it('shows what made a fold fire before what it left', () => {
    const view = viewOf([80, 30], { before: Float64Array.of(80, 90), foldCalls: [1] });
    expect(chartPaths(view, scaleOf(2)).measured).toBe('M0 20L50 20L50 10L50 70L100 70');
  });

  it('draws what is only estimated apart, and joins the two without a hole', () => {
    const view = viewOf([20, 60, 70], { source: Uint8Array.of(0, 2, 0) });
    const { measured, estimated } = chartPaths(view, scaleOf(4));
    expect(estimated).toBe('M25 80L25 40L50 40');
    expect(measured).toBe('M0 80L25 80M50 40L50 30L75 30');
  });

  it('ends with what came after the last call', () => {
    const now = { ...viewOf([20]).now, pendingTokens: 10, totalTokens: 30 };
    const { area, tail } = chartPaths(viewOf([20], { now }), scaleOf(2));
    expect(tail).toBe('M50 80V70H100');
    // The area goes on below it.
    expect(area).toBe('M0 100L0 80L50 80V70H100V100Z');
  });

  it('costs no more than the width of the window, and loses no peak', () => {
    const levels = Array.from({ length: 100_000 }, (_, call) => (call === 54_321 ? 95 : 40));
    const { measured } = chartPaths(viewOf(levels), scaleOf(levels.length));
    // Four points a column at most, each of fewer than 12 characters.
    expect(measured.length).toBeLessThan(100 * 4 * 12);
    expect(measured).toContain(' 5L');
  });
});

describe('the scale', () => {
  it('goes from tokens to pixels and back', () => {
    const scale = scaleOf(10);
    expect(yOf(scale, 80)).toBeCloseTo(20);
    expect(tokensAt(scale, 20)).toBe(80);
    expect(yOf(scale, 500)).toBe(0);
    expect(xOf(scale, 5)).toBe(50);
    expect(callAt(scale, 10, 99.9)).toBe(9);
    expect(callAt(scale, 10, -5)).toBe(0);
  });

  it('holds the limit when it is near enough to be seen beside the data', () => {
    // 82.4k × 1.15 = 94.8k; the limit is less than 2.5 times that, so it counts: 128k × 1.08.
    expect(maxTokensOf(82_400, 128_000)).toBeCloseTo(138_240);
    // 3k × 1.15 = 3.45k, and the next round number is 4k; 128k would squeeze it flat.
    expect(maxTokensOf(3_000, 128_000)).toBe(4_000);
    expect(maxTokensOf(3_000, null)).toBe(4_000);
  });

  it('moves knobs by round steps', () => {
    expect(niceAbove(2_300)).toBe(2_500);
    expect(niceAbove(0)).toBe(1);
    // 138,240 / 250 = 553.
    expect(knobStep(138_240)).toBe(600);
    expect(knobStep(40)).toBe(1);
  });

  it('leaves out marks that would touch, and never the last', () => {
    expect(spacedOut([0, 10, 18, 40, 45], 10)).toEqual([0, 2, 4]);
    expect(spacedOut([], 10)).toEqual([]);
  });
});
