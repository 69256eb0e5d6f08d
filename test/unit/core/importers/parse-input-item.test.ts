import { describe, expect, it } from 'vitest';
import { parseInputItem, parseMessageBundle } from '../../../../core/importers/parse-input-item.ts';

describe('parseInputItem', () => {
  it.each([
    [{ type: 'message', role: 'user', content: 'hello', name: 'anna' }],
    [
      {
        type: 'message',
        role: 'assistant',
        id: 'm',
        content: [{ type: 'output_text', text: 'x', annotations: [] }],
      },
    ],
    [{ type: 'message', role: 'user', content: [{ type: 'input_image', file_id: 'f', detail: 'low' }] }],
    [{ type: 'message', role: 'user', content: [{ type: 'input_file', filename: 'a.pdf', extra: 1 }] }],
    [{ type: 'function_call', call_id: 'c', name: 'n', arguments: '{"a":', thought_signature: 'AA' }],
    [{ type: 'function_call_output', call_id: 'c', output: '' }],
    [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'x' }] }],
    [
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'hm' }],
        content: [{ type: 'reasoning_text' }],
      },
    ],
    [{ type: 'web_search_call', id: 'ws', action: { type: 'search', query: 'q' } }],
    [{ type: 'code_interpreter_call', code: '1', outputs: [{ type: 'image', url: 'u' }], container_id: 'k' }],
    [{ type: 'image_generation_call', result: 'BB', size: '64x64' }],
  ])('hands on the very object where nothing is wrong: %j', (item) => {
    expect(parseInputItem(item)).toBe(item);
  });

  it('takes a role and content without a type for a message, and keeps the other fields', () => {
    const item = {
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'x' }],
      phase: 'final',
    };
    expect(parseInputItem(item)).toEqual({ type: 'message', ...item });
    expect(item).not.toHaveProperty('type');
  });

  it.each([[null], [undefined], ['']])('takes the content %j for the empty text', (content) => {
    expect(parseInputItem({ type: 'message', role: 'user', content })).toEqual({
      type: 'message',
      role: 'user',
      content: '',
    });
  });

  it('wraps parts that it does not know, and leaves those beside them as they are', () => {
    const audio = { type: 'input_audio', data: 'AA' };
    const noText = { type: 'input_text', text: null };
    const text = { type: 'input_text', text: 'x', annotations: [] };
    expect(parseInputItem({ type: 'message', role: 'user', content: [text, audio, noText, 'bare'] })).toEqual(
      {
        type: 'message',
        role: 'user',
        content: [
          text,
          { type: 'unknown', raw: audio },
          { type: 'unknown', raw: noText },
          { type: 'input_text', text: 'bare' },
        ],
      },
    );
  });

  it('counts an image with null fields, or a nested address, as the image it is', () => {
    const content = [
      { type: 'input_image', image_url: 'https://example.test/a.png', file_id: null, detail: 'auto' },
      { type: 'input_image', image_url: { url: 'https://example.test/b.png' } },
      { type: 'input_file', file_id: 'file_1', filename: null, extra: true },
    ];
    expect(parseInputItem({ type: 'message', role: 'user', content })).toEqual({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'https://example.test/a.png', detail: 'auto' },
        { type: 'input_image', image_url: 'https://example.test/b.png' },
        { type: 'input_file', file_id: 'file_1', extra: true },
      ],
    });
  });

  it('knows a call without a call id by its item id', () => {
    const call = { type: 'function_call', id: 'fc_1', name: 'n', arguments: '{}' };
    expect(parseInputItem(call)).toEqual({ ...call, call_id: 'fc_1' });
    expect(parseInputItem({ type: 'function_call_output', output: 'x' })).toMatchObject({ call_id: '' });
  });

  it.each([
    [{ a: 1 }, '{"a":1}'],
    [null, ''],
    [undefined, ''],
    [[1, 2], '[1,2]'],
  ])('writes arguments given as %j as JSON', (given, text) => {
    expect(
      parseInputItem({ type: 'function_call', call_id: 'c', name: 'n', arguments: given }),
    ).toMatchObject({
      arguments: text,
    });
  });

  it.each([
    [{ result: 12 }, '{"result":12}'],
    [12, '12'],
    [null, ''],
    [[{ n: 1 }, 2], '[{"n":1},2]'],
  ])('writes a result given as %j as JSON', (given, text) => {
    expect(parseInputItem({ type: 'function_call_output', call_id: 'c', output: given })).toMatchObject({
      output: text,
    });
  });

  it('reads reasoning without a summary, with null for encrypted, and with bare texts', () => {
    expect(parseInputItem({ type: 'reasoning', id: 'rs', summary: null, encrypted_content: null })).toEqual({
      type: 'reasoning',
      id: 'rs',
      summary: [],
    });
    expect(parseInputItem({ type: 'reasoning', summary: ['one', { text: 'two' }] })).toMatchObject({
      summary: [
        { type: 'summary_text', text: 'one' },
        { type: 'summary_text', text: 'two' },
      ],
    });
  });

  it('reads an interpreter call that has no outputs yet', () => {
    expect(parseInputItem({ type: 'code_interpreter_call', code: null, outputs: null })).toEqual({
      type: 'code_interpreter_call',
      code: '',
      outputs: [],
    });
  });

  it.each([
    [{ type: 'mcp_call', id: 'x' }],
    [{ type: 'unknown', raw: { type: 'message' } }],
    [{ id: 'no type, no role' }],
    [{ type: 'message', role: 'tool', content: 'x' }],
    [{ role: 'narrator', content: 'x' }],
    [{ type: 'message', role: 'user', content: { text: 'x' } }],
    [{ type: 'message', role: 'user', content: [7] }],
    [{ type: 'function_call', call_id: 'c', name: 7, arguments: '{}' }],
    [{ type: 'reasoning', summary: 'a text' }],
    [{ type: 'reasoning', summary: [7] }],
    [{ type: 'code_interpreter_call', code: '1', outputs: [{ type: 'files' }] }],
  ])('keeps what has not the shape of its type whole: %j', (item) => {
    const parsed = parseInputItem(item);
    expect(parsed).toEqual({ type: 'unknown', raw: item });
    expect(parsed).toHaveProperty('raw', item);
  });

  it.each([[null], [7], ['text'], [[1]], [true]])('keeps even %j', (value) => {
    expect(parseInputItem(value)).toEqual({ type: 'unknown', raw: { value } });
  });

  it('makes halved surrogate pairs writable, and only those', () => {
    const halved = 'half \ud83d of a pair';
    expect(parseInputItem({ type: 'message', role: 'user', content: halved })).toMatchObject({
      content: 'half \ufffd of a pair',
    });
    const parts = [{ type: 'input_text', text: halved, kept: 1 }];
    expect(parseInputItem({ type: 'message', role: 'user', content: parts })).toMatchObject({
      content: [{ type: 'input_text', text: 'half \ufffd of a pair', kept: 1 }],
    });
    expect(
      parseInputItem({ type: 'function_call', call_id: 'c', name: 'n', arguments: halved }),
    ).toMatchObject({ arguments: 'half \ufffd of a pair' });
  });

  it('keeps a field whatever its name', () => {
    const item: unknown = JSON.parse('{"type":"web_search_call","id":null,"__proto__":{"a":1}}');
    expect(Object.entries(parseInputItem(item))).toEqual([
      ['type', 'web_search_call'],
      ['__proto__', { a: 1 }],
    ]);
  });

  it('survives arguments nested deeper than can be written', () => {
    const depth = 20_000;
    const nested: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(
      parseInputItem({ type: 'function_call', call_id: 'c', name: 'n', arguments: nested }),
    ).toMatchObject({
      type: 'unknown',
    });
  });
});

describe('parseMessageBundle', () => {
  function parsed(value: unknown) {
    const problems: string[] = [];
    const message = parseMessageBundle(value, 'r1#0', (problem) => problems.push(problem));
    return { message, problems };
  }

  it('reads id, sender and items', () => {
    const item = { type: 'message', role: 'user', content: 'hello' };
    expect(parsed({ id: 'b1', sender_id: 'anna', messages: [item] })).toEqual({
      message: { id: 'b1', senderId: 'anna', items: [item] },
      problems: [],
    });
  });

  it('gives a message without an id the one it is told', () => {
    expect(parsed({ messages: null })).toEqual({
      message: { id: 'r1#0', senderId: '', items: [] },
      problems: [],
    });
    expect(parsed({ id: '', sender_id: 7, messages: [] }).message).toMatchObject({
      id: 'r1#0',
      senderId: '',
    });
  });

  it('says so when there is no list of items, and keeps what there is', () => {
    const { message, problems } = parsed({
      id: 'b1',
      sender_id: 'anna',
      messages: { role: 'user', content: 'x' },
    });
    expect(message?.items).toMatchObject([{ type: 'message', content: 'x' }]);
    expect(problems).toEqual(['the items of a message are no list']);
  });

  it('says so when there is no message at all', () => {
    expect(parsed('hello')).toEqual({ message: null, problems: ['a message is no object'] });
  });
});
