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

describe('LangChain messages', () => {
  it('reads the three ways in which a message is written, in one list', async () => {
    const result = await readFixture('langchain-forms.json');
    const { document, inspection } = only(result);
    expect(inspection.title).toBe('Tide at Brest?');
    expect(inspection.runs.map((run) => [run.status, run.messages, run.toolCalls, run.toolResults])).toEqual([
      ['complete', 4, 1, 1],
      ['complete', 2, 0, 0],
    ]);
    expect(inspection.runs[0]?.calls).toMatchObject([
      { model: 'm-1', prompt: 210, cached: 128, output: 44, reasoning: 20, total: 254 },
      { prompt: 270, cached: 210, output: 6, total: 276 },
    ]);
    expect(document.runs[0]?.meta['instructions']).toMatchObject([
      { role: 'system', content: 'Run the tide desk.' },
    ]);
    expect(itemsOf(result)).toContainEqual({
      type: 'function_call_output',
      call_id: 'call_1',
      output: '5.2 m',
      artifact: { unit: 'm' },
    });
  });

  it('takes a summary for a boundary and no turn, and keeps what was removed for it in the thread', async () => {
    const { inspection } = only(await readFixture('langchain-forms.json'));
    expect(inspection.boundaries).toMatchObject([
      {
        afterRun: 'run-1',
        text: 'Here is a summary of the conversation to date:\n\nBrest was asked.',
        applies: true,
      },
    ]);
    expect(inspection.modelView.runs).toEqual(['run-2']);
  });

  it('tells what was removed because it was old from what was taken back', async () => {
    const result = await readFixture('langchain-removals.json');
    const { inspection } = only(result);
    // "4" was taken back as an answer to "Three?".
    expect(result.warnings).toMatchObject([{ code: 'deleted-messages', line: null }]);
    expect(inspection.runs.map((run) => run.messages)).toEqual([2, 2, 2, 2, 2]);
    expect(inspection.boundaries.map(({ afterRun, text }) => [afterRun, text !== null])).toEqual([
      // Everything was removed, but "Two?" and its answer came back behind the summary.
      ['run-1', true],
      // The summary, "Two?" and its answer were removed, and nothing was put in their place.
      ['run-2', false],
    ]);
    expect(inspection.modelView.runs).toEqual(['run-3', 'run-4', 'run-5']);
  });

  it('finds the report wherever a provider’s package left it', async () => {
    const { inspection } = only(await readFixture('langchain-reports.json'));
    expect(
      inspection.runs.map(({ calls: [call] }) => [
        call?.prompt,
        call?.cached,
        call?.output,
        call?.total,
        call?.reported,
      ]),
    ).toEqual([
      [50, 32, 5, 55, true],
      // 3 + 40 + 7
      [50, 40, 5, 55, true],
      [60, null, 5, 65, true],
      // 10 without the 100 and 20 of the cache: an old version left them out.
      [130, 100, 5, 135, true],
      [80, null, 8, 88, true],
      // An estimate of the library is no report.
      [null, null, null, null, false],
    ]);
  });

  it('takes a call once, however often it is written, and keeps one that is not valid', async () => {
    const result = await readFixture('langchain-calls.json');
    expect(itemsOf(result).filter(({ type }) => type === 'function_call')).toEqual([
      { type: 'function_call', call_id: 't1', name: 'seeds', arguments: '{"kind":"bean"}' },
      { type: 'function_call', call_id: 't2', name: 'soil', arguments: '{"bed":', error: 'not JSON' },
      { type: 'function_call', call_id: 't3', name: 'water', arguments: '{"bed":3}' },
      { type: 'function_call', call_id: 't4', name: 'light', arguments: '{}' },
    ]);
    const [first] = only(result).inspection.runs;
    // A result of an old function has only the function's name.
    expect(first).toMatchObject({ status: 'complete', toolResults: 4, orphans: { calls: 0, results: 0 } });
  });

  it('keeps thoughts beside the words, and images as images', async () => {
    const items = itemsOf(await readFixture('langchain-calls.json'));
    expect(items[1]).toMatchObject({
      type: 'reasoning',
      summary: [{ text: 'Both.' }],
      encrypted_content: 's',
    });
    expect(items[2]).toMatchObject({ content: [{ type: 'output_text', text: 'Looking.' }] });
    expect(items.filter(({ type }) => type === 'reasoning')[1]).toMatchObject({
      summary: [{ text: 'One more.' }],
    });
    expect(items.at(-2)).toMatchObject({
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
        { type: 'input_image', image_url: 'https://example.org/a.png' },
      ],
    });
  });

  it('puts the pieces of a streamed message together and counts its call once', async () => {
    const result = await readFixture('langchain-chunks.json');
    const { inspection } = only(result);
    expect(inspection.runs).toMatchObject([{ messages: 2, items: 4, status: 'open' }]);
    // The prompt comes in one piece and the reply in another.
    expect(inspection.runs[0]?.calls).toMatchObject([{ model: 'm', prompt: 40, output: 9, total: 49 }]);
    expect(itemsOf(result).slice(1)).toMatchObject([
      { summary: [{ text: 'Ask the tool.' }] },
      { content: [{ text: 'One moment.' }] },
      { call_id: 'c1', name: 'tide', arguments: '{"port":"Brest"}' },
    ]);
  });

  it('reads the rows of a history store as one thread per session', async () => {
    const result = await readFixture('langchain-sessions.jsonl');
    expect(result.inspections.map(({ id, title, runs }) => [id, title, runs.length])).toEqual([
      ['desk-1', 'Tide?', 1],
      ['desk-2', 'Wind?', 1],
    ]);
  });

  it('adds what came since to a report that is far above the text, and scales nothing', async () => {
    const { inspection } = only(
      await read([
        { type: 'human', content: 'hi', id: 'h1' },
        {
          type: 'ai',
          content: 'hello',
          id: 'a1',
          usage_metadata: { input_tokens: 10_000, output_tokens: 3, total_tokens: 10_003 },
        },
        { type: 'human', content: 'what now?', id: 'h2' },
      ]),
    );
    expect(inspection.runs.map((run) => run.occupancyAfter)).toEqual([
      { measured: 10_003, pending: 0 },
      // 4 + ⌈9 / 4⌉
      { measured: 10_003, pending: 7 },
    ]);
  });

  it('reads a list inside a state, and one that is JSON in a string', async () => {
    const messages = [
      { type: 'human', content: 'Hi' },
      { type: 'ai', content: 'Hello' },
    ];
    expect(only(await read({ values: { messages } })).inspection.runs).toHaveLength(1);
    // A graph names the list of its messages itself.
    expect(only(await read({ values: { docs: [], chat: messages } })).inspection.runs).toHaveLength(1);
    const store = await read({ SessionId: 'desk-7', History: JSON.stringify(messages) });
    expect(only(store).inspection.id).toBe('desk-7');
  });

  it('skips what is no message and says how many', async () => {
    const result = await read([
      { type: 'human', content: 'Hi' },
      null,
      { type: 'ai', content: 'a' },
      { type: 'ai', content: 'b' },
      { type: 'ai', content: 'c' },
    ]);
    expect(only(result).inspection.runs).toMatchObject([{ messages: 4 }]);
    expect(result.warnings).toMatchObject([{ code: 'unknown-record' }]);
  });

  it('reads an empty list of parts, and fields that are null', async () => {
    const result = await read([
      { type: 'human', content: 'Hi', name: null, example: false, id: null },
      {
        type: 'ai',
        content: [],
        name: null,
        example: false,
        id: 'a1',
        usage_metadata: null,
        response_metadata: { token_usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
        tool_calls: [{ id: 'c1', name: 'tide', args: {} }],
      },
      { type: 'tool', content: [], tool_call_id: 'c1', name: null },
    ]);
    const [run] = only(result).inspection.runs;
    expect(run).toMatchObject({
      messages: 3,
      toolCalls: 1,
      toolResults: 1,
      orphans: { calls: 0, results: 0 },
    });
    expect(run?.calls).toMatchObject([{ prompt: 7, output: 2, total: 9 }]);
    for (const item of itemsOf(result)) {
      expect(item).not.toHaveProperty('name', null);
      expect(item).not.toHaveProperty('example', true);
    }
  });
});
