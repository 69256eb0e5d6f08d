import { describe, expect, it } from 'vitest';
import {
  buildThreadProfile,
  replayProfile,
  type Replay,
  type ReplayOptions,
} from '../../../../core/replay/index.ts';
import {
  boundary,
  llm,
  NO_SUMMARIZER,
  reported,
  sized,
  slidingWindow,
  threadOf,
  type RunParts,
} from './thread-of.ts';

const TEN: ReplayOptions = { summary: { kind: 'tokens', tokens: 10 } };

/** A user message of 20 tokens, a reply of 30; one call. */
function single(): RunParts {
  return { messages: [sized('user', 20), sized('assistant', 30)] };
}

/** Two calls: 20, a tool call of 10, its result, a reply of 30. */
function withTool(resultTokens: number): RunParts {
  const messages = [
    sized('user', 20),
    sized('call', 10),
    sized('result', resultTokens),
    sized('assistant', 30),
  ];
  return { messages };
}

function profileOf(runs: readonly RunParts[]) {
  return buildThreadProfile(threadOf(runs));
}

function reasons(replay: Replay) {
  return replay.steps.map((step) => step.reason);
}

describe('replayProfile without any usage', () => {
  const profile = profileOf([single(), single(), single(), single()]);

  it('estimates everything and says so', () => {
    const replay = replayProfile(profile, NO_SUMMARIZER);
    expect(replay.calibration).toBeNull();
    expect(replay.steps.map((step) => [step.sentTokens, step.source])).toEqual([
      [20, 'estimated'],
      [70, 'estimated'],
      [120, 'estimated'],
      [170, 'estimated'],
    ]);
    expect(replay.steps.map(({ before }) => [before.measuredTokens, before.pendingTokens])).toEqual([
      [0, 20],
      [50, 20],
      [100, 20],
      [150, 20],
    ]);
  });

  it('adds the overhead it is told', () => {
    const { steps, overheadTokens } = replayProfile(profile, NO_SUMMARIZER, { overheadTokens: 1000 });
    expect(overheadTokens).toBe(1000);
    expect(steps.map((step) => step.sentTokens)).toEqual([1020, 1070, 1120, 1170]);
    // Before the first call there is no report that the overhead could be in.
    expect(steps.map(({ before }) => before.measuredTokens)).toEqual([0, 1050, 1100, 1150]);
  });
});

describe('decisions', () => {
  it('come in this order: no summarizer, threshold, runs, something new', () => {
    const profile = profileOf([single(), single(), withTool(100), single()]);
    // Occupancies without folds: 20, 70, 120, then 130 + 100 = 230 within run 3.
    expect(reasons(replayProfile(profile, NO_SUMMARIZER))).toEqual(Array(5).fill('no-summarizer'));
    // Threshold 70, two kept: call 3 folds run 1 (120 > 70, 3 blocks > 2). Call 4 sees the summary and two
    // runs, 3 blocks > 2, but only the summary could be covered. Call 5: summary, runs 2, 3, 4: 4 > 2.
    expect(reasons(replayProfile(profile, llm(70, 2), TEN))).toEqual([
      'below-threshold',
      'below-threshold',
      'fired',
      'nothing-new',
      'fired',
    ]);
    expect(reasons(replayProfile(profile, llm(19, 4), TEN))).toEqual(Array(5).fill('too-few-runs'));
  });

  it('have the threshold checked first, and only above it', () => {
    const profile = profileOf([single(), single()]);
    expect(reasons(replayProfile(profile, llm(70, 1)))).toEqual(['below-threshold', 'below-threshold']);
    expect(reasons(replayProfile(profile, llm(69, 1)))).toEqual(['below-threshold', 'fired']);
  });

  it('read a keep window of 0 as 5, and a sliding window of 0 as 1', () => {
    const profile = profileOf(Array.from({ length: 7 }, single));
    expect(reasons(replayProfile(profile, llm(0, 0), TEN)).indexOf('fired')).toBe(5);
    expect(reasons(replayProfile(profile, slidingWindow(0)))[1]).toBe('fired');
  });

  it('let a sliding window fold at every new run, whatever the occupancy', () => {
    const profile = profileOf([single(), single(), withTool(10), single()]);
    const replay = replayProfile(profile, slidingWindow(2));
    expect(reasons(replay)).toEqual(['too-few-runs', 'too-few-runs', 'fired', 'too-few-runs', 'fired']);
    expect(replay.steps[4]).toMatchObject({
      covered: { firstRun: 1, lastRun: 1 },
      boundaryRun: 1,
      summaryTokens: 0,
      // Run 3 (4 messages) and the user message of run 4.
      sentMessages: 5,
    });
  });

  it('can fall between two calls of one run, and never cover the run in flight', () => {
    const profile = profileOf([single(), single(), withTool(500)]);
    const replay = replayProfile(profile, llm(400, 1), TEN);
    // Before the last call: 130 + 500 = 630 > 400. Runs 1 and 2 are covered, run 3 stays whole.
    expect(reasons(replay)).toEqual(['below-threshold', 'below-threshold', 'below-threshold', 'fired']);
    expect(replay.steps[3]).toMatchObject({
      covered: { firstRun: 0, lastRun: 1 },
      // Summary, user message, tool call and result.
      sentMessages: 4,
      sentTokens: 10 + 20 + 10 + 500,
    });
  });

  it('count parallel results as one message each, before one call', () => {
    const results = [sized('result', 50), sized('result', 60)];
    const parallel = { messages: [sized('user', 20), sized('call', 10), ...results, sized('assistant', 30)] };
    const { steps } = replayProfile(profileOf([parallel]), NO_SUMMARIZER);
    expect(steps.map(({ before }) => before.pendingTokens)).toEqual([20, 110]);
    expect(steps.map((step) => step.sentMessages)).toEqual([1, 4]);
  });

  it('count the run in flight as a block before it has a message, and a run without messages never', () => {
    const headless = { messages: [sized('assistant', 30)] };
    const profile = profileOf([single(), { messages: [] }, headless]);
    const replay = replayProfile(profile, llm(10, 1), TEN);
    expect(reasons(replay)).toEqual(['too-few-runs', 'fired']);
    // Run 2 is covered with run 1 but can't be the boundary of anything.
    expect(replay.steps[1]).toMatchObject({
      covered: { firstRun: 0, lastRun: 0 },
      boundaryRun: 0,
      sentMessages: 1,
    });
  });

  it('have nothing to decide in an empty thread', () => {
    const replay = replayProfile(profileOf([]), llm(0, 1));
    expect(replay).toMatchObject({ steps: [], findings: [], floorTokens: null, reachable: true });
    expect(replay.totals).toEqual({
      calls: 0,
      summaries: 0,
      peakTokens: null,
      overLimit: null,
      sentTokens: 0,
      summarizerTokens: 0,
      cost: null,
    });
  });
});

describe('the modelled summary', () => {
  // Calls see 20, 70, 120, 170; with threshold 100 and one kept, run 1 and 2 (E = 100) are covered at call 3.
  const profile = profileOf([single(), single(), single(), single()]);
  const sizeAt = (options: ReplayOptions) =>
    replayProfile(profile, llm(100, 1), options).steps.find((step) => step.fired)?.summaryTokens;

  it('is a tenth of what it covers, and at least 16 tokens', () => {
    expect(sizeAt({})).toBe(16);
    expect(sizeAt({ summary: { kind: 'ratio', ratio: 0.25 } })).toBe(25);
    expect(sizeAt({ summary: { kind: 'ratio', ratio: 0.05 } })).toBe(16);
  });

  it('is as large as it is wished, but never larger than what it covers', () => {
    expect(sizeAt({ summary: { kind: 'tokens', tokens: 40 } })).toBe(40);
    expect(sizeAt({ summary: { kind: 'tokens', tokens: 3 } })).toBe(3);
    expect(sizeAt({ summary: { kind: 'tokens', tokens: 400 } })).toBe(100);
    expect(sizeAt({ summary: { kind: 'ratio', ratio: 2 } })).toBe(100);
  });

  it('is as large as the thread’s own usually are', () => {
    const runs = [single(), single(), single(), single()];
    const own = [boundary(2, 1, 20), boundary(3, 2, 60), boundary(4, 3, 30)];
    const profileWithOwn = buildThreadProfile(threadOf(runs, own));
    const fired = replayProfile(profileWithOwn, llm(100, 1)).steps.find((step) => step.fired);
    expect(fired?.summaryTokens).toBe(30);
  });

  it('covers an earlier summary with the runs behind it', () => {
    // Ratio 0.5, threshold 60, one kept. Call 2: 70 > 60, covers run 1: 25. View 25 + 20, then 75.
    // Call 3: 75 + 20 > 60: covers 25 + 50 = 75, half of it 37.5, shown as 38.
    const { steps } = replayProfile(profile, llm(60, 1), { summary: { kind: 'ratio', ratio: 0.5 } });
    expect(steps.map((step) => step.summaryTokens).slice(0, 3)).toEqual([0, 25, 38]);
    expect(steps[2]?.covered).toEqual({ firstRun: 1, lastRun: 1 });
  });
});

describe('real summaries', () => {
  const profile = profileOf([single(), single(), single(), single(), single()]);

  it('are asked for one at a time', () => {
    // Threshold 100, one kept: the first fold is before call 3 and covers 100.
    const first = replayProfile(profile, llm(100, 1), { realSummaries: [] });
    expect(first.steps).toHaveLength(2);
    expect(first.pendingFold).toMatchObject({ call: 2, coveredTokens: 100 });
    // With 60 tokens: view 60 + 20, total 110; next call 130 > 100 folds again.
    const second = replayProfile(profile, llm(100, 1), { realSummaries: [{ tokens: 60, usage: null }] });
    expect(second.steps.map((step) => step.sentTokens)).toEqual([20, 70, 80]);
    expect(second.pendingFold).toMatchObject({ call: 3, coveredTokens: 60 + 50 });
  });

  it('may be larger than what they cover', () => {
    const { steps } = replayProfile(profile, llm(100, 1), { realSummaries: [{ tokens: 500, usage: null }] });
    expect(steps[2]?.summaryTokens).toBe(500);
  });
});

describe('a thread with summaries of its own', () => {
  // Run 3 folded runs 1 and 2 into 10 tokens. Overhead 100: prompts 120, 170, then 130 and 180.
  const document = threadOf(
    [120, 170, 130, 180].map((prompt) => ({
      ...single(),
      calls: [reported({ replyAt: 1, prompt, output: 30, total: prompt + 30 })],
    })),
    [boundary(3, 2, 10)],
  );
  const profile = buildThreadProfile(document);

  it('shows what would have been sent without them, adjusting reports whose content was shorter', () => {
    // Call 3 had 30 tokens of content; the transcript has 120: 90 more, and 90 ≤ 120. 130 + 90 = 220.
    expect(replayProfile(profile, NO_SUMMARIZER).steps.map((step) => [step.sentTokens, step.source])).toEqual(
      [
        [120, 'measured'],
        [170, 'measured'],
        [220, 'adjusted'],
        [270, 'adjusted'],
      ],
    );
  });

  it('comes to the reported figures under its own policy, which still models the summary', () => {
    // Before call 3: 200 + 20 > 190. Before call 4: 130 + 6 + 30, and 20 more: not above.
    const { steps } = replayProfile(profile, llm(190, 1));
    expect(steps.map((step) => [step.sentTokens, step.source])).toEqual([
      [120, 'measured'],
      [170, 'measured'],
      // The median of its own summaries is 10, so at least 16: six more than it was.
      [136, 'adjusted'],
      [186, 'adjusted'],
    ]);
  });

  it('measures what a sliding window of its own has really sent', () => {
    const dropped = threadOf(
      [120, 170, 120].map((prompt) => ({ ...single(), calls: [reported({ replyAt: 1, prompt })] })),
      [boundary(3, 2, 0)],
    );
    const { steps } = replayProfile(buildThreadProfile(dropped), slidingWindow(1));
    // The second call was sent with two runs; under this policy it has one: 170 − 50 is too far from 20.
    expect(steps.map((step) => [step.sentTokens, step.source])).toEqual([
      [120, 'measured'],
      [120, 'estimated'],
      [120, 'measured'],
    ]);
  });
});
