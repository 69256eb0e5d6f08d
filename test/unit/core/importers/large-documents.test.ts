import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../../core/importers/anthropic-messages.ts';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { langfuse } from '../../../../core/importers/langfuse.ts';
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

describe('a format that is put together in memory', () => {
  it('is refused beyond its limit before anything is read', async () => {
    const source = { ...byteSource(new Uint8Array(), 'large.json'), sizeBytes: 300 * 1024 * 1024 };
    await expect(openAiResponses.read(source, collectThreads().sink, {})).rejects.toThrow(
      /large\.json: files of this format are read up to 256 MB/,
    );
  });
});
