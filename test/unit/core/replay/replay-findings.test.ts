import { describe, expect, it } from 'vitest';
import { buildThreadProfile, replayProfile, type ReplayOptions } from '../../../../core/replay/index.ts';
import { llm, sized, slidingWindow, threadOf } from './thread-of.ts';

// Six runs of one call, 20 + 30 tokens each; occupancies 20, 70, 120, 170, 220, 270, nothing reported.
const profile = buildThreadProfile(
  threadOf(Array.from({ length: 6 }, () => ({ messages: [sized('user', 20), sized('assistant', 30)] }))),
);

function findings(policy: Parameters<typeof replayProfile>[1], options: ReplayOptions = {}) {
  const sized = { summary: { kind: 'tokens', tokens: 10 } as const, ...options };
  return replayProfile(profile, policy, sized).findings.map(({ code, run }) => [code, run]);
}

describe('findings of a replay', () => {
  it('are none when a policy does what it should', () => {
    expect(findings(llm(150, 2))).toEqual([]);
  });

  it('name the first run of a row in which every run is folded', () => {
    // Floor with one kept: 10 + 20. Threshold 60: call 2 sees 70 and folds to 30, 60 with the reply; the
    // next sees 80: every run from the second on folds.
    expect(findings(llm(60, 1))).toEqual([['oscillation', 1]]);
  });

  it('do not call two folds in a row an oscillation', () => {
    const short = buildThreadProfile(
      threadOf(Array.from({ length: 3 }, () => ({ messages: [sized('user', 20), sized('assistant', 30)] }))),
    );
    const options = { summary: { kind: 'tokens', tokens: 10 } } as const;
    expect(replayProfile(short, llm(60, 1), options).findings).toEqual([]);
  });

  it('say so when every new run moves a sliding window', () => {
    expect(findings(slidingWindow(3))).toEqual([['oscillation', 3]]);
    // Two runs move it: runs 5 and 6.
    expect(findings(slidingWindow(4))).toEqual([]);
  });

  it('say that a threshold below the floor fires for ever', () => {
    expect(findings(llm(30, 1))).toEqual([
      ['threshold-unreachable', null],
      ['oscillation', 1],
    ]);
  });

  it('say that a keep window as long as the thread lets nothing fire', () => {
    // Over the threshold from the third run on (120 > 100).
    expect(findings(llm(100, 6))).toEqual([['keep-window-too-large', 2]]);
    expect(findings(llm(1000, 6))).toEqual([]);
  });

  it('say that what is fixed exceeds the threshold alone, also where nothing can be folded', () => {
    expect(findings(llm(100, 6), { overheadTokens: 100 })).toEqual([
      ['threshold-unreachable', null],
      ['keep-window-too-large', 1],
    ]);
    expect(findings(llm(101, 6), { overheadTokens: 100 })).toEqual([['keep-window-too-large', 1]]);
    // Once, and not again for the floor of 100 + 10 + 20.
    expect(findings(llm(100, 1), { overheadTokens: 100 })).toEqual([
      ['threshold-unreachable', null],
      ['oscillation', 1],
    ]);
    expect(findings(slidingWindow(4), { overheadTokens: 100 })).toEqual([]);
    // A thread of one call is never over: before it nothing has been measured.
    const once = buildThreadProfile(threadOf([{ messages: [sized('user', 20), sized('assistant', 30)] }]));
    expect(replayProfile(once, llm(100, 6), { overheadTokens: 100 }).findings).toEqual([]);
  });

  it('count the prompts that exceed the context window', () => {
    // Prompts 20, 70, 120, 170, 220, 270.
    const replay = replayProfile(profile, { summarizer: 'none' }, { limitTokens: 170 });
    expect(replay.totals.overLimit).toBe(2);
    expect(replay.findings).toEqual([
      {
        code: 'occupancy-over-limit',
        run: 4,
        message: "2 of 6 prompts exceed the context window of 170 tokens, this run's first.",
      },
    ]);
  });
});

describe('zones of the threshold', () => {
  it('have no floor when nothing can ever be folded', () => {
    expect(replayProfile(profile, llm(100, 6))).toMatchObject({
      floorTokens: null,
      neverFiresFromTokens: 0,
      reachable: true,
    });
  });

  it('take the smallest keep window there ever is', () => {
    // Two kept: the runs before the one in flight weigh 50, and 20 of the run in flight: 70. Summary 10.
    const options = { summary: { kind: 'tokens', tokens: 10 } } as const;
    expect(replayProfile(profile, llm(100, 2), options).floorTokens).toBe(80);
    // Overhead comes on top; the thread's highest occupancy is then 1,250 + 20.
    expect(replayProfile(profile, llm(100, 2), { ...options, overheadTokens: 1000 })).toMatchObject({
      floorTokens: 1080,
      neverFiresFromTokens: 1270,
      reachable: false,
    });
  });

  it('count no summary for a sliding window, which has no threshold to be unreachable', () => {
    expect(replayProfile(profile, slidingWindow(2))).toMatchObject({ floorTokens: 70, reachable: true });
  });
});
