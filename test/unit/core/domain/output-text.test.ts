import { describe, expect, it } from 'vitest';
import { outputText } from '../../../../core/domain/output-text.ts';

describe('outputText', () => {
  it('is what the assistant said, in order, and nothing else', () => {
    expect(
      outputText([
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        {
          type: 'message',
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'One. ' },
            { type: 'unknown', raw: { type: 'refusal', refusal: 'no' } },
            { type: 'output_text', text: 'Two. ' },
          ],
        },
        { type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' },
        { type: 'message', role: 'user', content: 'me' },
        { type: 'message', role: 'assistant', content: 'Three.' },
      ]),
    ).toBe('One. Two. Three.');
  });
});
