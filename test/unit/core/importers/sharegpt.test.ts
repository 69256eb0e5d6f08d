import { describe, expect, it } from 'vitest';
import { shareGpt } from '../../../../core/importers/sharegpt.ts';
import { importLines } from '../../../support/import-fixture.ts';
import { formatOf, importJson, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const turns = (...pairs: readonly (readonly [string, unknown])[]): Fields => ({
  conversations: pairs.map(([from, value]) => ({ from, value })),
});

describe('shareGpt', () => {
  it('makes a thread of each record, with its tool calls paired, and invents neither usage nor time', async () => {
    const result = await importLines(shareGpt, [
      {
        id: 'c1',
        ...turns(
          ['human', 'Roll a die'],
          ['function_call', '{"name":"roll","arguments":{"n":6}}'],
          ['observation', '4'],
          ['gpt', 'A 4.'],
        ),
        system: 'You roll dice.',
        tools: '[]',
      },
      { id: 'c2', ...turns(['gpt', 'Hello'], ['human', '']) },
    ]);
    expect(result.detected).toBe('sharegpt');
    expect(wordsOf(result)).toEqual([['user: Roll a die', 'roll({"n":6})', '=> 4', 'assistant: A 4.']]);
    const [first, second] = result.inspected;
    expect(first).toMatchObject({
      id: 'c1',
      usage: null,
      runs: [
        { modelCalls: 2, toolCalls: 1, toolResults: 1, orphans: { calls: 0, results: 0 }, startedAt: null },
      ],
    });
    expect(result.threads[0]?.runs[0]?.meta).toEqual({
      instructions: [{ type: 'message', role: 'system', content: 'You roll dice.' }],
    });
    // The model speaks first, and the user says nothing: no run opens at the empty turn.
    expect(second?.runs.map(({ status, messages }) => [status, messages])).toEqual([['headless', 2]]);
  });

  it('knows speakers by many names, joins two turns of a user, and keeps a speaker that it does not know', async () => {
    const result = await importJson(shareGpt, [
      {
        ...turns(
          ['system', 'Be brief.'],
          ['User', 'One'],
          ['human', 'and two?'],
          ['ChatGPT', 'Three.'],
          ['narrator', 'Night falls.'],
          ['user', 'Four?'],
          ['bard', 'Five.'],
        ),
        model: 'some-model',
      },
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: One', 'user: and two?', 'assistant: Three.', 'unknown'],
      ['user: Four?', 'assistant: Five.'],
    ]);
    expect(result.inspected[0]?.runs[0]?.calls).toMatchObject([{ model: 'some-model', reported: false }]);
    expect(result.threads[0]?.title).toBe('One');
  });

  it('takes a missing value for an empty one', async () => {
    const result = await importJson(shareGpt, [
      { conversations: [{ from: 'human' }, { from: 'gpt', value: null }, { from: 'human', value: 'Hm?' }] },
      { conversations: [{ from: 'human', value: 'x' }] },
    ]);
    expect(wordsOf(result)).toEqual([['user: ', 'assistant: '], ['user: Hm?']]);
  });

  it('splits what answers parallel calls in one turn, and keeps calls that are no JSON as text', async () => {
    const result = await importJson(shareGpt, [
      turns(
        ['human', 'Both?'],
        ['function_call', '[{"name":"area","arguments":{"r":1}},{"name":"area","arguments":{"r":2}}]'],
        ['observation', '[{"name":"area","content":"3.14"},{"name":"area","content":{"value":12.57}}]'],
        ['function_call', 'look around'],
        ['tool', '["a","b"]'],
        ['gpt', '<tool_call>{"name":"x"}</tool_call>'],
      ),
    ]);
    expect(wordsOf(result)).toEqual([
      [
        'user: Both?',
        'area({"r":1})',
        'area({"r":2})',
        '=> 3.14',
        '=> {"value":12.57}',
        '(look around)',
        '=> ["a","b"]',
        'assistant: <tool_call>{"name":"x"}</tool_call>',
      ],
    ]);
    expect(result.inspected[0]?.runs[0]).toMatchObject({ toolCalls: 3, orphans: { calls: 0, results: 0 } });
  });

  it('reads messages whose parts hold values: thoughts, calls, results, images', async () => {
    const part = (type: string, value: unknown): Fields => ({ type, value });
    const result = await importLines(shareGpt, [
      {
        messages: [
          { role: 'system', content: [part('text', 'Think.')] },
          { role: 'user', content: [part('image_url', 'a.jpg'), part('text', 'Who?')] },
          {
            role: 'assistant',
            content: [part('reasoning', 'Search.'), part('tool_call', '{"name":"find","arguments":{}}')],
          },
          { role: 'tool', content: [part('text', 'Ada')] },
          { role: 'assistant', content: [part('text', 'Ada.')], loss_weight: 1 },
        ],
        tools: '[]',
      },
    ]);
    expect(result.detected).toBe('sharegpt');
    expect(wordsOf(result)).toEqual([
      ['user: [input_image] | Who?', '(Search.)', 'find({})', '=> Ada', 'assistant: Ada.'],
    ]);
    expect(result.inspected[0]?.runs[0]).toMatchObject({ modelCalls: 2, orphans: { calls: 0, results: 0 } });
  });

  it('puts each image where its tag stands', async () => {
    const result = await importJson(shareGpt, [
      {
        messages: [
          { role: 'user', content: '<image>Who are they?' },
          { role: 'assistant', content: 'Two players.' },
          { role: 'user', content: 'And <image> or <image>?' },
          { role: 'assistant', content: 'Others.' },
        ],
        images: ['1.jpg', '2.jpg'],
      },
    ]);
    expect(result.detected).toBe('sharegpt');
    const firsts = result.threads[0]?.runs.map(({ messages }) => messages[0]?.items[0]);
    expect(firsts).toMatchObject([
      { content: [{ text: '<image>Who are they?' }, { type: 'input_image', image_url: '1.jpg' }] },
      { content: [{ text: 'And <image> or <image>?' }, { type: 'input_image', image_url: '2.jpg' }] },
    ]);
  });

  it('takes the preferred ending for the thread and the rejected one for a branch', async () => {
    const result = await importJson(shareGpt, [
      {
        ...turns(['human', 'Hi'], ['gpt', 'Hello.'], ['human', 'Joke?']),
        chosen: { from: 'gpt', value: 'A funny one.' },
        rejected: { from: 'gpt', value: 'No.' },
      },
      {
        chosen: [
          { role: 'user', content: 'Same' },
          { role: 'assistant', content: 'good' },
        ],
        rejected: [
          { role: 'user', content: 'Same' },
          { role: 'assistant', content: 'bad' },
        ],
      },
      { prompt: 'Sum?', chosen: '4', rejected: '5' },
    ]);
    expect(result.detected).toBe('sharegpt');
    expect(result.threads.map((_, index) => wordsOf(result, index).at(-1))).toEqual([
      ['user: Joke?', 'assistant: A funny one.'],
      ['user: Joke?', 'assistant: No.'],
      ['user: Same', 'assistant: good'],
      ['user: Same', 'assistant: bad'],
      ['user: Sum?', 'assistant: 4'],
      ['user: Sum?', 'assistant: 5'],
    ]);
    expect(result.inspected[1]?.branchOf).toEqual({ threadId: result.threads[0]?.threadId, runId: 'turn-1' });
    expect(result.inspected[1]?.runs.map(({ copiedFrom }) => copiedFrom)).toEqual([
      result.threads[0]?.threadId,
      null,
    ]);
    expect(result.inspected[3]?.branchOf).toEqual({ threadId: result.threads[2]?.threadId, runId: null });
  });

  it('reads other names of the list, calls with ids, and tells equal records apart', async () => {
    const same = turns(['human', 'x'], ['gpt', 'y']);
    const result = await importJson(shareGpt, [
      same,
      same,
      {
        conversation_id: 'lm-1',
        conversation: [
          { role: 'user', content: 'Tide?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'tide', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'call_1', content: '5 m' },
        ],
      },
      { nothing: 1 },
    ]);
    const ids = result.threads.map(({ threadId }) => threadId);
    expect(ids[1]).toBe(`${ids[0] ?? ''} (2)`);
    expect(ids[2]).toBe('lm-1');
    expect(wordsOf(result, 2)).toEqual([['user: Tide?', 'tide({})', '=> 5 m']]);
    expect(result.errors).toMatchObject([{ code: 'unreadable-conversation' }]);
  });

  it('leaves messages of the Chat Completions API and other exports alone', () => {
    for (const text of [
      '[{"messages":[{"role":"user","content":"x"}]}]',
      '{"messages":[{"role":"user","content":"x"}]}\n{"messages":[{"role":"user","content":"y"}]}',
      '{"conversations":[{"conversation":{},"responses":[]}]}',
      '[{"items":[{"type":"message"}]}]',
      '[{"prompt":"x"}]',
    ]) {
      expect(formatOf(text)).not.toBe('sharegpt');
    }
  });

  it.each(['gpt', 'chatgpt', 'bing', 'bard', 'model', 'assistant', 'Bing'])(
    'takes a turn of “%s” for an answer',
    async (speaker) => {
      const result = await importJson(shareGpt, [turns(['user', 'Hi'], [speaker, 'Hello'])]);
      expect(wordsOf(result)).toEqual([['user: Hi', 'assistant: Hello']]);
      expect(result.inspected[0]?.runs[0]?.modelCalls).toBe(1);
    },
  );
});
