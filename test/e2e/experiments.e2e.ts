import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { ExperimentRequest, ThreadRef } from '../../core/contract.ts';
import { previewPolicy } from '../../core/replay/index.ts';
import { startResponsesServer, textReply, type ResponsesScript } from '../support/responses-server.ts';
import { ask, askValue, experimentEnded, importEnded, type ExperimentEnd } from './support/api.ts';
import { chooseFiles } from './support/choose-files.ts';
import { killApp } from './support/kill-app.ts';
import { expect, test } from './support/test-app.ts';
import { writeThreadFile } from './support/thread-file.ts';

/**
 * Six runs with totals of 1,000, 2,000, … tokens. Before the call of run 6 the context holds 5,000 and
 * the question, before that of run 5 only 4,000 and the question: above 4,500 the policy fires once, and
 * covers the four runs before the two that are kept.
 */
const POLICY = { summarizer: 'llm', tokenThreshold: 4500, keepRecentCount: 2 } as const;
const COVERED_RUNS = 4;

const INSTRUCTION = 'Summarize the orders.';

interface Opened {
  readonly app: ElectronApplication;
  readonly window: Page;
}

async function importOrders({ app, window: page }: Opened, folder: string): Promise<ThreadRef> {
  const path = join(folder, 'orders.jsonl');
  await writeThreadFile(path, { threadId: 'orders', runCount: 6 });
  await chooseFiles(app, [path]);
  const ended = importEnded(page, 'import');
  await askValue(page, 'import:choose', { jobId: 'import' });
  return (await ended).report?.files[0]?.threads[0] ?? -1;
}

async function run(
  page: Page,
  thread: ThreadRef,
  change: Partial<ExperimentRequest> = {},
): Promise<ExperimentEnd> {
  const jobId = `run-${Math.random()}`;
  const ended = experimentEnded(page, jobId);
  await askValue(page, 'experiments:run', { ...requestFor(thread), ...change, jobId });
  return ended;
}

function requestFor(thread: ThreadRef): ExperimentRequest {
  return {
    thread,
    policy: POLICY,
    instruction: INSTRUCTION,
    includeToolArguments: false,
    model: 'offline',
    parameters: { temperature: null, maxOutputTokens: null },
  };
}

async function useServer(page: Page, script: ResponsesScript) {
  const server = await startResponsesServer(script);
  await askValue(page, 'settings:change', { model: { baseUrl: server.baseUrl, modelName: 'gpt-4o-mini' } });
  return server;
}

test('the offline summarizer makes an experiment whose boundary is the preview’s', async ({
  launch,
  folder,
}) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const before = await askValue(page, 'threads:open', { thread });
  const preview = previewPolicy(before.profile, POLICY);
  expect(preview.foldCalls).toHaveLength(1);

  const { end, text } = await run(page, thread);
  expect(end).toMatchObject({ reason: null, error: null });
  const made = await askValue(page, 'experiments:get', { experiment: end.experiment ?? -1 });
  expect(made).toMatchObject({
    thread,
    policy: POLICY,
    instruction: INSTRUCTION,
    modelName: 'offline-extractive',
    coveredRuns: COVERED_RUNS,
    usage: null,
    cost: null,
  });
  expect(text).not.toBe('');
  expect(made.summaryText).toContain(text);
  // Runs 1 to 4 were asked about, and no other.
  expect(made.requestInput).toContain('Question 4 about order ORD-1003.');
  expect(made.requestInput).not.toContain('Question 5');

  expect(await askValue(page, 'experiments:list', { thread })).toHaveLength(1);
  // The imported thread itself is as it was.
  expect(await askValue(page, 'threads:open', { thread })).toEqual(before);
  const view = { kind: 'experiment', experiment: made.experiment } as const;
  expect(await askValue(page, 'diff:summary', { thread, view })).toMatchObject({
    coveredRuns: COVERED_RUNS,
    covering: 'summary',
  });
});

test('a configured model is asked once, streamed, stored with its usage and priced', async ({
  launch,
  folder,
}) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const summary = 'Four orders were asked about and answered: ORD-1000 to ORD-1003.';
  const server = await useServer(page, [textReply(summary, { input: 300, output: 20 })]);

  const { end, text } = await run(page, thread, {
    model: 'configured',
    parameters: { temperature: 0.2, maxOutputTokens: 500 },
  });
  expect(end.error).toBeNull();
  expect(text).toBe(summary);
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.body).toMatchObject({
    model: 'gpt-4o-mini',
    instructions: INSTRUCTION,
    temperature: 0.2,
    max_output_tokens: 500,
  });

  const made = await askValue(page, 'experiments:get', { experiment: end.experiment ?? -1 });
  expect(made).toMatchObject({
    modelName: 'gpt-4o-mini',
    coveredRuns: COVERED_RUNS,
    usage: { inputTokens: 300, cachedTokens: 0, outputTokens: 20, reasoningTokens: 0, totalTokens: 320 },
    parameters: { temperature: 0.2, maxOutputTokens: 500 },
  });
  // 300 × 0.15 + 20 × 0.60 dollars per million = 57 millionths.
  expect(made.cost).toBeCloseTo(0.000_057, 9);
  expect(made.summaryText).toContain(summary);
  expect(made.rawResponse).toContain('"resp_1"');
  await server.close();
});

test('an answer that was cut off is kept and marked, because it was paid for', async ({ launch, folder }) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const fields = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  const server = await useServer(page, [
    { ...textReply('Four orders were asked', { input: 300, output: 5 }), fields },
  ]);
  const { end } = await run(page, thread, { model: 'configured' });
  expect(end.error).toBeNull();
  expect(await askValue(page, 'experiments:list', { thread })).toMatchObject([
    { shortfall: 'cut-off', usage: { outputTokens: 5 } },
  ]);
  const apply = await ask(page, 'experiments:apply', { experiment: end.experiment ?? -1 });
  expect(apply).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
  await server.close();
});

test('a sliding window asks no model and drops the runs before its window', async ({ launch, folder }) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const policy = { summarizer: 'sliding-window', keepCount: 2 } as const;
  const { end } = await run(page, thread, { policy, model: 'configured' });
  const made = await askValue(page, 'experiments:get', { experiment: end.experiment ?? -1 });
  expect(made).toMatchObject({
    policy,
    modelName: null,
    coveredRuns: COVERED_RUNS,
    summaryText: null,
    summaryTokens: null,
    usage: null,
    cost: null,
  });
});

test('a policy that never fires runs nothing and says why', async ({ launch, folder }) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const server = await useServer(page, []);
  const { end } = await run(page, thread, {
    policy: { ...POLICY, tokenThreshold: 1_000_000 },
    model: 'configured',
  });
  expect(end).toMatchObject({ experiment: null, error: null });
  expect(end.reason).toContain('1,000,000');
  expect(server.requests).toEqual([]);
  expect(await askValue(page, 'experiments:list', { thread })).toEqual([]);
  await server.close();
});

test('a model that refuses, and one that is cancelled, leave no experiment and say so', async ({
  launch,
  folder,
}) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const server = await useServer(page, [
    { failure: { status: 400, message: 'the input is too long for this model' } },
    { ...textReply('too late'), delayMs: 60_000 },
  ]);
  const refused = await run(page, thread, { model: 'configured' });
  expect(refused.end).toMatchObject({ experiment: null, error: { code: 'model-failed' } });
  expect(refused.end.error?.message).toContain('the input is too long for this model');

  const ended = experimentEnded(page, 'slow');
  await askValue(page, 'experiments:run', { ...requestFor(thread), model: 'configured', jobId: 'slow' });
  await expect.poll(() => server.requests.length).toBe(2);
  await askValue(page, 'job:cancel', { jobId: 'slow' });
  expect((await ended).end).toMatchObject({ experiment: null, error: { code: 'cancelled' } });
  expect(await askValue(page, 'experiments:list', { thread })).toEqual([]);
  await server.close();
});

test('what was answered survives a kill, and a kill before the answer leaves nothing half', async ({
  launch,
  folder,
}) => {
  const first = await launch();
  const thread = await importOrders(first, folder);
  const server = await useServer(first.window, [
    textReply('Paid for.'),
    { ...textReply('late'), delayMs: 60_000 },
  ]);
  const { end } = await run(first.window, thread, { model: 'configured' });
  // Told only after it was stored: nothing is waited for.
  await killApp(first.app);

  const second = await launch();
  const kept = await askValue(second.window, 'experiments:get', { experiment: end.experiment ?? -1 });
  expect(kept.summaryText).toContain('Paid for.');
  await askValue(second.window, 'experiments:run', {
    ...requestFor(thread),
    model: 'configured',
    jobId: 'slow',
  });
  await expect.poll(() => server.requests.length).toBe(2);
  await killApp(second.app);

  const third = await launch();
  expect(await askValue(third.window, 'experiments:list', { thread })).toHaveLength(1);
  await server.close();
});

test('experiments are renamed, pinned, removed, restored and applied to a copy', async ({
  launch,
  folder,
}) => {
  const opened = await launch();
  const page = opened.window;
  const thread = await importOrders(opened, folder);
  const { end } = await run(page, thread);
  const experiment = end.experiment ?? -1;
  await askValue(page, 'experiments:rename', { experiment, name: 'Short' });
  await askValue(page, 'experiments:pin', { experiment, pinned: true });
  await askValue(page, 'experiments:remove', { experiment });
  expect(await askValue(page, 'experiments:list', { thread })).toEqual([]);
  await askValue(page, 'experiments:restore', { experiment });
  expect(await askValue(page, 'experiments:list', { thread })).toMatchObject([
    { name: 'Short', pinned: true },
  ]);

  const branch = await askValue(page, 'experiments:apply', { experiment });
  const overview = await askValue(page, 'threads:open', { thread: branch });
  expect(overview.branchOf).toMatchObject({ thread });
  expect(overview.boundaries.filter((boundary) => boundary.applies)).toMatchObject([
    { coveredRuns: COVERED_RUNS },
  ]);
});

test('an experiment on a thread that is not there is an error, not a job that never ends', async ({
  launch,
}) => {
  const { window: page } = await launch();
  const ended = experimentEnded(page, 'job-1');
  const started = await ask(page, 'experiments:run', { ...requestFor(999_999), jobId: 'job-1' });
  expect(started).toEqual({ ok: true, value: null });
  expect((await ended).end).toMatchObject({ experiment: null, error: { code: 'not-found' } });
});
