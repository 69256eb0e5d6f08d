import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

describe('LangSmith runs', () => {
  it('makes each trace a run of the app’s thread, and each call of a model a call', async () => {
    const thread = inspectionOf(await readFixture('langsmith-runs.json'), 'th-1');
    expect(thread.title).toBe('Tide?');
    expect(
      thread.runs.map((run) => [run.id, run.status, run.messages, run.toolCalls, run.toolResults]),
    ).toEqual([
      ['r0', 'complete', 4, 1, 1],
      // Its request repeats everything before.
      ['s0', 'complete', 2, 0, 0],
    ]);
    expect(thread.runs[0]?.calls).toMatchObject([
      { model: 'm-1', prompt: 50, output: 8, total: 58 },
      { model: 'm-1', prompt: 100, cached: 40, output: 6, total: 106 },
    ]);
    expect(thread.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:01.250Z',
      endedAt: '2026-08-20T09:00:08.250Z',
    });
  });

  it('does not count the sums that the runs around them carry', async () => {
    const thread = inspectionOf(await readFixture('langsmith-runs.json'), 'th-1');
    // 50 + 100 + 120, and 180 of the summarizer, in; 8 + 6 + 6 + 24 out
    expect(thread.usage).toEqual({ calls: 4, prompt: 450, cached: 140, output: 44, total: 494 });
  });

  it('bills a summarizer’s call without giving it a place in the transcript or in the context', async () => {
    const [, run] = inspectionOf(await readFixture('langsmith-runs.json'), 'th-1').runs;
    expect(run?.calls.map(({ total }) => total)).toEqual([126, 204]);
    expect(run?.messages).toBe(2);
    expect(run?.occupancyAfter).toEqual({ measured: 126, pending: 0 });
  });

  it('makes the calls of another agent in the trace a thread that the run started', async () => {
    const result = await readFixture('langsmith-runs.json');
    const inner = result.threads.find((thread) => thread.threadId !== 'th-1');
    expect(inner?.startedBy).toEqual({ threadId: 'th-1', runId: 'r0' });
    expect(inner?.title).toBe('Brest at nine');
    expect(inner?.runs[0]?.calls).toMatchObject([{ prompt: 25, output: 6 }]);
  });

  it('takes a project without thread ids for one thread, by time', async () => {
    const { inspection } = only(await readFixture('langsmith-project.jsonl'));
    expect(inspection.id).toBe('proj-1');
    expect(inspection.runs.map((run) => [run.id, run.status, run.messages])).toEqual([
      ['o1', 'complete', 2],
      ['o2', 'complete', 2],
      ['o3', 'error', 1],
      // Its answer has not come yet.
      ['o4', 'open', 1],
    ]);
    // Reports of the API's own shape: 10 + 11 in, 2 + 2 out
    expect(inspection.usage).toEqual({ calls: 4, prompt: 21, cached: 0, output: 4, total: 25 });
  });

  it('takes the report of a trace whose calls were not exported for their sum', async () => {
    const { inspection } = only(await readFixture('langsmith-roots.json'));
    expect(inspection.runs).toMatchObject([{ id: 'k0', messages: 4, toolCalls: 1, toolResults: 1 }]);
    expect(inspection.runs[0]?.calls.filter(({ reported }) => reported)).toMatchObject([
      { prompt: 175, output: 20, total: 195, perCall: false },
    ]);
    expect(inspection.runs[0]?.occupancyAfter).toBeNull();
  });

  it('reads children that stand inside their parent, and prompts that are plain texts', async () => {
    const { document, inspection } = only(await readFixture('langsmith-nested.json'));
    expect(inspection.runs).toMatchObject([{ id: 'n0', status: 'complete', messages: 2 }]);
    expect(inspection.runs[0]?.calls).toMatchObject([{ model: 'davinci', prompt: 4, output: 2, total: 6 }]);
    expect(document.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ role: 'user', content: 'Describe ferns' }],
      [{ role: 'assistant', content: [{ text: 'Green.' }] }],
    ]);
  });

  it('tells two agents that were asked the same apart by their instructions', async () => {
    const call = (id: string, order: string, system: string, answer: string) => ({
      id,
      trace_id: 't',
      parent_run_id: 't',
      dotted_order: `1t.${order}`,
      run_type: 'llm',
      name: 'model',
      inputs: {
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: 'Refund?' },
        ],
      },
      outputs: { choices: [{ message: { role: 'assistant', content: answer } }] },
      start_time: '2026-08-20T09:00:00',
      end_time: '2026-08-20T09:00:01',
    });
    const root = {
      id: 't',
      trace_id: 't',
      parent_run_id: null,
      dotted_order: '1t',
      run_type: 'chain',
      name: 'app',
      inputs: { input: 'Refund?' },
      outputs: { output: 'Within 30 days.' },
      start_time: '2026-08-20T09:00:00',
      end_time: '2026-08-20T09:00:03',
      extra: { metadata: { session_id: 'chat-1' } },
    };
    const runs = [root, call('a', '2a', 'Route.', 'billing'), call('b', '3b', 'Answer.', 'Within 30 days.')];
    const result = await readSource(textSource(JSON.stringify(runs)));
    expect(
      result.threads.map(({ threadId, runs: own }) => [threadId, own.map((run) => run.messages.length)]),
    ).toEqual([
      ['chat-1', [2]],
      ['chat-1/t-1', [2]],
    ]);
    expect(result.threads[0]?.runs[0]?.messages[1]?.items).toMatchObject([
      { content: [{ text: 'Within 30 days.' }] },
    ]);
  });

  it('takes a run that is there twice only once', async () => {
    const run = {
      id: 'x',
      trace_id: 'x',
      run_type: 'llm',
      name: 'm',
      inputs: { messages: [{ role: 'user', content: 'Hi' }] },
      outputs: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
      prompt_tokens: 3,
      completion_tokens: 1,
      total_tokens: 4,
    };
    const { inspection } = only(await readSource(textSource(JSON.stringify([run, run]))));
    expect(inspection.usage).toMatchObject({ calls: 1, total: 4 });
  });

  it('refuses runs of which no message says what it is', async () => {
    const run = { id: 'x', trace_id: 'x', run_type: 'chain', inputs: {}, outputs: {} };
    const messages = [
      { rol: 'user', content: 'Hi' },
      { typ: 'ai', content: 'Hello' },
    ];
    const read = readSource(
      textSource(JSON.stringify([{ ...run, inputs: { messages }, outputs: { messages } }])),
    );
    await expect(read).rejects.toThrow(/no run holds a message$/);
  });

  it('keeps threads of one project apart, and knows no count where the fields are null', async () => {
    const call = (id: string, thread: string, tokens: number | null) => ({
      id,
      trace_id: id,
      run_type: 'llm',
      name: 'm',
      session_id: 'project-1',
      extra: { metadata: { thread_id: thread } },
      inputs: { messages: [{ role: 'user', content: 'Hi' }] },
      outputs: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
      prompt_tokens: tokens,
      completion_tokens: tokens,
      total_tokens: tokens === null ? null : tokens + tokens,
      prompt_token_details: null,
      completion_token_details: null,
    });
    const runs = [call('a', 'th-a', 4), call('b', 'th-b', null)];
    const result = await readSource(textSource(JSON.stringify(runs)));
    // 4 in, 4 out
    expect(inspectionOf(result, 'th-a').usage).toMatchObject({ calls: 1, total: 8 });
    expect(inspectionOf(result, 'th-b').usage).toBeNull();
    expect(inspectionOf(result, 'th-b').runs[0]?.calls).toMatchObject([{ reported: false, prompt: null }]);
  });

  it('puts threads together whose traces alternate, with the summary that one of them was shortened to', async () => {
    const said: Record<string, readonly object[]> = {};
    const call = (second: number, thread: string, request: readonly object[]): string => {
      const answer = { role: 'assistant', content: `Answer ${second}` };
      said[thread] = [...request, answer];
      return JSON.stringify({
        id: `call-${second}`,
        trace_id: `call-${second}`,
        run_type: 'llm',
        name: 'm',
        start_time: `2026-03-02T08:00:0${second}Z`,
        extra: { metadata: { thread_id: thread } },
        inputs: { messages: request },
        outputs: { choices: [{ message: answer }] },
      });
    };
    const ask = (text: string): object => ({ role: 'user', content: text });
    const lines = [
      call(1, 'th-a', [ask('A1')]),
      call(2, 'th-b', [ask('B1')]),
      call(3, 'th-a', [...(said['th-a'] ?? []), ask('A2')]),
      call(4, 'th-b', [...(said['th-b'] ?? []), ask('B2')]),
      // The first turn and its answer give way to a summary.
      call(5, 'th-a', [ask('So far: A1.'), ...(said['th-a'] ?? []).slice(2), ask('A3')]),
    ];
    const result = await readSource(textSource(lines.toReversed().join('\n')));
    expect(
      result.threads.map(({ threadId, runs, boundaries }) => [
        threadId,
        runs.map(({ runId }) => runId),
        boundaries.map(({ lastSummarizedRunId }) => lastSummarizedRunId),
      ]),
    ).toEqual([
      ['th-b', ['call-2', 'call-4'], []],
      ['th-a', ['call-1', 'call-3', 'call-5'], ['call-1']],
    ]);
  });
});
