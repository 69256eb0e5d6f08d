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

const read = (value: unknown) => readSource(textSource(JSON.stringify(value)));

describe('Vercel AI SDK', () => {
  it('splits a message of a window into its calls, and takes a tool’s part for its call and its result', async () => {
    const result = await readFixture('vercel-ui-messages.json');
    const { document, inspection } = only(result);
    expect(
      inspection.runs.map((run) => [run.status, run.messages, run.items, run.toolCalls, run.toolResults]),
    ).toEqual([
      // question; thought and two calls; two results; answer
      ['complete', 4, 7, 2, 2],
      // It waits for an approval.
      ['paused', 2, 2, 1, 0],
    ]);
    expect(document.runs[0]?.meta['instructions']).toMatchObject([{ role: 'system' }]);
    expect(itemsOf(result).filter(({ type }) => type === 'function_call_output')).toEqual([
      { type: 'function_call_output', call_id: 'c1', output: '{"left":12}' },
      { type: 'function_call_output', call_id: 'c2', output: 'unknown kind', is_error: true },
    ]);
    expect(inspection.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:00Z',
      endedAt: '2026-08-20T09:00:05Z',
    });
  });

  it('does not split a sum over several calls, and takes it for the call’s own where there is only one', async () => {
    const { inspection } = only(await readFixture('vercel-ui-messages.json'));
    const [first, second] = inspection.runs;
    expect(first?.modelCalls).toBe(2);
    expect(first?.calls.filter((call) => call.reported)).toMatchObject([
      { model: 'm-1', prompt: 310, cached: 192, output: 55, total: 365, perCall: false },
    ]);
    expect(first?.occupancyAfter).toBeNull();
    expect(second?.calls).toMatchObject([
      { prompt: 400, cached: 310, output: 20, reasoning: 5, perCall: true },
    ]);
    // 310 + 400 in, 55 + 20 out
    expect(inspection.usage).toMatchObject({ calls: 3, prompt: 710, output: 75, total: 785 });
  });

  it('keeps parts that it does not know as they are', async () => {
    const items = itemsOf(await readFixture('vercel-ui-messages.json'));
    expect(items[6]).toMatchObject({
      content: [
        { type: 'output_text', text: '12 beans, no leeks.' },
        { type: 'source-url', url: 'https://example.org' },
        { type: 'data-weather', data: { sun: true } },
      ],
    });
  });

  it('reads version 4, whose calls stand beside the words', async () => {
    const { inspection } = only(await readFixture('vercel-v4-messages.json'));
    expect([inspection.id, inspection.title]).toEqual(['chat-4f0c', 'Leeks']);
    expect(inspection.runs.map((run) => [run.status, run.messages, run.toolCalls, run.toolResults])).toEqual([
      // question, call, result, and the words that the next call made of it
      ['complete', 4, 1, 1],
      // Nothing answered the call.
      ['open', 2, 1, 0],
    ]);
    expect(inspection.usage).toMatchObject({ calls: 3, prompt: 90, output: 12, total: 102 });
    expect(inspection.runs[0]?.calls.filter(({ reported }) => reported)).toMatchObject([{ perCall: false }]);
  });

  it('reads messages of a model: results in any order, of a failure, and of a denial', async () => {
    const result = await readFixture('vercel-model-messages.json');
    const { inspection } = only(result);
    expect(inspection.runs.map((run) => [run.status, run.toolCalls, run.toolResults, run.orphans])).toEqual([
      ['complete', 2, 2, { calls: 0, results: 0 }],
      ['complete', 1, 1, { calls: 0, results: 0 }],
    ]);
    expect(itemsOf(result).filter(({ type }) => type === 'function_call_output')).toEqual([
      { type: 'function_call_output', call_id: 'c2', output: 'no bed 4', is_error: true },
      { type: 'function_call_output', call_id: 'c1', output: '{"soil":"clay"}' },
      { type: 'function_call_output', call_id: 'c3', output: 'too wet', is_error: true },
    ]);
    expect(itemsOf(result)[0]).toMatchObject({
      content: [
        { type: 'input_text' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    });
  });

  it('takes each step of a result as one call, and not what it repeats nor the sum', async () => {
    const { inspection } = only(await readFixture('vercel-steps.json'));
    expect(inspection.title).toBe('Soil of bed 3?');
    expect(inspection.runs).toMatchObject([
      { status: 'complete', messages: 4, toolCalls: 1, toolResults: 1 },
    ]);
    expect(inspection.runs[0]?.calls).toMatchObject([
      { model: 'm-1', prompt: 120, cached: 64, output: 40, reasoning: 12, total: 160, perCall: true },
      { prompt: 190, cached: 128, output: 15, total: 205, perCall: true },
    ]);
    expect(inspection.usage).toEqual({ calls: 2, prompt: 310, cached: 192, output: 55, total: 365 });
  });

  it('reads the rows of a table whose parts are JSON, one thread per chat', async () => {
    const result = await readFixture('vercel-rows.jsonl');
    expect(
      result.inspections.map(({ id, title, runs }) => [id, title, runs[0]?.messages, runs[0]?.startedAt]),
    ).toEqual([
      ['desk-a', 'Peas?', 2, '2026-08-20T09:00:00Z'],
      ['desk-b', 'Kale?', 2, '2026-08-20T09:00:01Z'],
    ]);
  });

  it('folds the stream that a window is sent', async () => {
    const result = await readFixture('vercel-stream.sse');
    expect(itemsOf(result)).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Look it up.' }] },
      { call_id: 'c1', name: 'soil', arguments: '{"bed":3}' },
      { call_id: 'c1', output: 'clay' },
      { content: [{ text: 'Clay.' }] },
    ]);
    expect(only(result).inspection.usage).toMatchObject({ calls: 2, prompt: 310, output: 55 });
  });

  it('folds the stream that a server reads, where each step reports', async () => {
    const { inspection } = only(await readFixture('vercel-stream.jsonl'));
    expect(inspection.runs[0]?.calls.map(({ total, perCall }) => [total, perCall])).toEqual([
      [160, true],
      [205, true],
    ]);
    expect(inspection.usage).toMatchObject({ prompt: 310, output: 55, total: 365 });
  });

  it('adds the cache where version 5 left it out of the input', async () => {
    const metadata = { usage: { inputTokens: 5, outputTokens: 40, totalTokens: 45, cachedInputTokens: 900 } };
    const { inspection } = only(
      await read([
        { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        { id: 'a', role: 'assistant', metadata, parts: [{ type: 'text', text: 'Hello' }] },
      ]),
    );
    // 5 + 900, and with the reply 945
    expect(inspection.runs[0]?.calls).toMatchObject([{ prompt: 905, cached: 900, output: 40, total: 945 }]);
  });

  it('leaves a stream that was cut off open', async () => {
    const parts = [
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Half' },
    ];
    const { inspection } = only(
      await readSource(textSource(parts.map((part) => JSON.stringify(part)).join('\n'))),
    );
    expect(inspection.runs).toMatchObject([{ status: 'open', messages: 1 }]);
  });

  const asked = (text: string): object => ({ id: 'u', role: 'user', parts: [{ type: 'text', text }] });

  it('leaves a run open whose tool has its input and no output yet', async () => {
    const waiting = {
      type: 'tool-tide',
      toolCallId: 'c1',
      state: 'input-available',
      input: { port: 'Brest' },
    };
    const { inspection } = only(
      await read([asked('Tide?'), { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, waiting] }]),
    );
    expect(inspection.runs).toMatchObject([
      { status: 'open', toolCalls: 1, toolResults: 0, orphans: { calls: 1, results: 0 } },
    ]);
  });

  it('reads the names of version 4, the flat ones of version 5, and both side by side, each token once', async () => {
    const flat = {
      inputTokens: 100,
      cachedInputTokens: 60,
      outputTokens: 30,
      reasoningTokens: 10,
      totalTokens: 130,
    };
    const reports = [
      { promptTokens: 90, completionTokens: 12, totalTokens: 102 },
      flat,
      {
        ...flat,
        inputTokenDetails: { noCacheTokens: 40, cacheReadTokens: 60, cacheWriteTokens: 0 },
        outputTokenDetails: { textTokens: 20, reasoningTokens: 10 },
      },
    ];
    const { inspection } = only(
      await read(
        reports.flatMap((usage, index) => [
          { ...asked('Tide?'), id: `u${index}` },
          { id: `a${index}`, role: 'assistant', metadata: { usage }, parts: [{ type: 'text', text: '5 m' }] },
        ]),
      ),
    );
    // 60 of the 100 and 10 of the 30 are named a second time, not on top: 100 + 30 = 130.
    expect(inspection.runs.flatMap(({ calls }) => calls)).toMatchObject([
      { prompt: 90, cached: null, output: 12, reasoning: null, total: 102 },
      { prompt: 100, cached: 60, output: 30, reasoning: 10, total: 130 },
      { prompt: 100, cached: 60, output: 30, reasoning: 10, total: 130 },
    ]);
    // 102 + 130 + 130
    expect(inspection.usage).toMatchObject({ calls: 3, total: 362 });
  });

  it('takes the data URL of a file for an image or a file by its media type', async () => {
    const file = (mediaType: string, filename: string): object => ({
      type: 'file',
      mediaType,
      filename,
      url: `data:${mediaType};base64,AAAA`,
    });
    const parts = [
      { type: 'text', text: 'These?' },
      file('image/png', 'a.png'),
      file('application/pdf', 'b.pdf'),
    ];
    const [question] = itemsOf(
      await read([
        { id: 'u', role: 'user', parts },
        { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'Yes.' }] },
      ]),
    );
    expect(question).toMatchObject({
      content: [
        { type: 'input_text', text: 'These?' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_file', file_data: 'data:application/pdf;base64,AAAA', filename: 'b.pdf' },
      ],
    });
  });
});
