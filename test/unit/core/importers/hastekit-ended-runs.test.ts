import { describe, expect, it } from 'vitest';
import { EndedRuns, type RunSoFar } from '../../../../core/importers/hastekit-ended-runs.ts';
import { reportedCall, unreportedCall } from '../../../../core/importers/readers/usage.ts';

const usage = { prompt: 900, cached: 640, cacheWritten: null, output: 100, reasoning: 0, total: 1000 };

const ended: RunSoFar = {
  messageCount: 4,
  replies: [1, 3],
  openCallIds: null,
  hasUserMessage: true,
  paidForSummary: false,
  meta: null,
  state: {
    status: 'cancelled',
    calls: [reportedCall(usage, { replyAt: 3 })],
    occupancyAfter: { measuredTokens: 1000, pendingTokens: 20 },
  },
  extras: null,
};

describe('EndedRuns', () => {
  it('gives every one of thousands of runs back as it was kept', () => {
    const runs = new EndedRuns();
    const variants: readonly RunSoFar[] = [
      ended,
      { ...ended, replies: [], paidForSummary: true, hasUserMessage: false },
      { ...ended, state: { status: 'complete', calls: [], occupancyAfter: null } },
      {
        ...ended,
        state: {
          status: 'error',
          calls: [reportedCall({ ...usage, cached: null }, { replyAt: null, perCall: false })],
          occupancyAfter: { measuredTokens: 0, pendingTokens: 0 },
        },
      },
    ];
    // 17,000 runs fill a page of 16,384 and begin another.
    const kept = Array.from({ length: 17_000 }, (_, index) => ({
      ...(variants[index % variants.length] ?? ended),
      messageCount: index,
    }));
    expect(kept.every((run, index) => runs.keep(index, run))).toBe(true);
    expect(kept.map((_, index) => runs.get(index))).toEqual(kept);
  });

  it('gives figures back up to the largest that it keeps, and none where none was told', () => {
    const runs = new EndedRuns();
    const total = 2 ** 31 - 3;
    const large = {
      ...ended,
      state: {
        status: 'complete' as const,
        calls: [reportedCall({ ...usage, prompt: null, total }, { replyAt: 1 })],
        occupancyAfter: null,
      },
    };
    expect(runs.keep(0, large)).toBe(true);
    expect(runs.get(0)).toEqual(large);
    expect(runs.get(1)).toBeNull();
    for (const odd of [total + 1, -1, 1.5]) {
      const calls = [reportedCall({ ...usage, total: odd }, { replyAt: 1 })];
      expect(runs.keep(0, { ...large, state: { ...large.state, calls } })).toBe(false);
      // What it was before is no longer so.
      expect(runs.get(0)).toBeNull();
    }
  });

  it('keeps no calls that nothing was reported of: they follow from the replies', () => {
    const runs = new EndedRuns();
    const calls = [unreportedCall({ replyAt: 1 }), unreportedCall({ replyAt: 3 })];
    runs.keep(7, { ...ended, state: { status: 'complete', calls, occupancyAfter: null } });
    expect(runs.get(7)).toMatchObject({ replies: [1, 3], state: { calls: [] } });
  });

  it('leaves a run as it is that has a meta, an open call or extras', () => {
    const runs = new EndedRuns();
    expect(runs.keep(0, { ...ended, meta: {} })).toBe(false);
    expect(runs.keep(0, { ...ended, openCallIds: new Set(['call-1']) })).toBe(false);
    expect(runs.keep(0, { ...ended, extras: { reopened: true } })).toBe(false);
    expect(runs.keep(0, { ...ended, state: null })).toBe(false);
  });
});
