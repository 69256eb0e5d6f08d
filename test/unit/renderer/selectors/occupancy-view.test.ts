import { describe, expect, it } from 'vitest';
import type { BoundaryView, ThreadOverview } from '../../../../core/contract.ts';
import { previewPolicy, type ThreadProfile } from '../../../../core/replay/index.ts';
import { policyView, recordedView, sourceOf } from '../../../../renderer/selectors/occupancy-view.ts';

/** Four runs of one call: question 20, reply 30; reports are 100 above the estimate (totals 150, 200, 250, 300). */
function fourRuns(overrides: Partial<ThreadProfile> = {}): ThreadProfile {
  return {
    runs: {
      messages: [2, 2, 2, 2],
      tokens: [50, 50, 50, 50],
      calls: [1, 1, 1, 1],
      flatBytes: [200, 200, 200, 200],
      sharedStartTokens: [0, 0, 0, 0],
    },
    calls: {
      addedMessages: [1, 1, 1, 1],
      addedTokens: [20, 20, 20, 20],
      replyMessages: [1, 1, 1, 1],
      replyTokens: [30, 30, 30, 30],
      measuredPrompt: null,
      measuredTotal: [150, 200, 250, 300],
      measuredOutput: null,
      measuredCached: null,
      measuredCacheWritten: null,
      sincePreviousMs: null,
    },
    factualChanges: [],
    ownSummaryTokens: [],
    instructionTokens: null,
    ...overrides,
  };
}

function overviewOf(profile: ThreadProfile, applied: BoundaryView | null = null): ThreadOverview {
  return {
    thread: 1,
    threadId: 't',
    namespace: 'default',
    title: 'Four runs',
    format: 'test',
    formatLabel: 'Test',
    sourceName: null,
    branchOf: null,
    runCount: profile.runs.messages.length,
    messageCount: 8,
    toolCallCount: 0,
    model: null,
    contextWindow: null,
    usage: null,
    profile,
    boundaries: applied === null ? [] : [applied],
    appliedBoundary: applied === null ? null : 0,
    findingCount: 0,
    runsWithFindings: [],
    gaps: [],
  };
}

/** Covers three runs of 50 each. */
const handMade: BoundaryView = {
  summaryId: 's',
  coveredRuns: 3,
  madeByRun: null,
  applies: true,
  inertReason: null,
  superseded: false,
  text: 'short',
  opaque: false,
  maker: null,
  summaryTokens: 10,
  coveredTokens: 150,
  generation: 1,
  trigger: 'manual',
  createdAtMs: null,
};

describe('recordedView', () => {
  it('starts from the report before a call and estimates only what was added since', () => {
    const view = recordedView(overviewOf(fourRuns()));
    // Call 0 has no report before it: overhead 100 + 20. Then 150 + 20, 200 + 20, 250 + 20.
    expect([...view.before]).toEqual([120, 170, 220, 270]);
    expect([0, 1, 2, 3].map((call) => sourceOf(view, call))).toEqual([
      'estimated',
      'adjusted',
      'adjusted',
      'adjusted',
    ]);
    expect(view.foldCalls).toEqual([]);
  });

  it('calls a reported prompt measured', () => {
    const profile = fourRuns();
    const calls = { ...profile.calls, measuredPrompt: [119, null, 221, null] };
    const view = recordedView(overviewOf({ ...profile, calls }));
    expect(view.before[0]).toBe(119);
    expect(sourceOf(view, 0)).toBe('measured');
    expect(view.before[2]).toBe(221);
    expect(sourceOf(view, 1)).toBe('adjusted');
  });

  it('splits what is in the context now into parts that add up to the last report', () => {
    const { now } = recordedView(overviewOf(fourRuns()));
    expect(now).toEqual({
      overheadTokens: 100,
      summaryTokens: 0,
      keptTokens: 200,
      pendingTokens: 0,
      totalTokens: 300,
      measuredTokens: 300,
    });
  });

  it('hatches only what was appended after the last report', () => {
    // A fifth run holds a question of 40 that no call has answered yet.
    const profile = fourRuns();
    const runs = {
      messages: [...profile.runs.messages, 1],
      tokens: [...profile.runs.tokens, 40],
      calls: [...profile.runs.calls, 0],
      flatBytes: [...profile.runs.flatBytes, 160],
      sharedStartTokens: [0, 0, 0, 0, 0],
    };
    const { now } = recordedView(overviewOf({ ...profile, runs }));
    expect(now.measuredTokens).toBe(300);
    expect(now.pendingTokens).toBe(40);
    expect(now.totalTokens).toBe(340);
  });

  it('shows a fold of the exporting system with what made it fire', () => {
    // From call 2 on a summary of 10 stood for the first two runs: it sent 10 + 20 = 30, after 200 + 20.
    const profile = fourRuns({
      factualChanges: [{ fromCall: 2, firstRun: 2, summaryTokens: 10 }],
      ownSummaryTokens: [10],
    });
    // Its totals then: 100 + 10 + 50 = 160 and 100 + 10 + 100 = 210.
    const calls = { ...profile.calls, measuredTotal: [150, 200, 160, 210] };
    const applied = { ...handMade, coveredRuns: 2, coveredTokens: 100 };
    const view = recordedView(overviewOf({ ...profile, calls }, applied));
    expect(view.foldCalls).toEqual([2]);
    expect(view.before[2]).toBe(220);
    expect(view.level[2]).toBe(130);
    expect(view.peakTokens).toBe(220);
    // The last report counts the summary and runs 3 and 4.
    expect(view.now).toMatchObject({ summaryTokens: 10, measuredTokens: 210, pendingTokens: 0 });
  });

  it('says that everything is estimated when nothing was reported', () => {
    const profile = fourRuns();
    const calls = { ...profile.calls, measuredTotal: null };
    const { now } = recordedView(overviewOf({ ...profile, calls }));
    expect(now.measuredTokens).toBe(0);
    expect(now.totalTokens).toBe(200);
    expect(now.overheadTokens).toBe(0);
  });

  it('counts the instructions that a thread tells where nothing was reported', () => {
    const profile = fourRuns({ instructionTokens: 60 });
    const calls = { ...profile.calls, measuredTotal: null };
    const unreported = overviewOf({ ...profile, calls });
    expect(recordedView(unreported).now).toMatchObject({
      overheadTokens: 60,
      keptTokens: 200,
      totalTokens: 260,
      measuredTokens: 0,
    });
    // Before call 0 the prompt is 60 + 20, each call adds 50.
    expect([...recordedView(unreported).before]).toEqual([80, 130, 180, 230]);
    expect(recordedView(unreported).unfoldedPeakTokens).toBe(260);
    // Folds before call 2 (60 + 100 and 20 more are above 150): one kept run and a summary of 10.
    const policy = { summarizer: 'llm', tokenThreshold: 150, keepRecentCount: 1 } as const;
    const options = { summary: { kind: 'tokens', tokens: 10 } } as const;
    const preview = previewPolicy(unreported.profile, policy, options);
    expect(policyView(unreported, preview).level[2]).toBe(90);
    expect(policyView(unreported, preview).now.overheadTokens).toBe(60);
    // The thread's own reports count its instructions already.
    expect(recordedView(overviewOf(profile)).now).toMatchObject({ overheadTokens: 100, totalTokens: 300 });
  });

  it('does not take the report of a larger context for the one after a summary', () => {
    // A summary of 10 was made by hand after the last call: 10 + run 3 of 50, with an overhead of 100.
    const { now } = recordedView(overviewOf(fourRuns(), handMade));
    expect(now.totalTokens).toBe(160);
    expect(now.measuredTokens).toBe(0);
    expect(now).toMatchObject({ overheadTokens: 100, summaryTokens: 10, keptTokens: 50 });
  });
});

describe('policyView', () => {
  it('shows the threshold being passed and what the fold leaves', () => {
    const profile = fourRuns({ ownSummaryTokens: [10] });
    const overview = overviewOf(profile);
    const policy = { summarizer: 'llm', tokenThreshold: 190, keepRecentCount: 1 } as const;
    const view = policyView(overview, previewPolicy(profile, policy));
    expect(view.foldCalls).toEqual([2]);
    // 200 + 20 is over 190. A modelled summary takes 16 at least: 100 + 16 + 20 are sent.
    expect(view.before[2]).toBe(220);
    expect(view.level[2]).toBe(136);
    // Then 136 + the reply of 30 + the question of 20 = 186, and with its reply 216 are in the context.
    expect(view.before[3]).toBe(186);
    expect(view.now).toMatchObject({ totalTokens: 216, measuredTokens: 0, summaryTokens: 16 });
  });

  it('is the recorded thread when nothing is folded', () => {
    const overview = overviewOf(fourRuns());
    const view = policyView(overview, previewPolicy(overview.profile, { summarizer: 'none' }));
    expect(view.now).toEqual(recordedView(overview).now);
    expect(view.foldCalls).toEqual([]);
  });
});
