import { describe, expect, it } from 'vitest';
import { toWireItem } from '../../../../core/domain/wire-item.ts';
import { readSource, textSource } from './read-fixture.ts';

describe('a chat message that lacks fields or has them twice', () => {
  it('may have no content at all, and thoughts under either name', async () => {
    const messages = [
      { role: 'user', content: 'Tide?' },
      {
        role: 'assistant',
        reasoning: 'Ask the tool.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'tide', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1' },
      { role: 'assistant', content: '5 m', reasoning_content: 'Said.', reasoning: 'Said.' },
    ];
    const { threads, inspections } = await readSource(textSource(JSON.stringify({ messages })));
    expect(inspections[0]?.runs).toMatchObject([
      { status: 'complete', messages: 4, toolCalls: 1, toolResults: 1, orphans: { calls: 0, results: 0 } },
    ]);
    const items = threads[0]?.runs[0]?.messages.flatMap((message) => message.items.map(toWireItem));
    expect(items).toMatchObject([
      { content: 'Tide?' },
      { type: 'reasoning', summary: [{ text: 'Ask the tool.' }] },
      { type: 'function_call', call_id: 'c1' },
      { type: 'function_call_output', call_id: 'c1', output: '' },
      // Both names say the same, and it counts once.
      { type: 'reasoning', summary: [{ text: 'Said.' }] },
      { content: [{ text: '5 m' }] },
    ]);
  });
});
