import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody, encodeBody } from '../../core/adapters/sqlite/body-codec.ts';
import { migrate } from '../../core/adapters/sqlite/migrate.ts';
import { openDatabase } from '../../core/adapters/sqlite/open-database.ts';
import { openSqlitePersistence } from '../../core/adapters/sqlite/open-sqlite-persistence.ts';
import { preparePayloads } from '../../core/adapters/sqlite/payload-store.ts';
import { conversationId, messageId, runId, threadId } from '../../core/domain/ids.ts';
import type { InputItem } from '../../core/domain/input-item.ts';
import type { Message } from '../../core/domain/message.ts';
import { estimateMessagesTokens } from '../../core/domain/token-estimate.ts';
import { inputItems } from '../support/arbitraries.ts';

const base64 = fc
  .uint8Array({ minLength: 2800, maxLength: 4200 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));
/** Data as files hold it, and texts that only look like it or like what the store leaves in its place. */
const payload = fc.oneof(
  base64,
  base64.map((text) => `data:image/png;base64,${text}`),
  base64.map((text) => `data:image/png;base64,${text.replace(/=*$/, '')}`),
  base64.map((text) => `data:image/svg+xml;utf8,<svg>${text} é</svg>`),
  base64.map((text) => `${text}\ud800`),
  fc.constantFrom('b', 't').map((kind) => `tidemark-payload:${kind}:${'ab'.repeat(32)}:9`),
  fc.constant(`data:a,tidemark-payload:b:${'ab'.repeat(32)}:9`),
  fc.constant(`data:tidemark-payload:b:${'ab'.repeat(32)}:9,tidemark-payload:t:${'cd'.repeat(32)}:1`),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const heavyItems: fc.Arbitrary<InputItem> = fc.oneof(
  inputItems,
  payload.map((url): InputItem => ({
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_image', image_url: url },
      { type: 'input_text', text: url },
    ],
  })),
  payload.map((data): InputItem => ({
    type: 'function_call_output',
    call_id: 'c',
    output: [{ type: 'input_file', filename: 'a.pdf', file_data: data }],
  })),
  payload.map((result): InputItem => ({ type: 'image_generation_call', result })),
  payload.map((url): InputItem => ({
    type: 'code_interpreter_call',
    code: 'plot()',
    outputs: [{ type: 'image', url }],
  })),
  payload.map((data): InputItem => ({
    type: 'unknown',
    raw: { type: 'audio', deep: [{ source: { data } }, data] },
  })),
);

const messageLists = fc
  .array(fc.array(heavyItems, { maxLength: 3 }), { maxLength: 5 })
  .map((lists) =>
    lists.map((items, index): Message => ({ id: messageId(`m${index}`), senderId: 'u', items })),
  );

/** A lone surrogate can't be written to a file; every store has a replacement character in its place. */
const asWritten = (messages: readonly Message[]): readonly Message[] => decodeBody(encodeBody(messages), 'm');

describe('any messages with data in them', () => {
  it('are the same after their data was put away and they were stored and read', () => {
    const db = openDatabase(':memory:');
    migrate(db);
    const payloads = preparePayloads(db);
    fc.assert(
      fc.property(messageLists, (messages) => {
        const light = payloads.take(messages);
        expect(payloads.give(asWritten(light))).toEqual(asWritten(messages));
        // The estimate is flat for data, so it doesn't tell where the data is.
        const known = messages.filter(({ items }) => items.every((item) => item.type !== 'unknown'));
        expect(estimateMessagesTokens(payloads.take(known))).toBe(estimateMessagesTokens(known));
      }),
      { numRuns: 150 },
    );
    db.close();
  });

  it('are the same after a thread of them was saved and loaded', async () => {
    await fc.assert(
      fc.asyncProperty(messageLists, async (messages) => {
        const persistence = openSqlitePersistence(openDatabase(':memory:'), {
          nowMs: () => 5,
          newId: () => 'new',
        });
        const thread = { namespace: 'default', threadId: threadId('t') };
        const saved = await persistence.saveMessages({
          thread,
          conversationId: conversationId('c'),
          runId: runId('r1'),
          previousRunId: null,
          messages,
          meta: {},
        });
        expect(saved.messages).toEqual(asWritten(messages));
        const [loaded] = await persistence.loadTranscript(thread);
        expect(loaded?.messages).toEqual(asWritten(messages));
        await persistence.close();
      }),
      { numRuns: 40 },
    );
  });
});

describe('data that stands in a thread twice', () => {
  it('is kept once, by its hash, and nothing of it is in the text of a run', () => {
    const db = openDatabase(':memory:');
    migrate(db);
    const payloads = preparePayloads(db);
    const bytes = Buffer.alloc(30_000, 'tide');
    const url = `data:image/png;base64,${bytes.toString('base64')}`;
    const message: Message = {
      id: messageId('m'),
      senderId: 'u',
      items: [
        { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url }] },
        { type: 'image_generation_call', result: bytes.toString('base64') },
      ],
    };
    const light = payloads.take([message, message]);
    // 30,000 bytes are 40,000 characters of base64, four times.
    expect(JSON.stringify(light).length).toBeLessThan(1_500);
    expect(db.prepare('SELECT sha256, kind, length(content) AS bytes FROM payloads').all()).toEqual([
      { sha256: createHash('sha256').update(bytes).digest('hex'), kind: 'b', bytes: 30_000 },
    ]);
    const [item] = light[0]?.items ?? [];
    expect(item && payloads.giveItem(item, 29_999)).toEqual({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_image', image_url: 'data:image/png;base64,[30000 bytes, left out here]' }],
    });
    db.close();
  });
});
