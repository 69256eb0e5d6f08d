import { describe, expect, it } from 'vitest';
import { toWireItem } from '../../../../core/domain/wire-item.ts';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

const itemsOf = (result: ReadResult) =>
  only(result).document.runs.flatMap((run) => run.messages.flatMap(({ items }) => items.map(toWireItem)));

describe('Anthropic Messages', () => {
  it('reads a request as a transcript: results go on with the run, and words beside them steer it', async () => {
    const result = await readFixture('anthropic-transcript.json');
    const { document, inspection } = only(result);
    expect(
      inspection.runs.map((run) => [run.status, run.messages, run.items, run.toolCalls, run.toolResults]),
    ).toEqual([
      // Two user messages in a row; two thoughts, words and two calls; two results with words; the answer.
      ['complete', 5, 11, 2, 2],
      // A file with words; a search that the provider ran itself, with its result, and the answer.
      ['complete', 2, 4, 1, 1],
    ]);
    expect(inspection.usage).toBeNull();
    expect(document.runs[0]?.meta['instructions']).toEqual([
      { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'You tend a garden.' }] },
    ]);
  });

  it('pairs by order where a hand-made file has no ids, and reads a missing content as an empty one', async () => {
    const items = itemsOf(await readFixture('anthropic-transcript.json'));
    const calls = items.filter(({ type }) => type === 'function_call');
    const results = items.filter(({ type }) => type === 'function_call_output');
    expect(calls.map((call) => [call['call_id'], call['name']])).toEqual([
      ['call-1', 'seeds'],
      ['call-2', 'soil'],
      ['srv_1', 'web_search'],
    ]);
    expect(results.slice(0, 2)).toEqual([
      { type: 'function_call_output', call_id: 'call-1', output: [{ type: 'input_text', text: '12 left' }] },
      { type: 'function_call_output', call_id: 'call-2', output: '', is_error: true },
    ]);
  });

  it('estimates nothing for what is encrypted, and a flat figure for images and files', async () => {
    const { inspection } = only(await readFixture('anthropic-transcript.json'));
    // 4 + 1000 for the file and 4 for "Read the plan.", then 4 + ⌈10 / 4⌉ + ⌈16 / 4⌉ for the search,
    // 4 for its 1,600 encrypted characters, 4 + 2 for the answer
    expect(inspection.runs[1]?.estimatedTokens).toBe(1008 + 11 + 4 + 6);
  });

  it('takes each answer of a log as one call whose prompt is the sum of three counts', async () => {
    const { document, inspection } = only(await readFixture('anthropic-request-log.jsonl'));
    expect(inspection.runs.map((run) => run.messages)).toEqual([4, 2]);
    expect(inspection.runs.flatMap((run) => run.calls)).toMatchObject([
      // 5 + 0 + 1253
      { model: 'claude-x', prompt: 1258, cached: 0, cacheWritten: 1253, output: 40, total: 1298 },
      // 7 + 1253 + 60
      { prompt: 1320, cached: 1253, cacheWritten: 60, output: 4, total: 1324 },
      // It failed.
      { prompt: null, reported: false },
      // 9 + 1320
      { prompt: 1329, cached: 1320, cacheWritten: 0, output: 4, total: 1333 },
    ]);
    expect(document.runs[1]?.meta['notices']).toEqual([
      { level: 'error', text: 'Overloaded', atMs: Date.UTC(2026, 7, 20, 9, 1) },
      {
        level: 'info',
        text: 'The context was edited before this call (clear_tool_uses_20250919): 2 tool uses, 5000 input tokens cleared.',
        atMs: Date.UTC(2026, 7, 20, 9, 1, 30),
      },
    ]);
  });

  it('bills the summary and the adviser as calls of their own, and counts neither as context', async () => {
    const { inspection } = only(await readFixture('anthropic-compaction.json'));
    expect(inspection.runs[0]?.calls.map(({ model, prompt, output }) => [model, prompt, output])).toEqual([
      ['claude-x', 50_000, 400],
      ['claude-y', 900, 20],
      ['claude-x', 700, 30],
    ]);
    // 50,000 + 900 + 700 in, 400 + 20 + 30 out
    expect(inspection.usage).toMatchObject({ calls: 3, prompt: 51_600, output: 450 });
    expect(inspection.runs[0]?.occupancyAfter).toEqual({ measured: 730, pending: 0 });
    expect(inspection.boundaries).toMatchObject([
      {
        afterRun: null,
        text: 'Beans are in bed 3.',
        trigger: 'auto',
        tokensBefore: 50_000,
        tokensAfter: 700,
        applies: true,
        opaque: false,
      },
    ]);
    expect(inspection.findings).toEqual([]);
  });

  it('takes only the last of several passes as the context, and bills all of them', async () => {
    const { inspection } = only(await readFixture('anthropic-two-passes.json'));
    expect(inspection.runs[0]).toMatchObject({
      status: 'paused',
      occupancyAfter: { measured: 230, pending: 0 },
    });
    expect(inspection.usage).toMatchObject({ calls: 2, prompt: 300, output: 50 });
  });

  it.each(['anthropic-stream.sse', 'anthropic-stream.jsonl'])(
    'folds the events of %s: the last report is whole, and erases nothing that it leaves out',
    async (name) => {
      const result = await readFixture(name);
      expect(only(result).inspection.runs[0]?.calls).toMatchObject([
        // 25 + 100 + 3
        { prompt: 128, cached: 100, cacheWritten: 3, output: 15, total: 143 },
      ]);
      expect(itemsOf(result)).toMatchObject([
        { type: 'reasoning', summary: [{ text: 'Hm' }], encrypted_content: 'sig' },
        { content: [{ text: 'Looking.' }] },
        { call_id: 'tu_s', name: 'soil', arguments: '{"bed":4}' },
      ]);
    },
  );

  it('keeps a stream that was cut off as far as it came', async () => {
    const events = [
      { type: 'message_start', message: { id: 'm', model: 'claude-x', role: 'assistant', content: [] } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":' } },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(itemsOf(await readSource(textSource(text)))).toMatchObject([{ name: 'f', arguments: '{"a":' }]);
  });

  it('makes each answer of a batch a thread', async () => {
    const result = await readFixture('anthropic-batch-results.jsonl');
    expect(result.inspections.map((thread) => [thread.title, thread.usage?.total])).toEqual([
      ['Yes.', 12],
      ['No.', 13],
    ]);
  });

  it('reads the recorded events of an agent that the provider runs', async () => {
    const { document, inspection } = only(await readFixture('anthropic-managed-session.jsonl'));
    expect([inspection.id, inspection.title]).toEqual(['sesn_1', 'Tide desk']);
    expect(
      inspection.runs.map((run) => [run.status, run.messages, run.calls.map(({ total }) => total)]),
    ).toEqual([
      // 2 + 700 + 50 and 2 + 100 + 8
      ['complete', 4, [752, 110]],
      // It waits for a confirmation. 2 + 110 + 9
      ['paused', 2, [121]],
    ]);
    expect(inspection.boundaries).toMatchObject([
      { summaryId: 'sevt_9', opaque: true, text: null, madeBy: 'run-1' },
    ]);
    expect(document.runs[0]?.meta['instructions']).toMatchObject([
      { role: 'system', content: 'Answer briefly.' },
    ]);
  });

  it('takes messages on lines of their own as one thread', async () => {
    const lines = [
      { role: 'user', content: 'Seeds?' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'seeds', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '12' }] },
    ];
    const result = await readSource(textSource(lines.map((line) => JSON.stringify(line)).join('\n')));
    expect(result.format).toBe('anthropic-messages');
    expect(only(result).inspection.runs).toMatchObject([{ messages: 3, toolCalls: 1, toolResults: 1 }]);
  });

  it('leaves messages of other APIs with the same roles alone', async () => {
    const list = JSON.stringify([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: 'Hello.' },
    ]);
    expect((await readSource(textSource(list))).format).toBe('openai-chat');
  });
});
