import { describe, expect, it } from 'vitest';
import type { ContentPart, InputItem } from '../../../../core/domain/input-item.ts';
import {
  estimateItemTokens,
  estimateMessagesTokens,
  estimateMessageTokens,
  estimateTextTokens,
  utf8ByteLength,
} from '../../../../core/domain/token-estimate.ts';
import { bundle, message } from '../../../support/builders.ts';

function userParts(...content: readonly ContentPart[]): InputItem {
  return { type: 'message', role: 'user', content };
}

describe('estimateTextTokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    // é is 2 bytes.
    ['é', 1],
    ['ééé', 2],
    // 8 characters of 3 bytes: 24 / 4.
    ['日本語のテキスト', 6],
    // 4 + 4 bytes of the thumb and its skin tone, 3 of " ok": 11 / 4, rounded up.
    ['👍🏽 ok', 3],
  ])('counts the UTF-8 bytes of "%s" in fours: %i', (text, tokens) => {
    expect(estimateTextTokens(text)).toBe(tokens);
  });
});

describe('utf8ByteLength', () => {
  it.each([
    'plain',
    'é',
    '日本',
    '👍🏽',
    'a\ud83dz',
    '\udc4d',
    '\ud83d',
    '\ud83d\ud83d\udc4d',
    '\u07ff\u0800\uffff',
  ])('is what an encoder writes for "%s"', (text) => {
    expect(utf8ByteLength(text)).toBe(new TextEncoder().encode(text).length);
  });
});

describe('estimateItemTokens', () => {
  it('rounds every text up by itself', () => {
    // 4 for the item, 1 for 4 bytes, 2 for 5 bytes.
    expect(
      estimateItemTokens(
        userParts({ type: 'input_text', text: 'abcd' }, { type: 'input_text', text: 'abcde' }),
      ),
    ).toBe(7);
  });

  it('counts an image and a file flat, whatever they hold', () => {
    const image = (data: string): ContentPart => ({
      type: 'input_image',
      image_url: `data:image/png;base64,${data}`,
    });
    expect(estimateItemTokens(userParts(image('A')))).toBe(1504);
    expect(estimateItemTokens(userParts(image('A'.repeat(100_000))))).toBe(1504);
    expect(estimateItemTokens(userParts({ type: 'input_file', file_data: 'A'.repeat(9_999) }))).toBe(1004);
  });

  it('counts a part that it does not know as nothing', () => {
    expect(
      estimateItemTokens(userParts({ type: 'unknown', raw: { type: 'input_audio', data: 'AAAA' } })),
    ).toBe(4);
  });

  it('counts name and arguments of a tool call', () => {
    // "search" 6 bytes are 2, {"q":"tides"} 13 bytes are 4.
    const call: InputItem = {
      type: 'function_call',
      call_id: 'c1',
      name: 'search',
      arguments: '{"q":"tides"}',
    };
    expect(estimateItemTokens(call)).toBe(4 + 2 + 4);
  });

  it('counts a tool result of 400 characters as 104', () => {
    const output = 'x'.repeat(400);
    expect(estimateItemTokens({ type: 'function_call_output', call_id: 'c1', output })).toBe(104);
  });

  it('counts what can be read of reasoning, and nothing of what is encrypted', () => {
    const summary = [{ type: 'summary_text', text: 'thinking about it' }] as const; // 17 bytes: 5
    expect(estimateItemTokens({ type: 'reasoning', summary, encrypted_content: 'Z'.repeat(5_000) })).toBe(9);
  });

  it('counts code and logs of an interpreter, and not its images', () => {
    const item: InputItem = {
      type: 'code_interpreter_call',
      code: 'print(1)', // 8 bytes: 2
      outputs: [
        { type: 'logs', logs: '1\n' }, // 2 bytes: 1
        { type: 'image', url: 'https://example.test/a/very/long/address.png' },
      ],
    };
    expect(estimateItemTokens(item)).toBe(4 + 2 + 1);
  });

  it('counts everything else as its framing', () => {
    expect(estimateItemTokens({ type: 'web_search_call', id: 'ws_1' })).toBe(4);
    expect(estimateItemTokens({ type: 'image_generation_call', result: 'B'.repeat(1_000) })).toBe(4);
    expect(
      estimateItemTokens({ type: 'unknown', raw: { type: 'mcp_call', output: 'x'.repeat(1_000) } }),
    ).toBe(4);
  });
});

describe('estimateMessageTokens', () => {
  it('is the sum over the items, and 0 without any', () => {
    expect(estimateMessageTokens(bundle('m1'))).toBe(0);
    expect(estimateMessageTokens(message('m1', 'é'))).toBe(5);
    // 4 + 1 and 4 + 2
    expect(estimateMessagesTokens([message('m1', 'abcd'), message('m2', 'abcde')])).toBe(11);
  });
});
