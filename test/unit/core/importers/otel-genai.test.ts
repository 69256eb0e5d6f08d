import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../core/adapters/fs/byte-sources.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { otelGenAi } from '../../../../core/importers/otel-genai.ts';
import { importBytes, importFixture } from '../../../support/import-fixture.ts';

const importJson = (value: unknown): ReturnType<typeof importBytes> =>
  importBytes(otelGenAi, new TextEncoder().encode(JSON.stringify(value)), 'spans.json');

/** A flat span of a chat, as exporters write it. */
function chat(
  id: string,
  attributes: Readonly<Record<string, unknown>>,
  parent: string | null = null,
): unknown {
  return {
    trace_id: 't',
    span_id: id,
    parent_id: parent,
    name: 'chat',
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm', ...attributes },
  };
}

function agent(id: string, parent: string | null, start: string): unknown {
  return {
    trace_id: 't',
    span_id: id,
    parent_id: parent,
    name: `invoke_agent ${id}`,
    start_time: start,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': id },
  };
}

const COUNTS = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 2 };

describe('otelGenAi', () => {
  it('counts each answer of an OTLP trace once: not in the agent around it, nor where a second writer has it', async () => {
    const { detected, threads, inspected } = await importFixture(otelGenAi, 'otel-otlp.json');
    expect(detected).toBe('otel-genai');
    expect(threads.map(({ threadId }) => threadId)).toEqual(['cv-1']);
    expect(inspected[0]?.runs.map(({ id, status }) => [id, status])).toEqual([['0a', 'complete']]);
    // Whole numbers stand as text in OTLP: "80" of which "64" were cached.
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { model: 'm-1', prompt: 70, output: 6, total: 76, perCall: true },
      { model: 'm-1', prompt: 80, cached: 64, output: 9, total: 89, perCall: true },
    ]);
    // 76 + 89; the agent's 165 is their sum.
    expect(inspected[0]?.usage).toEqual({ calls: 2, prompt: 150, cached: 64, output: 15, total: 165 });
    // 1,787,216,400 s is 2026-08-20T09:00:00Z.
    expect(inspected[0]?.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:00Z',
      endedAt: '2026-08-20T09:00:06Z',
    });
  });

  it('reads messages as values and as text, parts without a type, and an output that is no list', async () => {
    const { threads, inspected } = await importFixture(otelGenAi, 'otel-otlp.json');
    const run = threads[0]?.runs[0];
    expect(run?.messages.map(({ items }) => items)).toMatchObject([
      [{ role: 'user', content: [{ text: 'Tide at noon?' }] }],
      [{ type: 'function_call', call_id: 'c-1', name: 'tide', arguments: '{"hour":12}' }],
      [{ type: 'function_call_output', call_id: 'c-1', output: '4.1 m' }],
      [{ type: 'reasoning' }, { role: 'assistant', content: [{ text: '4.1 m at noon.' }] }],
    ]);
    expect(run?.calls.map(({ replyAt, answerId }) => [replyAt, answerId])).toEqual([
      [1, 'resp-1'],
      [3, 'resp-2'],
    ]);
    expect(run?.meta['instructions']).toMatchObject([
      { role: 'system', content: [{ text: 'Harbour desk.' }] },
    ]);
    expect(inspected[0]?.findings).toEqual([]);
  });

  it('leaves out what the AI SDK sums up around its requests, and joins the traces of a session', async () => {
    const { threads, inspected } = await importFixture(otelGenAi, 'otel-ai-sdk.jsonl');
    expect(inspected.map(({ id, runs }) => [id, runs.map((run) => [run.id, run.messages])])).toEqual([
      [
        's-1',
        [
          ['11', 4],
          ['12', 2],
        ],
      ],
    ]);
    // 34 + 50 in the first trace, 63 in the second; the 84 around the first two is their sum.
    expect(inspected[0]?.runs.map(({ calls }) => calls.map(({ total }) => total))).toEqual([[34, 50], [63]]);
    expect(inspected[0]?.usage).toEqual({ calls: 3, prompt: 135, cached: 40, output: 12, total: 147 });
    expect(threads[0]?.runs[0]?.messages[2]?.items).toMatchObject([{ call_id: 'k1', output: '[2]' }]);
    expect(inspected[0]?.runs[0]?.orphans).toEqual({ calls: 0, results: 0 });
  });

  it('reads OpenInference, flat or nested, and says why a request failed', async () => {
    const { threads, inspected } = await importFixture(otelGenAi, 'otel-openinference.json');
    expect(inspected[0]?.runs.map(({ id, status }) => [id, status])).toEqual([
      ['21', 'complete'],
      ['22', 'error'],
    ]);
    expect(threads[0]?.runs[0]?.messages[0]?.items).toMatchObject([
      {
        content: [
          { type: 'input_text', text: 'How many masts?' },
          { type: 'input_image', image_url: 'https://example.test/ship.png' },
        ],
      },
    ]);
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { prompt: 25, cached: 8, output: 2, reasoning: 1, total: 27 },
    ]);
    expect(threads[0]?.runs[1]).toMatchObject({
      calls: [{ reported: false, replyAt: null }],
      meta: { notices: [{ level: 'error', text: 'overloaded' }] },
    });
  });

  it('makes a run of usage alone where no contents were captured', async () => {
    const { inspected, threads } = await importJson([chat('a', COUNTS), chat('b', COUNTS)]);
    expect(inspected[0]?.runs).toMatchObject([{ id: 't', status: 'complete', messages: 0 }]);
    expect(threads[0]?.runs[0]?.calls.map(({ replyAt, total }) => [replyAt, total])).toEqual([
      [null, 12],
      [null, 12],
    ]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 2, total: 24 });
  });

  it('reads deprecated names and the events of older versions', async () => {
    const { threads } = await importJson([
      chat('a', {
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'Hi',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'Ho',
        'gen_ai.usage.prompt_tokens': 3,
        'gen_ai.usage.completion_tokens': 1,
      }),
      {
        trace_id: 'u',
        span_id: 'b',
        name: 'chat',
        attributes: { 'gen_ai.system': 'x', 'gen_ai.request.model': 'm' },
        events: [
          { name: 'gen_ai.user.message', attributes: { content: 'Hallo' } },
          { name: 'gen_ai.choice', attributes: { message: '{"content":"Na"}', index: 0 } },
        ],
      },
    ]);
    const texts = threads.map(({ runs }) => runs[0]?.messages.map(({ items }) => items));
    expect(texts).toMatchObject([
      [[{ content: [{ text: 'Hi' }] }], [{ content: [{ text: 'Ho' }] }]],
      [[{ content: [{ text: 'Hallo' }] }], [{ content: [{ text: 'Na' }] }]],
    ]);
    expect(threads[0]?.runs[0]?.calls).toMatchObject([{ prompt: 3, output: 1, total: 4 }]);
  });

  it('adds the cache to an input that is smaller than it, and only then', async () => {
    const cache = {
      'gen_ai.usage.cache_read.input_tokens': 90,
      'gen_ai.usage.cache_creation.input_tokens': 5,
    };
    const { threads } = await importJson([
      chat('a', { ...cache, 'gen_ai.usage.input_tokens': 7, 'gen_ai.usage.output_tokens': 1 }),
      chat('b', { ...cache, 'gen_ai.usage.input_tokens': 102, 'gen_ai.usage.output_tokens': 1 }),
    ]);
    // 7 + 90 + 5 = 102
    expect(
      threads[0]?.runs[0]?.calls.map(({ prompt, cached, cacheWritten }) => [prompt, cached, cacheWritten]),
    ).toEqual([
      [102, 90, 5],
      [102, 90, 5],
    ]);
  });

  it('makes runs of agents that stand side by side, and a thread of one that works for another', async () => {
    const said = (text: string): Readonly<Record<string, unknown>> => ({
      'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: text }] }],
      'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: `${text}!` }] }],
      ...COUNTS,
    });
    const { threads, inspected } = await importJson([
      agent('first', null, '2026-08-20T09:00:00Z'),
      chat('c1', said('One'), 'first'),
      agent('inner', 'first', '2026-08-20T09:00:30Z'),
      chat('c2', said('Aside'), 'inner'),
      agent('second', null, '2026-08-20T09:01:00Z'),
      chat('c3', said('Two'), 'second'),
    ]);
    expect(threads.map(({ threadId, runs }) => [threadId, runs.map((run) => run.runId)])).toEqual([
      ['t', ['t', 'second']],
      ['t/agent-inner', ['t']],
    ]);
    expect(threads[1]?.startedBy).toEqual({ threadId: 't', runId: 't' });
    expect(inspected.map(({ usage }) => usage?.calls)).toEqual([2, 1]);
  });

  it('reads what is whole of an attribute that was cut off', async () => {
    const { threads } = await importJson([
      chat('a', {
        'gen_ai.input.messages':
          '[{"role":"user","parts":[{"type":"text","content":"Whole"}]},{"role":"user","parts":[{"type":"te',
      }),
    ]);
    expect(threads[0]?.runs[0]?.messages[0]?.items).toMatchObject([{ content: [{ text: 'Whole' }] }]);
  });

  it('keeps the result of a tool whose call no span shows, as an orphan', async () => {
    const { inspected } = await importJson({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'tide',
      'gen_ai.tool.call.id': 'c-9',
      output: '{"metres": 4}',
    });
    expect(inspected[0]?.title).toBe('tide');
    expect(inspected[0]?.runs).toMatchObject([
      { status: 'headless', orphans: { calls: 0, results: 1 }, calls: [] },
    ]);
  });

  it('tells of what stands among spans and is none', async () => {
    const { warnings, inspected } = await importJson([chat('a', {}), { note: 'by hand' }, 7]);
    expect(inspected).toHaveLength(1);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['unknown-record', '2 records without a type hold nothing that is known here and were skipped.'],
    ]);
  });

  it('refuses spans of which none is of a model, and says so', async () => {
    await expect(
      importJson({
        resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: '1', spanId: '2', name: 'GET /' }] }] }],
      }),
    ).rejects.toThrow(/none of the 1 spans/);
  });

  it('ends a thread with the last trace of its conversation, however the spans stand in the file', async () => {
    const span = (trace: string, id: string, talk: string, second: number): unknown => ({
      trace_id: trace,
      span_id: id,
      name: 'chat',
      start_time: `2026-03-02T08:00:0${second}Z`,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.conversation.id': talk,
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: `Ask ${id}` }] },
        ]),
      },
    });
    // By time: t-1 and t-3 of the one conversation around t-2 of the other, which t-4 goes on with.
    const spans = [
      span('t-4', '4', 'two', 4),
      span('t-1', '1', 'one', 1),
      span('t-3', '3', 'one', 3),
      span('t-2', '2', 'two', 2),
      span('t-1', '1b', 'one', 1),
    ];
    const bytes = new TextEncoder().encode(spans.map((line) => JSON.stringify(line)).join('\n'));
    const told: string[] = [];
    const { sink } = collectThreads();
    await otelGenAi.read(
      memorySource('spans.jsonl', [bytes]),
      {
        ...sink,
        run: (thread, run) => {
          told.push(`${thread}: ${run.runId} of ${run.messages.length}`);
          sink.run(thread, run);
        },
        ended: (thread) => {
          told.push(`${thread} ends`);
        },
      },
      {},
    );
    expect(told).toEqual([
      'one: t-1 of 2',
      'two: t-2 of 1',
      'one: t-3 of 1',
      'one ends',
      'two: t-4 of 1',
      'two ends',
    ]);
  });
});
