import { describe, expect, it } from 'vitest';
import { toWireItem, toWireMessage } from '../../../../core/domain/wire-item.ts';
import { parseInputItem } from '../../../../core/importers/parse-input-item.ts';
import { bundle, message } from '../../../support/builders.ts';

/** What an item becomes that is read and written again. */
const rewritten = (value: unknown): unknown => toWireItem(parseInputItem(value));

describe('toWireItem', () => {
  it('leaves the type out of what the model wrote, as the SDK does', () => {
    const answer = {
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'done', annotations: [] }],
    };
    expect(rewritten(answer)).toEqual(answer);
    expect(rewritten({ type: 'message', ...answer })).toEqual(answer);
  });

  it.each([
    [{ type: 'message', role: 'user', content: 'hello' }],
    [{ type: 'message', role: 'assistant', content: 'said by somebody' }],
    [{ type: 'message', role: 'assistant', content: [{ type: 'input_text', text: 'put in' }] }],
    [{ type: 'message', role: 'assistant', content: [] }],
    [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'rule' }] }],
  ])('keeps it on what came as input: %j', (item) => {
    expect(rewritten(item)).toEqual(item);
  });

  it('gives it to a message that came without', () => {
    expect(rewritten({ role: 'user', content: 'hello' })).toEqual({
      type: 'message',
      role: 'user',
      content: 'hello',
    });
  });

  it.each([
    [{ type: 'function_call', id: 'fc', call_id: 'c', name: 'n', arguments: '{', thought_signature: 'AA' }],
    [{ type: 'function_call_output', id: 'fc', call_id: 'c', output: '"12"' }],
    [{ type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'ZZ' }],
    [{ type: 'web_search_call', id: 'ws', action: { type: 'search', query: 'q' } }],
    [{ type: 'mcp_call', id: 'mcp', arguments: '{}', output: null }],
    [{ type: 'unknown', raw: 'somebody else’s word' }],
    [{ type: 'message', role: 'user', content: [{ type: 'input_audio', data: 'AA' }] }],
    [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'resource', uri: 'x' }] }],
  ])('writes as it was read: %j', (item) => {
    expect(rewritten(item)).toEqual(item);
  });

  it('leaves the item that it writes alone', () => {
    const item = message('m1', 'done', 'assistant').items[0];
    if (item === undefined) throw new Error('no item');
    toWireItem(item);
    expect(item.type).toBe('message');
  });
});

describe('toWireMessage', () => {
  it('writes the fields of the SDK', () => {
    expect(toWireMessage(bundle('m1', { type: 'unknown', raw: { type: 'x' } }))).toEqual({
      id: 'm1',
      sender_id: 'user-1',
      messages: [{ type: 'x' }],
    });
  });
});
