import { describe, expect, it } from 'vitest';
import { toWireItem } from '../../../../core/domain/wire-item.ts';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

describe('OpenAI Conversations', () => {
  it('puts the pages of a conversation together, which come newest first and overlap', async () => {
    const result = await readFixture('conversations-pages.jsonl');
    const { document, inspection } = only(result);
    expect([inspection.id, inspection.title]).toEqual(['conv_1', 'Tides']);
    expect(inspection.runs).toMatchObject([
      {
        status: 'complete',
        // question; thought and call; result; answer
        messages: 4,
        items: 5,
        toolCalls: 1,
        toolResults: 1,
        startedAt: '2026-08-20T09:00:00Z',
      },
    ]);
    expect(document.runs[0]?.messages.flatMap(({ items }) => items.map(toWireItem))).toMatchObject([
      { content: [{ type: 'input_text', text: 'Tide at Brest?' }, { type: 'input_image' }] },
      { type: 'reasoning', summary: [{ text: 'Ask.' }] },
      { type: 'function_call', call_id: 'c1' },
      { type: 'function_call_output', output: '5 m' },
      { role: 'assistant' },
    ]);
    expect(inspection.usage).toBeNull();
    // The last page says that there is no other.
    expect(result.warnings).toEqual([]);
  });

  it('keeps the order of a page that begins with the user, and warns of pages that are missing', async () => {
    const result = await readFixture('conversations-page.json');
    expect(only(result).inspection.title).toBe('Hi');
    expect(result.warnings).toMatchObject([{ code: 'incomplete-list' }]);
  });

  it('reads a conversation that has its items inside', async () => {
    const conversation = {
      object: 'conversation',
      id: 'conv_2',
      items: [
        { type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        {
          type: 'message',
          id: 'msg_2',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hello' }],
        },
      ],
    };
    const { inspection } = only(await readSource(textSource(JSON.stringify(conversation))));
    expect([inspection.id, inspection.runs.map((run) => run.messages)]).toEqual(['conv_2', [2]]);
  });
});
