import { describe, expect, it } from 'vitest';
import { langfuse } from '../../../../core/importers/langfuse.ts';
import { importBytes, importFixture, importLines } from '../../../support/import-fixture.ts';

const importJson = (value: unknown): ReturnType<typeof importBytes> =>
  importBytes(langfuse, new TextEncoder().encode(JSON.stringify(value)), 'export.json');

describe('langfuse', () => {
  it('makes one run of a trace, with each request counted where nothing inside it was billed', async () => {
    const { detected, threads, inspected } = await importFixture(langfuse, 'langfuse-trace.json');
    expect(detected).toBe('langfuse');
    expect(threads.map(({ threadId }) => threadId)).toEqual(['ses-7']);
    expect(inspected[0]?.runs.map(({ id, status }) => [id, status])).toEqual([['tr-1', 'complete']]);
    // The agent's 380 and the wrapper's 930 repeat what the two requests in them were billed.
    // Buckets share no token: 40 + 160 in, 8 + 12 out.
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { model: 'gpt-test', prompt: 150, cached: null, output: 10, total: 160, reported: true, perCall: true },
      { model: 'gpt-test', prompt: 200, cached: 160, output: 20, reasoning: 12, total: 220 },
    ]);
    // 160 + 220
    expect(inspected[0]?.usage).toEqual({ calls: 2, prompt: 350, cached: 160, output: 30, total: 380 });
    expect(inspected[0]?.runs[0]?.startedAt).toBe('2026-08-20T09:00:00Z');
    expect(inspected[0]?.runs[0]?.endedAt).toBe('2026-08-20T09:00:07.500Z');
  });

  it('puts the transcript together from unsorted observations, and takes an answer from the span around it', async () => {
    const { threads, inspected } = await importFixture(langfuse, 'langfuse-trace.json');
    const run = threads[0]?.runs[0];
    expect(run?.messages.map(({ items }) => items)).toMatchObject([
      [{ role: 'user', content: [{ text: 'Is berth 4 free?' }] }],
      [{ type: 'function_call', call_id: 'call_b', name: 'berth', arguments: '{"number":4}' }],
      [{ type: 'function_call_output', call_id: 'call_b', output: 'free until noon' }],
      [{ role: 'assistant', content: [{ text: 'Yes, until noon.' }] }],
    ]);
    expect(run?.calls.map(({ replyAt }) => replyAt)).toEqual([1, 3]);
    expect(run?.meta['instructions']).toMatchObject([{ role: 'system' }]);
    expect(run?.occupancyAfter).toEqual({ measuredTokens: 220, pendingTokens: 0 });
    expect(inspected[0]?.findings).toEqual([]);
  });

  it('joins the traces of a session by time, each with what it adds, and shows one without requests', async () => {
    const { threads, inspected, warnings } = await importFixture(langfuse, 'langfuse-session.jsonl');
    expect(warnings).toEqual([]);
    expect(inspected.map(({ id, runs }) => [id, runs.map((run) => run.id)])).toEqual([
      ['ses-8', ['tr-a', 'tr-b']],
      ['tr-c', ['tr-c']],
    ]);
    expect(threads[0]?.runs.map(({ messages }) => messages.length)).toEqual([2, 2]);
    expect(threads[0]?.title).toBe('Which tide suits a draught of 6 m?');
    // The total of the second says that its input holds the cached tokens already: 90 + 7 = 97.
    expect(inspected[0]?.usage).toEqual({ calls: 2, prompt: 150, cached: 64, output: 16, total: 166 });
    expect(threads[1]?.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ role: 'user', content: [{ text: 'Ring the bell' }] }],
      [{ role: 'assistant', content: [{ text: 'Rung.' }] }],
    ]);
    expect(inspected[1]?.usage).toBeNull();
  });

  it('gives an agent that a tool started a thread of its own, and counts nothing twice', async () => {
    const { detected, threads, inspected } = await importFixture(langfuse, 'langfuse-sub-agent.json');
    expect(detected).toBe('langfuse');
    expect(threads.map(({ threadId, startedBy }) => [threadId, startedBy ?? null])).toEqual([
      ['tr-9', null],
      ['tr-9/agent-sub', { threadId: 'tr-9', runId: 'tr-9' }],
    ]);
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([120, 55]);
    expect(threads[1]?.title).toBe('Weather on Sunday?');
    // No later request repeats the result; the tool's own record has it.
    expect(threads[0]?.runs[0]?.messages.at(-1)?.items).toMatchObject([
      { type: 'function_call_output', call_id: 'c1', output: 'Calm on Sunday.' },
    ]);
    expect(threads[0]?.runs[0]?.status).toBe('complete');
  });

  it('keeps the sum of an agent apart from the requests in it that report nothing', async () => {
    const { inspected } = await importJson([
      {
        id: 'a',
        traceId: 't',
        type: 'AGENT',
        parentObservationId: null,
        usageDetails: { input: 30, output: 4, total: 34 },
      },
      {
        id: 'g',
        traceId: 't',
        type: 'GENERATION',
        parentObservationId: 'a',
        model: 'm',
        input: 'Hi',
        output: 'Ho',
      },
      {
        id: 'h',
        traceId: 't',
        type: 'GENERATION',
        parentObservationId: 'a',
        model: 'm',
        input: 'Hi',
        output: 'Hum',
      },
    ]);
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { prompt: null, reported: false, perCall: true },
      { prompt: null, reported: false, perCall: true },
      { prompt: 30, output: 4, total: 34, reported: true, perCall: false },
    ]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 2, total: 34 });
  });

  it('reads a session that sends only what is new', async () => {
    const generation = (id: string, input: unknown, output: unknown): unknown => ({
      id,
      traceId: 't',
      type: 'GENERATION',
      parentObservationId: null,
      input,
      output,
      usageDetails: { input: 5, output: 1, total: 6 },
    });
    const { threads } = await importJson([
      generation('1', [{ role: 'user', content: 'Go' }], {
        role: 'assistant',
        tool_calls: [{ id: 'c', function: { name: 'go', arguments: '{}' } }],
      }),
      generation(
        '2',
        [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'gone' }] }],
        'Done',
      ),
    ]);
    expect(threads[0]?.runs[0]?.messages.flatMap(({ items }) => items.map(({ type }) => type))).toEqual([
      'message',
      'function_call',
      'function_call_output',
      'message',
    ]);
  });

  it('finds the boundary where a request begins with a summary in place of earlier runs', async () => {
    const say = (role: string, content: string): unknown => ({ role, content });
    const turns = (from: number, to: number): unknown[] =>
      Array.from({ length: to - from }, (_, index) => from + index).flatMap((turn) => [
        say('user', `Question ${String(turn)}`),
        say('assistant', `Answer ${String(turn)}`),
      ]);
    const line = (turn: number, input: readonly unknown[]): unknown => ({
      id: `g${String(turn)}`,
      traceId: `t${String(turn)}`,
      sessionId: 's',
      type: 'GENERATION',
      parentObservationId: null,
      startTime: `2026-08-20T09:0${String(turn)}:00Z`,
      input: [say('system', 'Be brief.'), ...input, say('user', `Question ${String(turn)}`)],
      output: say('assistant', `Answer ${String(turn)}`),
      usageDetails: { input: 10, output: 2, total: 12 },
    });
    const { inspected } = await importLines(langfuse, [
      line(1, []),
      line(2, turns(1, 2)),
      line(3, [say('system', 'Summary: 1 was asked.'), ...turns(2, 3)]),
    ]);
    expect(inspected.map(({ id, runs }) => [id, runs.map((run) => run.id)])).toEqual([
      ['s', ['t1', 't2', 't3']],
    ]);
    expect(inspected[0]?.boundaries).toMatchObject([
      { afterRun: 't1', text: 'Summary: 1 was asked.', applies: true, anchored: true },
    ]);
    expect(inspected[0]?.modelView.runs).toEqual(['t2', 't3']);
  });

  it('makes runs of the earlier turns that a lone trace repeats', async () => {
    const { inspected } = await importJson([
      {
        id: 'g',
        traceId: 't',
        type: 'GENERATION',
        parentObservationId: null,
        input: [
          { role: 'user', content: 'One?' },
          { role: 'assistant', content: 'Yes.' },
          { role: 'user', content: 'Two?' },
        ],
        output: 'No.',
        usageDetails: { input: 9, output: 1, total: 10 },
      },
    ]);
    expect(inspected[0]?.runs.map(({ id, messages, calls }) => [id, messages, calls.length])).toEqual([
      ['run-1', 2, 0],
      ['t', 2, 1],
    ]);
  });

  it('ends a run with what failed in it', async () => {
    const { threads } = await importJson({
      data: [
        {
          id: 'g',
          traceId: 't',
          type: 'GENERATION',
          parentObservationId: null,
          input: 'Hi',
          output: null,
          level: 'ERROR',
          statusMessage: 'rate limit',
        },
      ],
    });
    expect(threads[0]?.runs[0]).toMatchObject({
      status: 'error',
      calls: [{ reported: false, replyAt: null }],
      meta: { notices: [{ level: 'error', text: 'rate limit' }] },
    });
  });

  it('reads tables of traces and of observations, whose cells hold JSON', async () => {
    const observations = [
      'id,traceId,parentObservationId,type,name,startTime,endTime,model,input,output,usageDetails',
      'o2,t-1,o1,GENERATION,chat,2026-08-20T09:00:01.000Z,2026-08-20T09:00:02.000Z,m,"[\n{""role"":""user"",""content"":""Tide,\\nplease?""}]","{""role"":""assistant"",""content"":""5 m""}","{""input"":6,""input_cached_tokens"":20,""output"":3,""total"":29}"',
      'o1,t-1,,AGENT,agent,2026-08-20T09:00:00.000Z,2026-08-20T09:00:03.000Z,,,,{}',
      'o3,t-1,o1,SPAN,cut off',
    ].join('\r\n');
    const bytes = new TextEncoder().encode(`\ufeff${observations}\r\n`);
    const { detected, threads, inspected, warnings } = await importBytes(langfuse, bytes, 'observations.csv');
    expect(detected).toBe('langfuse');
    expect(threads[0]?.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ content: [{ text: 'Tide,\nplease?' }] }],
      [{ content: [{ text: '5 m' }] }],
    ]);
    // Disjoint buckets: 6 + 20 in, 3 out.
    expect(inspected[0]?.runs[0]?.calls[0]).toMatchObject({ prompt: 26, cached: 20, output: 3, total: 29 });
    expect(warnings.map(({ code }) => code)).toEqual(['broken-rows']);
  });

  it('reads a table of traces', async () => {
    const table = [
      'id,timestamp,name,sessionId,input,output,bookmarked,public',
      't-1,2026-08-20T09:00:00.000Z,agent,ses-1,"""Tide?""","""5 m""",false,false',
    ].join('\n');
    const { detected, inspected } = await importBytes(
      langfuse,
      new TextEncoder().encode(table),
      'traces.csv',
    );
    expect(detected).toBe('langfuse');
    expect(inspected).toMatchObject([{ id: 'ses-1', runs: [{ id: 't-1', messages: 2 }] }]);
  });

  it('finds the session of a trace that has few fields, and tells of what is neither', async () => {
    const { inspected, warnings } = await importJson([
      {
        id: 't',
        timestamp: '2026-08-20T09:00:00Z',
        name: 'n',
        sessionId: 'ses-2',
        input: null,
        output: null,
      },
      {
        id: 'g',
        traceId: 't',
        parentObservationId: null,
        type: 'GENERATION',
        input: 'Hi',
        output: 'Ho',
        usageDetails: { input: 2, output: 1, total: 3 },
      },
      { note: 'by hand' },
    ]);
    expect(inspected.map(({ id, usage }) => [id, usage?.total])).toEqual([['ses-2', 3]]);
    expect(warnings.map(({ code }) => code)).toEqual(['unknown-record']);
  });

  it('refuses a page without observations', async () => {
    await expect(importJson({ data: [] })).rejects.toMatchObject({ code: 'invalid-import' });
  });

  it('orders traces by the last that is told of their time, wherever their versions stand', async () => {
    const trace = (id: string, timestamp: string | null, input: string | null): string =>
      JSON.stringify({ id, sessionId: 's', timestamp, public: false, release: null, input, output: null });
    const { threads } = await importLines(langfuse, [
      trace('late', '2026-03-02T08:00:01Z', 'Late?'),
      trace('early', '2026-03-02T08:00:02Z', 'Early?'),
      // Later than first told, and once more without a time and without words.
      trace('late', '2026-03-02T08:00:03Z', null),
      trace('early', null, null),
    ]);
    expect(threads.map(({ threadId, runs }) => [threadId, runs.map(({ runId }) => runId)])).toEqual([
      ['s', ['early', 'late']],
    ]);
  });
});
