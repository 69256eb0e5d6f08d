import { describe, expect, it } from 'vitest';
import { buildSummaryRequest, flattenMessages } from '../../../../core/summarizers/summary-input.ts';
import { bundle, message } from '../../../support/builders.ts';

const messages = [
  message('m0', 'Previous conversation summary: all well', 'system'),
  bundle('m1', {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'First line\nsecond line' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      { type: 'input_file', filename: 'a.pdf' },
      { type: 'input_text', text: 'and this' },
    ],
  }),
  bundle(
    'm2',
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'secret thoughts' }] },
    { type: 'function_call', call_id: 'c1', name: 'lookup', arguments: '{"q":"tide"}' },
    { type: 'function_call', call_id: 'c2', name: 'save', arguments: '{}' },
  ),
  bundle('m3', { type: 'function_call_output', call_id: 'c1', output: '"5.2 m"' }),
  bundle('m4', {
    type: 'function_call_output',
    call_id: 'c2',
    output: [
      { type: 'input_text', text: 'saved' },
      { type: 'input_image', file_id: 'f' },
    ],
  }),
  bundle('m5', { type: 'unknown', raw: { type: 'mcp_call' } }, { type: 'web_search_call' }),
  bundle('m6', { type: 'message', role: 'assistant', content: 'Done.' }),
];

describe('flattenMessages', () => {
  it('has a line for every text part, tool call and tool result, and for nothing else', () => {
    expect(flattenMessages(messages)).toBe(
      [
        'system: Previous conversation summary: all well',
        'user: First line\nsecond line',
        'user: and this',
        '[Tool Call: lookup]',
        '[Tool Call: save]',
        '[Tool Result: "5.2 m"]',
        '[Tool Result: saved]',
        'assistant: Done.',
        '',
      ].join('\n'),
    );
  });

  it('adds what tools were called with when it is asked to', () => {
    const text = flattenMessages(messages, { includeToolArguments: true });
    expect(text).toContain('[Tool Call: lookup {"q":"tide"}]\n[Tool Call: save {}]\n');
  });

  it('is empty for no messages', () => {
    expect(flattenMessages([])).toBe('');
  });
});

describe('buildSummaryRequest', () => {
  it('puts the sentence of the SDK in front of the transcript', () => {
    expect(buildSummaryRequest('Be brief.', [message('m1', 'hello')])).toEqual({
      instruction: 'Be brief.',
      input:
        'Please summarize the following conversation history, preserving important context, decisions, and information that would be needed for future interactions:\n\nuser: hello\n',
    });
  });
});
