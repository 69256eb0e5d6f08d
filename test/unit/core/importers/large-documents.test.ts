import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../../core/importers/anthropic-messages.ts';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { langChain } from '../../../../core/importers/langchain.ts';
import { langfuse } from '../../../../core/importers/langfuse.ts';
import { langSmith } from '../../../../core/importers/langsmith.ts';
import { libreChat } from '../../../../core/importers/librechat.ts';
import { openAiAgents } from '../../../../core/importers/openai-agents.ts';
import { openAiChat } from '../../../../core/importers/openai-chat.ts';
import { openAiResponses } from '../../../../core/importers/openai-responses.ts';
import type { ThreadImporter } from '../../../../core/importers/thread-import.ts';
import { byteSource } from '../../../support/import-fixture.ts';

/** Longer than anything that is parsed whole. */
const LONG = 'tide '.repeat(1_000_000);
const DATA = Buffer.alloc(3_750_000, 'harbour picture').toString('base64');

async function importLarge(
  importer: ThreadImporter,
  text: string,
): Promise<ReturnType<typeof collectThreads>> {
  const collected = collectThreads();
  await importer.read(byteSource(new TextEncoder().encode(text), 'large'), collected.sink, {});
  return collected;
}

/** Everything that the threads say, and nothing of how it is kept. */
const saidIn = (collected: ReturnType<typeof collectThreads>): string =>
  JSON.stringify(collected.threads().map(({ runs }) => runs.map(({ messages }) => messages)));

describe('a document too large to be parsed whole', () => {
  const turns = Array.from({ length: 4000 }, (_, turn) => [
    { role: 'user', content: `Question ${turn}: ${'tide '.repeat(150)}` },
    { role: 'assistant', content: `Answer ${turn} ${'é'.repeat(400)}` },
  ]).flat();

  it('holds the same thread as its messages on lines of their own', async () => {
    const document = await importLarge(openAiChat, JSON.stringify({ messages: turns }, null, 1));
    const lines = await importLarge(openAiChat, turns.map((turn) => JSON.stringify(turn)).join('\n'));
    expect(document.threads()[0]?.runs).toHaveLength(4000);
    expect(saidIn(document)).toBe(saidIn(lines));
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  it('is refused on the line where it stops being JSON', async () => {
    const text = JSON.stringify({ messages: turns }, null, 1).replace('Answer 3000 ', 'Answer 3000" ');
    const line = text.slice(0, text.indexOf('Answer 3000"')).split('\n').length;
    const { sink, errors } = collectThreads();
    const reading = openAiChat.read(byteSource(new TextEncoder().encode(text), 'large'), sink, {});
    await expect(reading).rejects.toMatchObject({ code: 'invalid-import' });
    expect(errors.map((error) => error.line)).toEqual([line]);
  });

  it('can be cancelled while its messages are delivered', async () => {
    const collected = collectThreads();
    let runs = 0;
    const sink = {
      ...collected.sink,
      run: () => {
        runs += 1;
      },
    };
    const signal = {
      get aborted() {
        return runs >= 100;
      },
      throwIfAborted: () => undefined,
    };
    const bytes = new TextEncoder().encode(JSON.stringify({ messages: turns }));
    await expect(openAiChat.read(byteSource(bytes, 'large'), sink, { signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    // Of 4000: what was read before is delivered yet.
    expect(runs).toBeLessThan(1000);
  });
});

describe('a text or a picture of several megabytes', () => {
  it.each([
    [
      'a data URL of OpenAI',
      openAiChat,
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } }],
          },
        ],
      },
      DATA,
    ],
    [
      'a source of Anthropic',
      anthropicMessages,
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: DATA } }],
          },
        ],
      },
      DATA,
    ],
    [
      'a line of Claude Code',
      claudeCode,
      { uuid: 'u', parentUuid: null, sessionId: 's', type: 'user', message: { role: 'user', content: LONG } },
      LONG,
    ],
    [
      'the input of a traced call',
      langfuse,
      [
        {
          id: 'g',
          traceId: 't',
          type: 'GENERATION',
          parentObservationId: null,
          input: LONG,
          output: 'Seen.',
        },
      ],
      LONG,
    ],
  ] as const)('is kept whole: %s', async (_, importer, value, part) => {
    const text = JSON.stringify(value);
    expect(importer.detect(new TextEncoder().encode(text.slice(0, 256 * 1024)), 'large')).toBe(true);
    const imported = await importLarge(importer, text);
    expect(saidIn(imported).includes(part)).toBe(true);
    expect(imported.errors).toEqual([]);
  });
});

describe('what is put together before it is delivered', () => {
  const text = (index: number): string => `${index}: ${'tide '.repeat(600)}`;
  /** Enough for two of them to make more than is parsed whole. */
  const turns = Array.from({ length: 700 }, (_, turn) => turn);
  const said = (turn: number): readonly object[] => [
    { role: 'user', content: `Question ${text(turn - (turn % 3))}` },
    ...(turn % 3 === 0 ? [] : [{ role: 'assistant', content: `Answer ${text(turn - (turn % 3))}` }]),
    ...(turn % 3 === 0 ? [] : [{ role: 'user', content: `And ${turn}?` }]),
  ];
  const items = turns.flatMap((turn) => [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: `Question ${text(turn)}` }] },
    { type: 'function_call', call_id: `call-${turn}`, name: 'look_up', arguments: '{"q":1}' },
    { type: 'function_call_output', call_id: `call-${turn}`, output: `Found ${text(turn)}` },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `Answer ${turn}` }] },
  ]);

  it.each<readonly [string, ThreadImporter, readonly object[]]>([
    [
      'a log of chat requests',
      openAiChat,
      turns.map((turn) => ({
        request: { model: 'm-1', messages: said(turn) },
        response: {
          id: `chatcmpl-${turn}`,
          object: 'chat.completion',
          model: 'm-1',
          choices: [{ index: 0, message: { role: 'assistant', content: `Answer ${text(turn)}` } }],
          usage: { prompt_tokens: 300, completion_tokens: 100, total_tokens: 400 },
        },
      })),
    ],
    [
      'a log of responses',
      openAiResponses,
      turns.map((turn) => ({
        request: { model: 'm-1', instructions: 'Be brief.', input: said(turn) },
        response: {
          object: 'response',
          id: `resp-${turn}`,
          model: 'm-1',
          ...(turn % 5 === 4 ? { previous_response_id: `resp-${turn - 1}` } : {}),
          output: [
            {
              type: 'message',
              id: `msg-${turn}`,
              role: 'assistant',
              content: [{ type: 'output_text', text: `Answer ${text(turn)}` }],
            },
          ],
          usage: { input_tokens: 300, output_tokens: 100, total_tokens: 400 },
        },
      })),
    ],
    ['a list of items', openAiResponses, items],
    [
      'rows of a session store',
      openAiAgents,
      // Newest first, and two sessions by turns.
      items
        .map((item, index) => ({
          id: index + 1,
          session_id: `session-${Math.floor(index / 4) % 2}`,
          message_data: JSON.stringify(item),
        }))
        .reverse(),
    ],
    [
      'runs of a trace',
      langSmith,
      turns.map((turn) => ({
        id: `run-${turn}`,
        trace_id: `run-${turn}`,
        parent_run_id: null,
        run_type: 'llm',
        name: 'model',
        start_time: new Date(Date.UTC(2026, 2, 2) + turn * 1000).toISOString(),
        extra: { metadata: { session_id: `session-${Math.floor(turn / 3)}` } },
        inputs: { messages: said(turn) },
        outputs: { choices: [{ message: { role: 'assistant', content: `Answer ${text(turn)}` } }] },
      })),
    ],
    [
      'messages of LangChain',
      langChain,
      turns.flatMap((turn) => [
        { type: 'human', data: { content: `Question ${text(turn)}`, id: `h-${turn}` } },
        { type: 'ai', data: { content: `Answer ${text(turn)}`, id: `a-${turn}` } },
        ...(turn === 400 ? [{ type: 'remove', data: { content: '', id: 'h-0' } }] : []),
      ]),
    ],
  ])('is the same from one text as from lines: %s', async (_, importer, records) => {
    const document = await importLarge(importer, JSON.stringify(records));
    const lines = await importLarge(importer, records.map((record) => JSON.stringify(record)).join('\n'));
    expect(JSON.stringify(document.threads())).toBe(JSON.stringify(lines.threads()));
    expect(document.threads().flatMap(({ runs }) => runs).length).toBeGreaterThanOrEqual(700);
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  it('is the same from one conversation as from a list of one: LibreChat', async () => {
    const conversation = {
      conversationId: 'c-1',
      options: { promptPrefix: 'Be brief.' },
      messages: turns.flatMap((turn) => [
        {
          messageId: `u-${turn}`,
          parentMessageId: turn === 0 ? null : `a-${turn - 1}`,
          isCreatedByUser: true,
          text: `Question ${text(turn)}`,
        },
        {
          messageId: `a-${turn}`,
          parentMessageId: `u-${turn}`,
          isCreatedByUser: false,
          text: `Answer ${text(turn)}`,
          ...(turn === 300 ? { summary: 'Tides.' } : {}),
        },
      ]),
    };
    const alone = await importLarge(libreChat, JSON.stringify(conversation));
    const listed = await importLarge(libreChat, JSON.stringify([conversation]));
    expect(JSON.stringify(alone.threads())).toBe(JSON.stringify(listed.threads()));
    expect(alone.threads().map(({ runs }) => runs.length)).toEqual([700]);
  });
});
