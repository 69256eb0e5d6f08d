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
    // 2,500 runs fill two pages of 1,024 and begin a third.
    const kept = Array.from({ length: 2500 }, (_, index) => {
      const variant = variants[index % variants.length] ?? ended;
      const run = { ...variant, messageCount: index };
      return { run, place: runs.keep(run) };
    });
    for (const { run, place } of kept) expect(runs.get(place ?? -1)).toEqual(run);
  });

  it('keeps no calls that nothing was reported of: they follow from the replies', () => {
    const runs = new EndedRuns();
    const calls = [unreportedCall({ replyAt: 1 }), unreportedCall({ replyAt: 3 })];
    const place = runs.keep({ ...ended, state: { status: 'complete', calls, occupancyAfter: null } });
    expect(runs.get(place ?? -1)).toMatchObject({ replies: [1, 3], state: { calls: [] } });
  });

  it('leaves a run as it is that has a meta, an open call or extras', () => {
    const runs = new EndedRuns();
    expect(runs.keep({ ...ended, meta: {} })).toBeNull();
    expect(runs.keep({ ...ended, openCallIds: new Set(['call-1']) })).toBeNull();
    expect(runs.keep({ ...ended, extras: { reopened: true } })).toBeNull();
    expect(runs.keep({ ...ended, state: null })).toBeNull();
  });
});
