import { describe, expect, it } from 'vitest';
import { findInThread } from '../../../../electron/workspace/find-in-thread.ts';
import { itemText, runBody, SHOWN_CHARACTERS } from '../../../../electron/workspace/run-body.ts';
import { runHeaders } from '../../../../electron/workspace/run-headers.ts';
import { removeThread } from '../../../../electron/workspace/thread-removal.ts';
import {
  assistantMessage,
  chainLines,
  openWorkspace,
  runLine,
  toolCall,
  toolResult,
  userMessage,
} from './workspace-fixture.ts';

function bundle(id: string, ...items: readonly object[]): object {
  return { id, sender_id: 'desk', messages: items };
}

describe('runHeaders', () => {
  it('gives a page of runs, and fewer at the end', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(5));
    const page = runHeaders(workspace.reader, { thread: 1, from: 3, count: 100 });
    expect(page.map(({ index, title }) => [index, title])).toEqual([
      [3, 'question 4'],
      [4, 'question 5'],
    ]);
    // 4 + ⌈10 / 4⌉ for the question and 4 + ⌈8 / 4⌉ for the answer.
    expect(page[0]).toMatchObject({
      messageCount: 2,
      modelCallCount: 1,
      estimatedTokens: 13,
      durationMs: null,
      usage: null,
    });
  });

  it('is not there for a thread that isn’t', async () => {
    const workspace = await openWorkspace();
    expect(() => runHeaders(workspace.reader, { thread: 7, from: 0, count: 1 })).toThrow(
      'no longer in the workspace',
    );
    await workspace.importLines('a.jsonl', chainLines(1));
    await removeThread(workspace, 1);
    expect(() => runHeaders(workspace.reader, { thread: 1, from: 0, count: 1 })).toThrow(
      'no longer in the workspace',
    );
  });
});

describe('runBody', () => {
  it('shows messages by their items, payloads by their size, and never base64', async () => {
    const workspace = await openWorkspace();
    const messages = [
      bundle('m1', {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'look' },
          // 8 base64 characters stand for 6 bytes, two of them padding: 4.
          { type: 'input_image', image_url: 'data:image/png;base64,AAAAAA==' },
          { type: 'input_file', filename: 'plan.pdf', file_data: 'AAAA' },
          { type: 'input_audio', data: 'x' },
        ],
      }),
      bundle('m2', {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'hm' }],
        encrypted_content: 'ZZZZ',
      }),
      bundle('m3', { type: 'image_generation_call', result: 'AAAAAAAA' }),
      bundle('m4', { type: 'mcp_call', name: 'odd', arguments: '{}' }),
    ];
    await workspace.importLines('a.jsonl', [runLine({ run: 'r1', messages })]);
    const body = runBody(workspace.reader, { thread: 1, run: 0, from: 0, count: 10 });
    expect(body).toMatchObject({ index: 0, totalMessages: 4 });
    expect(body.messages.map(({ items }) => items)).toEqual([
      [
        { kind: 'text', role: 'user', text: 'look', cutFrom: null },
        { kind: 'image', role: 'user', bytes: 4, label: 'image/png' },
        { kind: 'file', role: 'user', bytes: 3, label: 'plan.pdf' },
        { kind: 'other', type: 'input_audio', text: '{"type":"input_audio","data":"x"}', cutFrom: null },
      ],
      [{ kind: 'reasoning', text: 'hm', cutFrom: null, encryptedBytes: 4 }],
      [{ kind: 'image', role: 'assistant', bytes: 6, label: 'generated image' }],
      [
        {
          kind: 'other',
          type: 'mcp_call',
          text: '{"type":"mcp_call","name":"odd","arguments":"{}"}',
          cutFrom: null,
        },
      ],
    ]);
    expect(JSON.stringify(body)).not.toContain('AAAA');
  });

  it('pairs calls with results, across runs too, and shows a JSON string as the text it holds', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [
      runLine({
        run: 'r1',
        messages: [
          toolCall('c1', 'call-1'),
          toolResult('o1', 'call-1', '"line\\nbreak"'),
          toolCall('c2', 'call-2'),
          toolCall('c3', 'call-3'),
        ],
      }),
      runLine({
        run: 'r2',
        previous: 'r1',
        messages: [toolResult('o2', 'call-2', '{"a":1}'), toolResult('o9', 'call-9')],
      }),
    ]);
    const itemsOf = (run: number): readonly object[] =>
      runBody(workspace.reader, { thread: 1, run, from: 0, count: 10 }).messages.flatMap(
        ({ items }) => items,
      );
    expect(itemsOf(0)).toMatchObject([
      { kind: 'tool-call', callId: 'call-1', name: 'stock', text: '{"sku":"KT-100"}', answered: true },
      { kind: 'tool-result', callId: 'call-1', name: 'stock', text: 'line\nbreak', called: true },
      { kind: 'tool-call', callId: 'call-2', answered: true },
      { kind: 'tool-call', callId: 'call-3', answered: false },
    ]);
    expect(itemsOf(1)).toMatchObject([
      { kind: 'tool-result', callId: 'call-2', text: '{"a":1}', called: true },
      { kind: 'tool-result', callId: 'call-9', text: '12', called: false },
    ]);
  });

  it('cuts a long text, never inside a character, and gives it whole on request', async () => {
    const workspace = await openWorkspace();
    const long = `${'a'.repeat(SHOWN_CHARACTERS - 1)}👍 and more`;
    await workspace.importLines('a.jsonl', [runLine({ run: 'r1', messages: [userMessage('u', long)] })]);
    const [item] =
      runBody(workspace.reader, { thread: 1, run: 0, from: 0, count: 1 }).messages[0]?.items ?? [];
    expect(item).toEqual({
      kind: 'text',
      role: 'user',
      text: 'a'.repeat(SHOWN_CHARACTERS - 1),
      cutFrom: long.length,
    });
    expect(itemText(workspace.reader, { thread: 1, run: 0, message: 0, item: 0 })).toBe(long);
  });

  it('gives a page of the messages of a long run', async () => {
    const workspace = await openWorkspace();
    const messages = Array.from({ length: 250 }, (_, index) =>
      assistantMessage(`a${index}`, `answer ${index}`),
    );
    await workspace.importLines('a.jsonl', [runLine({ run: 'r1', messages })]);
    const body = runBody(workspace.reader, { thread: 1, run: 0, from: 40, count: 1000 });
    expect(body.totalMessages).toBe(250);
    expect([body.messages.length, body.messages[0]?.index, body.messages.at(-1)?.messageId]).toEqual([
      200,
      40,
      'a239',
    ]);
  });
});

describe('findInThread', () => {
  it('finds any text, inside words and case aside, in the order of the thread', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [
      runLine({
        run: 'r1',
        messages: [userMessage('u1', 'The QUAY wall'), assistantMessage('a1', 'nothing')],
      }),
      runLine({
        run: 'r2',
        previous: 'r1',
        messages: [toolCall('c', 'c'), toolResult('o', 'c', '"on the\\nquays \\u00e9"')],
      }),
      runLine({ run: 'r3', previous: 'r2', messages: [userMessage('u3', 'é "quoted" <tag>')] }),
    ]);
    const find = (text: string): Promise<object> =>
      findInThread(workspace.db, workspace.reader, { thread: 1, text }, () => false);
    expect(await find('uay')).toEqual({
      total: 2,
      hits: [
        { run: 0, message: 0 },
        { run: 1, message: 1 },
      ],
    });
    expect(await find('É')).toEqual({
      total: 2,
      hits: [
        { run: 1, message: 1 },
        { run: 2, message: 0 },
      ],
    });
    expect(await find('"quoted" <TAG>')).toEqual({ total: 1, hits: [{ run: 2, message: 0 }] });
    expect(await find('nowhere')).toEqual({ total: 0, hits: [] });
    expect(await find('  ')).toEqual({ total: 0, hits: [] });
  });

  it('counts every hit and lists the first thousand', async () => {
    const workspace = await openWorkspace();
    const messages = Array.from({ length: 1200 }, (_, index) => userMessage(`u${index}`, 'again'));
    await workspace.importLines('a.jsonl', [runLine({ run: 'r1', messages })]);
    const { total, hits } = await findInThread(
      workspace.db,
      workspace.reader,
      { thread: 1, text: 'again' },
      () => false,
    );
    expect([total, hits.length, hits.at(-1)]).toEqual([1200, 1000, { run: 0, message: 999 }]);
  });
});
