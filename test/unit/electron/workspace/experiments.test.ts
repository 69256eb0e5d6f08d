import { describe, expect, it } from 'vitest';
import type { ExperimentRequest } from '../../../../core/contract.ts';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { setCancelFlag, newCancelFlag } from '../../../../electron/workspace/cancel-flag.ts';
import { diffSummary } from '../../../../electron/workspace/diff-summary.ts';
import { experimentHandlers } from '../../../../electron/workspace/experiment-handlers.ts';
import { runExperiment } from '../../../../electron/workspace/run-experiment.ts';
import { withMakers } from '../../../../electron/workspace/summary-makers.ts';
import { sentItems } from '../../../../electron/workspace/sent-items.ts';
import { threadOverview } from '../../../../electron/workspace/thread-overview.ts';
import type { AskModel, ModelQuestion } from '../../../../electron/workspace/ask-model.ts';
import {
  assistantMessage,
  openWorkspace,
  runLine,
  summaryLine,
  userMessage,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

const LLM = { summarizer: 'llm', tokenThreshold: 40, keepRecentCount: 2 } as const;
const WINDOW = { summarizer: 'sliding-window', keepCount: 2 } as const;

function requestOf(policy: ExperimentRequest['policy']): ExperimentRequest {
  return {
    thread: 1,
    policy,
    instruction: 'Sum it up.',
    includeToolArguments: false,
    model: 'configured',
    parameters: { temperature: 0, maxOutputTokens: 200 },
  };
}

/**
 * Six runs. E of each is 20: 4 + ⌈24 / 4⌉ = 10 for the question and the same for the answer. Facts: each
 * run names a berth of its own.
 */
async function sixRuns(): Promise<WorkspaceFixture> {
  const workspace = await openWorkspace();
  await workspace.importLines(
    'a.jsonl',
    [1, 2, 3, 4, 5, 6].map((n) =>
      runLine({
        run: `r${n}`,
        ...(n === 1 ? {} : { previous: `r${n - 1}` }),
        messages: [
          userMessage(`u${n}`, `Which crane is at B-10${n}?`.padEnd(24)),
          assistantMessage(`a${n}`, `Crane C-20${n} is there.`.padEnd(24)),
        ],
        atMinute: n,
      }),
    ),
  );
  return workspace;
}

function answering(text: string, asked: ModelQuestion[] = []): AskModel {
  return (question) => {
    asked.push(question);
    const usage = { inputTokens: 90, cachedTokens: 0, outputTokens: 9, reasoningTokens: 0, totalTokens: 99 };
    return Promise.resolve({ text, usage, raw: { id: 'resp_1' }, modelName: 'model-1-2026', cost: 0.25 });
  };
}

function run(
  workspace: WorkspaceFixture,
  policy: ExperimentRequest['policy'],
  askModel: AskModel,
): ReturnType<typeof runExperiment> {
  const call = {
    jobId: 'job-1',
    request: requestOf(policy),
    cancelFlag: newCancelFlag(),
    modelName: 'model-1',
  };
  return runExperiment(workspace, call, askModel);
}

function handlersOf(workspace: WorkspaceFixture): ReturnType<typeof experimentHandlers> {
  return experimentHandlers(
    () => workspace,
    () => undefined,
  );
}

describe('runExperiment', () => {
  it('asks the model for the runs that the preview covers, and stores all there is to know', async () => {
    const workspace = await sixRuns();
    const asked: ModelQuestion[] = [];
    const outcome = await run(
      workspace,
      LLM,
      answering('Cranes C-201 and C-202 are at their berths.', asked),
    );
    expect(outcome).toEqual({ experiment: 1, reason: null });
    /*
     * Prompts without a fold, E: 10, 30, 50 … so it is over 40 before call 2, with runs 1–3 in view: run 1 is folded,
     * and so on at each call whose view is above 40. Before the last call the last two runs stay: 1–4 are covered.
     */
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ jobId: 'job-1', instruction: 'Sum it up.' });
    expect(asked[0]?.input).toContain('user: Which crane is at B-101?');
    expect(asked[0]?.input).toContain('assistant: Crane C-204 is there.');
    expect(asked[0]?.input).not.toContain('B-105');
    const detail = await handlersOf(workspace)['experiments:get']({ experiment: 1 });
    expect(detail).toMatchObject({
      thread: 1,
      name: 'LLM above 40, keep 2',
      pinned: false,
      policy: LLM,
      modelName: 'model-1-2026',
      coveredRuns: 4,
      // Four runs of 20.
      coveredTokens: 80,
      // 4 + ⌈(31 + 43) / 4⌉: the prefix, and the answer.
      summaryTokens: 23,
      cost: 0.25,
      instruction: 'Sum it up.',
      requestInput: asked[0]?.input,
      summaryText: 'Previous conversation summary: Cranes C-201 and C-202 are at their berths.',
      rawResponse: '{"id":"resp_1"}',
      parameters: { temperature: 0, maxOutputTokens: 200 },
      includeToolArguments: false,
      // A berth and a crane in each of the four covered runs; two cranes are told.
      facts: { total: 8, surviving: 2 },
    });
  });

  it.each([
    { text: 'Cranes C-201 and', shortfall: 'cut-off' },
    { text: '', shortfall: 'empty' },
  ])('keeps an answer that is $shortfall, because it was paid for, but never applies it', async (short) => {
    const workspace = await sixRuns();
    const whole = answering(short.text);
    const outcome = await run(workspace, LLM, async (question) => ({
      ...(await whole(question)),
      incompleteReason: 'max_output_tokens',
    }));
    expect(outcome).toEqual({ experiment: 1, reason: null });
    const handlers = handlersOf(workspace);
    expect(await handlers['experiments:get']({ experiment: 1 })).toMatchObject({
      shortfall: short.shortfall,
      summaryText: `Previous conversation summary: ${short.text}`,
      rawResponse: '{"id":"resp_1"}',
      cost: 0.25,
    });
    await expect(Promise.resolve(handlers['experiments:apply']({ experiment: 1 }))).rejects.toMatchObject({
      code: 'invalid-option',
    });
  });

  it('drops without a model under a sliding window', async () => {
    const workspace = await sixRuns();
    const noModel = (): never => {
      throw new Error('a sliding window asks no model');
    };
    expect(await run(workspace, WINDOW, noModel)).toEqual({ experiment: 1, reason: null });
    const detail = await handlersOf(workspace)['experiments:get']({ experiment: 1 });
    expect(detail).toMatchObject({
      coveredRuns: 4,
      modelName: null,
      summaryText: null,
      summaryTokens: null,
      usage: null,
    });
  });

  it('says why there is nothing to do', async () => {
    const workspace = await sixRuns();
    const never = answering('never');
    expect(await run(workspace, { ...LLM, tokenThreshold: 5000 }, never)).toMatchObject({
      experiment: null,
      // All six runs but the last answer: 6 × 20 − 10.
      reason:
        'The threshold is never crossed: the thread takes 110 tokens at most, and more than 5,000 are needed.',
    });
    expect(await run(workspace, { ...LLM, keepRecentCount: 6 }, never)).toMatchObject({
      reason: 'Too few runs when the threshold is crossed: the thread has 6 runs, and 6 are kept.',
    });
    expect(await run(workspace, { ...WINDOW, keepCount: 6 }, never)).toMatchObject({
      reason: 'Nothing to drop: the thread has 6 runs, and 6 are kept.',
    });
    expect(await handlersOf(workspace)['experiments:list']({ thread: 1 })).toEqual([]);
  });

  it('stores nothing when the model fails or is cancelled', async () => {
    const workspace = await sixRuns();
    const failing = (): never => {
      throw new InspectorError('model-failed', 'no route');
    };
    await expect(run(workspace, LLM, failing)).rejects.toMatchObject({
      code: 'model-failed',
      message: 'no route',
    });
    const cancelFlag = newCancelFlag();
    setCancelFlag(cancelFlag);
    const call = { jobId: 'job-1', request: requestOf(LLM), cancelFlag, modelName: 'model-1' };
    await expect(runExperiment(workspace, call, answering('x'))).rejects.toMatchObject({ code: 'cancelled' });
    expect(await handlersOf(workspace)['experiments:list']({ thread: 1 })).toEqual([]);
  });
});

describe('an experiment', () => {
  it('can be renamed, pinned, removed and brought back', async () => {
    const workspace = await sixRuns();
    await run(workspace, LLM, answering('A'));
    await run(workspace, LLM, answering('B'));
    const handlers = handlersOf(workspace);
    await handlers['experiments:rename']({ experiment: 1, name: '  shorter\n one ' });
    await handlers['experiments:pin']({ experiment: 1, pinned: true });
    expect(await handlers['experiments:list']({ thread: 1 })).toMatchObject([
      { experiment: 2, pinned: false },
      { experiment: 1, pinned: true, name: 'shorter one' },
    ]);
    await handlers['experiments:remove']({ experiment: 1 });
    expect(await handlers['experiments:list']({ thread: 1 })).toMatchObject([{ experiment: 2 }]);
    await handlers['experiments:restore']({ experiment: 1 });
    expect(await handlers['experiments:list']({ thread: 1 })).toHaveLength(2);
    await expect(
      Promise.resolve(handlers['experiments:rename']({ experiment: 1, name: ' ' })),
    ).rejects.toMatchObject({ code: 'invalid-option' });
    expect(() => handlers['experiments:get']({ experiment: 9 })).toThrow('not in the workspace');
  });

  it('is applied to a copy: a branch with the summary in front, and the thread stays as it was', async () => {
    const workspace = await sixRuns();
    await run(workspace, LLM, answering('All cranes are fine.'));
    const before = threadOverview(workspace.reader, 1, workspace);
    const branch = await handlersOf(workspace)['experiments:apply']({ experiment: 1 });
    expect(branch).toBe(2);
    const overview = threadOverview(workspace.reader, branch, workspace);
    expect(overview).toMatchObject({
      title: before.title,
      formatLabel: 'Tidemark',
      runCount: 6,
      branchOf: { thread: 1, threadId: 't-1', runId: 'r6' },
      appliedBoundary: 0,
      boundaries: [
        {
          coveredRuns: 4,
          applies: true,
          trigger: 'manual',
          text: 'Previous conversation summary: All cranes are fine.',
        },
      ],
    });
    expect(withMakers(workspace.db, overview).boundaries).toMatchObject([
      { maker: { experiment: 1, modelName: 'model-1-2026', usage: { inputTokens: 90 }, cost: 0.25 } },
    ]);
    expect(threadOverview(workspace.reader, 1, workspace)).toEqual(before);
    // 4 + ⌈51 / 4⌉ for the summary, and two runs of 20.
    expect(workspace.reader.threadByRef(branch)).toMatchObject({
      occupancy_tokens: 57,
      occupancy_measured: 0,
    });
  });
});

describe('diffSummary', () => {
  it('compares the transcript with the stored summary’s view', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [
      runLine({ run: 'r1', messages: [userMessage('u1', 'Which crane is at B-101?')] }),
      runLine({ run: 'r2', previous: 'r1', messages: [userMessage('u2', 'And at B-102, and B-101?')] }),
      summaryLine('s-1', 'r1', 'Previous conversation summary: cranes.'),
      runLine({ run: 'r3', previous: 'r2', messages: [userMessage('u3', 'Thanks.')] }),
    ]);
    const summary = await diffSummary(workspace, { thread: 1, view: { kind: 'stored' } });
    expect(summary).toMatchObject({
      coveredRuns: 1,
      covering: 'summary',
      summary: { text: 'Previous conversation summary: cranes.', tokens: 14, modelled: false },
      // 10 + 10 + 6; then 14 for the summary in place of the first 10.
      before: { runs: 3, messages: 3, tokens: 26 },
      after: { runs: 2, messages: 3, tokens: 30 },
      // B-101 comes back in a kept run.
      facts: { total: 1, surviving: 1 },
      lost: [],
    });
  });

  it('lists what is lost under a sliding window, and nothing where a summary isn’t written yet', async () => {
    const workspace = await sixRuns();
    const dropped = await diffSummary(workspace, { thread: 1, view: { kind: 'policy', policy: WINDOW } });
    expect(dropped).toMatchObject({
      coveredRuns: 4,
      covering: 'dropped',
      summary: null,
      facts: { total: 8, surviving: 0 },
    });
    expect(dropped.lost?.map(({ text }) => text)).toContain('B-101');
    const modelled = await diffSummary(workspace, { thread: 1, view: { kind: 'policy', policy: LLM } });
    expect(modelled).toMatchObject({
      covering: 'summary',
      summary: { text: null, modelled: true },
      lost: null,
      facts: null,
    });
  });
});

describe('sentItems', () => {
  it('pages through the view in the provider’s form', async () => {
    const workspace = await sixRuns();
    await run(workspace, LLM, answering('All fine.'));
    const view = { kind: 'experiment', experiment: 1 } as const;
    const first = sentItems(workspace, { thread: 1, view, from: 0, count: 2 });
    expect(first.totalItems).toBe(5);
    expect(first.items).toEqual([
      {
        type: 'message',
        role: 'system',
        content: [{ type: 'input_text', text: 'Previous conversation summary: All fine.' }],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Which crane is at B-105?' }] },
    ]);
    const rest = sentItems(workspace, { thread: 1, view, from: 2, count: 50 });
    expect(rest.items).toHaveLength(3);
    // An assistant message with output is written without its type, as the SDK does.
    expect(rest.items[0]).toMatchObject({ id: 'a5-o', role: 'assistant' });
    expect(
      sentItems(workspace, { thread: 1, view: { kind: 'stored' }, from: 11, count: 5 }).items,
    ).toHaveLength(1);
  });
});
