import { describe, expect, it } from 'vitest';
import type { PolicySpec } from '../../../../core/domain/policy-spec.ts';
import { toWireItem } from '../../../../core/domain/wire-item.ts';
import { buildThreadProfile } from '../../../../core/replay/build-thread-profile.ts';
import { replayProfile } from '../../../../core/replay/replay-profile.ts';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

const itemsOf = (result: ReadResult) =>
  only(result).document.runs.flatMap((run) => run.messages.flatMap(({ items }) => items.map(toWireItem)));

describe('OpenAI Chat Completions', () => {
  it('pairs parallel calls by id and keeps steering inside the run', async () => {
    const result = await readFixture('chat-parallel-calls.json');
    const { inspection, document } = only(result);
    expect(inspection.title).toBe('Is the 9:40 running, and how high are the waves?');
    expect(
      inspection.runs.map((run) => [run.status, run.messages, run.toolCalls, run.toolResults, run.orphans]),
    ).toEqual([
      // question, two calls, two results with steering in between, answer, and an empty user message
      ['complete', 7, 2, 2, { calls: 0, results: 0 }],
      // two user messages, a refusal, a message of a role that the API doesn't know
      ['complete', 4, 0, 0, { calls: 0, results: 0 }],
    ]);
    expect(inspection.usage).toBeNull();
    expect(document.runs[0]?.meta['instructions']).toEqual([
      {
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'You run a ferry desk.' }],
      },
    ]);
  });

  it('keeps what a message holds beside its words', async () => {
    const items = itemsOf(await readFixture('chat-parallel-calls.json'));
    expect(items[0]).toMatchObject({ role: 'user', name: 'mara' });
    expect(items[1]).toMatchObject({ type: 'reasoning', summary: [{ text: 'Two look-ups.' }] });
    // Arguments that were written as an object are text like all others.
    expect(items[3]).toMatchObject({ type: 'function_call', arguments: '{"place":"sound"}' });
    expect(items[4]).toMatchObject({ call_id: 'c_b', output: [{ type: 'input_text', text: '1.2 m' }] });
    expect(items.find((item) => item['weight'] === 1)).toMatchObject({ role: 'assistant' });
    expect(items).toContainEqual({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'Here is my ticket.' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
      ],
    });
    expect(items).toContainEqual({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'refusal', refusal: 'I may not read tickets.' }],
    });
    expect(items.at(-1)).toEqual({ role: 'critic', content: 'Be kinder.' });
  });

  it('makes each line of a fine-tuning file a thread, also where prompts repeat', async () => {
    const result = await readFixture('chat-fine-tuning.jsonl');
    expect(result.inspections.map((thread) => [thread.title, thread.runs.map((run) => run.status)])).toEqual([
      ['Capital of Peru?', ['complete', 'complete']],
      ['Capital of Peru?', ['complete']],
      // No user speaks in it.
      ['Ready.', ['headless']],
      ['Name a tree.', ['complete']],
    ]);
    expect(new Set(result.inspections.map(({ id }) => id)).size).toBe(4);
    const answer = result.threads[3]?.runs[0]?.messages.at(-1)?.items[0];
    expect(answer).toMatchObject({
      content: [{ text: 'Alder.' }],
      alternatives: [{ content: 'Trees are plants.' }],
    });
  });

  it('takes a message on each line as one thread', async () => {
    const result = await readFixture('chat-messages.jsonl');
    expect(only(result).inspection.runs.map((run) => run.messages)).toEqual([2, 2]);
    expect(result.warnings).toMatchObject([{ code: 'unknown-record', line: 4 }]);
  });

  describe('a log of requests', () => {
    it('is one thread in which each request is one call, and a branch where it forks', async () => {
      const result = await readFixture('chat-request-log.jsonl');
      expect(result.inspections).toHaveLength(2);
      const [main, branch] = result.inspections;
      expect(main?.runs.map((run) => [run.id, run.messages, run.status])).toEqual([
        ['run-1', 4, 'complete'],
        ['run-2', 4, 'complete'],
      ]);
      // Two requests of run 1, one of them logged twice; in run 2 one that failed and two that didn't.
      expect(main?.runs.map((run) => run.calls.map(({ total }) => total))).toEqual([
        [52, 68],
        [null, 90, 109],
      ]);
      // 40 + 62 + 80 + 100 in, 0 + 40 + 62 + 80 of it cached, 12 + 6 + 10 + 9 out
      expect(main?.usage).toEqual({ calls: 5, prompt: 282, cached: 182, output: 37, total: 319 });
      expect(main?.runs[1]).toMatchObject({
        occupancyAfter: { measured: 109, pending: 0 },
        startedAt: '2026-08-20T09:01:00Z',
        endedAt: '2026-08-20T09:01:03Z',
      });
      expect(branch?.branchOf).toEqual({ threadId: main?.id, runId: 'run-1' });
      expect(branch?.runs.map((run) => run.copiedFrom)).toEqual([main?.id, null]);
      expect(branch?.usage).toEqual({ calls: 1, prompt: 85, cached: 62, output: 7, total: 92 });
    });

    it('pairs ids that a server uses again in each run', async () => {
      const result = await readFixture('chat-request-log.jsonl');
      expect(result.inspections[0]?.runs.map((run) => [run.toolCalls, run.toolResults, run.orphans])).toEqual(
        [
          [1, 1, { calls: 0, results: 0 }],
          [1, 1, { calls: 0, results: 0 }],
        ],
      );
    });

    it('counts the first of several choices and keeps the others beside it', async () => {
      const result = await readFixture('chat-request-log.jsonl');
      expect(result.threads[0]?.runs[1]?.messages.at(-1)?.items).toMatchObject([
        { content: [{ text: 'Closed.' }], alternatives: [{ content: 'Not on Sundays.' }] },
      ]);
    });

    it('keeps a failure as a note, and its call as one that reported nothing', async () => {
      const result = await readFixture('chat-request-log.jsonl');
      expect(result.threads[0]?.runs[1]?.meta['notices']).toMatchObject([
        { level: 'error', text: 'rate limit reached' },
      ]);
    });

    it('ends a run with an error when nothing came after a failure', async () => {
      const line = {
        request: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
        error: 'overloaded',
      };
      const { inspection } = only(await readSource(textSource(JSON.stringify(line))));
      expect(inspection.runs).toMatchObject([{ status: 'error', calls: [{ model: 'm', reported: false }] }]);
    });

    it('finds the boundaries where the client left out what was oldest, with and without a summary', async () => {
      const { inspection } = only(await readFixture('chat-shortened-log.jsonl'));
      expect(inspection.runs.map((run) => run.messages)).toEqual([2, 2, 2, 2, 2]);
      // 20 + 30 + 25 + 35 + 45 in, 2 + 2 + 2 + 3 + 4 out
      expect(inspection.usage).toMatchObject({ calls: 5, prompt: 155, output: 13, total: 168 });
      expect(inspection.boundaries.map(({ afterRun, text, applies }) => [afterRun, text, applies])).toEqual([
        // The third request begins with "Water it.", the fifth with a summary and "Frost?".
        ['run-1', null, false],
        ['run-3', 'Summary: a bean was planted, watered, has sun.', true],
      ]);
      expect(inspection.modelView.runs).toEqual(['run-4', 'run-5']);
    });

    it('reads what is JSON inside a string, and an answer that is only its words', async () => {
      const log = [
        {
          request: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] }),
          output: 'Hello.',
          model: 'm',
        },
        {
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: 'Hello. ' },
            { role: 'user', content: 'Bye' },
          ],
          response: JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Bye.' } }] }),
        },
      ];
      const { inspection } = only(
        await readSource(textSource(log.map((line) => JSON.stringify(line)).join('\n'))),
      );
      expect(inspection.runs.map((run) => run.messages)).toEqual([2, 2]);
    });

    it('keeps conversations apart that the log names', async () => {
      const line = (session: string, answer: string) =>
        JSON.stringify({
          session_id: session,
          messages: [{ role: 'user', content: 'Hi' }],
          response: { id: answer, choices: [{ message: { role: 'assistant', content: 'Hello.' } }] },
        });
      const result = await readSource(textSource([line('s-1', 'a'), line('s-2', 'b')].join('\n')));
      expect(result.inspections.map(({ id, runs }) => [id, runs.length])).toEqual([
        ['s-1', 1],
        ['s-2', 1],
      ]);
    });
  });

  it.each(['chat-stream.jsonl', 'chat-stream.sse'])('folds the chunks of %s', async (name) => {
    const { inspection, document } = only(await readFixture(name));
    expect(inspection.runs).toMatchObject([
      { status: 'headless', messages: 1, items: 3, toolCalls: 2, orphans: { calls: 2, results: 0 } },
    ]);
    // The report comes in a last chunk without choices.
    expect(inspection.runs[0]?.calls).toMatchObject([
      { model: 'gpt-4o-mini', prompt: 33, cached: 16, output: 21, reasoning: 5, total: 54 },
    ]);
    expect(document.runs[0]?.messages[0]?.items).toMatchObject([
      { content: [{ text: 'Let me look.' }] },
      { call_id: 'call_x', name: 'find', arguments: '{"q":"oak"}' },
      { call_id: 'call_y', name: 'list', arguments: '{}' },
    ]);
  });

  it('pairs the old function calls, which have no ids, by name and order', async () => {
    const { inspection } = only(await readFixture('chat-legacy-functions.json'));
    expect(inspection.runs.map((run) => [run.status, run.toolCalls, run.toolResults, run.orphans])).toEqual([
      ['complete', 2, 2, { calls: 0, results: 0 }],
      ['open', 1, 0, { calls: 1, results: 0 }],
    ]);
  });

  it('takes the prompt as it is where a proxy adds the cache fields of another provider', async () => {
    const { inspection } = only(await readFixture('chat-proxy-usage.json'));
    expect(inspection.runs[0]?.calls).toMatchObject([
      { prompt: 130_213, cached: 128_955, cacheWritten: 1253, output: 40, total: 130_253 },
    ]);
  });

  it('keeps a report that contradicts itself, and says so', async () => {
    const { inspection } = only(await readFixture('chat-contradicting-usage.json'));
    // 10 + 5 are not 20.
    expect(inspection.runs[0]?.calls).toMatchObject([{ prompt: 10, output: 5, total: 20 }]);
    expect(inspection.findings.map(({ code }) => code)).toEqual(['usage-inconsistent']);
  });

  it('makes each answer of a batch a thread, also where two are the same', async () => {
    const result = await readFixture('chat-batch-output.jsonl');
    expect(result.inspections.map(({ usage }) => usage?.total)).toEqual([11, 11]);
  });

  it('takes a result that was handed over in words for no turn', async () => {
    const messages = [
      { role: 'user', content: 'Run it.' },
      { role: 'assistant', content: '<function=terminal>ls</function>' },
      { role: 'user', content: 'EXECUTION RESULT of [terminal]:\na.txt' },
      { role: 'assistant', content: 'Done.' },
    ];
    const { inspection } = only(await readSource(textSource(JSON.stringify(messages))));
    expect(inspection.runs.map((run) => run.messages)).toEqual([4]);
  });

  it('counts an image as a flat 1,500 tokens, however long its data is', async () => {
    const url = `data:image/png;base64,${'iVBORw0KGgo'.repeat(3000)}`;
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What bird is this?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
      { role: 'assistant', content: 'A wren.' },
    ];
    const { inspection } = only(await readSource(textSource(JSON.stringify({ messages }))));
    // 4 + ⌈18 / 4⌉ + 1500, and 4 + ⌈7 / 4⌉
    expect(inspection.runs.map((run) => run.estimatedTokens)).toEqual([1509 + 6]);
  });

  it('keeps a long system prompt out of the runs, and warns that no fold makes it less', async () => {
    const messages = [
      { role: 'system', content: 'RULES '.repeat(4000) },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
      { role: 'user', content: 'bye' },
      { role: 'assistant', content: 'bye' },
    ];
    const { document, inspection } = only(await readSource(textSource(JSON.stringify({ messages }))));
    expect(inspection.runs).toHaveLength(2);
    expect(inspection.runs.every((run) => run.estimatedTokens < 20)).toBe(true);
    const policy: PolicySpec = { summarizer: 'llm', tokenThreshold: 4000, keepRecentCount: 2 };
    const replay = replayProfile(buildThreadProfile(document), policy);
    // 24,000 bytes / 4, and 4 for the item
    expect(replay).toMatchObject({ calibration: null, overheadTokens: 6004, overheadSource: 'instructions' });
    expect(
      replay.steps.map((step) => [
        step.before.measuredTokens + step.before.pendingTokens > 4000,
        step.reason,
      ]),
    ).toEqual([
      // Before the first call nothing has been measured.
      [false, 'below-threshold'],
      [true, 'too-few-runs'],
    ]);
    expect(replay.totals.summaries).toBe(0);
    expect(replay.findings.map(({ code }) => code)).toEqual([
      'threshold-unreachable',
      'keep-window-too-large',
    ]);
    expect(replay.findings[0]?.message).toMatch(/^Its instructions alone take 6004 tokens/);
  });

  it('refuses a file in which nothing was said', async () => {
    await expect(
      readSource(textSource('{"object":"chat.completion.chunk","choices":[]}')),
    ).rejects.toMatchObject({
      code: 'invalid-import',
    });
  });

  it('names the line of a broken record, and reads on only when asked to', async () => {
    const text = [
      '{"messages":[{"role":"user","content":"a"}]}',
      '{"messages":[',
      '{"messages":[{"role":"user","content":"b"}]}',
    ].join('\n');
    await expect(readSource(textSource(text))).rejects.toThrow(/Line 2 /);
    const result = await readSource(textSource(text), { openAnyway: true });
    expect(result.inspections.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(result.errors).toMatchObject([{ code: 'invalid-record', line: 2 }]);
  });
});
