import { describe, expect, it } from 'vitest';
import { conversationId, threadId } from '../../../../../core/domain/ids.ts';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';
import { deliverTranscript } from '../../../../../core/importers/readers/deliver-transcript.ts';
import type { TranscriptEntry } from '../../../../../core/importers/readers/transcript-entry.ts';

const header = {
  threadId: threadId('t'),
  namespace: 'default',
  conversationId: conversationId('c'),
  format: 'f',
  fallbackTitle: 't',
};

const turn: TranscriptEntry = {
  kind: 'input',
  id: null,
  senderId: 'user',
  item: { type: 'message', role: 'user', content: 'Go.' },
  atMs: null,
};

describe('deliverTranscript', () => {
  it('delivers a run of more than 32 MB in parts, which come to the same as the whole', () => {
    const text = 'tide '.repeat(200_000);
    const replies = Array.from({ length: 40 }, (_, place): TranscriptEntry => ({
      kind: 'reply',
      id: null,
      items: [{ type: 'message', role: 'assistant', content: text }],
      model: 'm',
      usage: null,
      atMs: 1000 + place,
      ended: null,
    }));
    const collected = collectThreads();
    const parts: number[] = [];
    deliverTranscript(
      {
        ...collected.sink,
        run: (thread, run) => {
          parts.push(run.messages.length);
          collected.sink.run(thread, run);
        },
      },
      header,
      [turn, ...replies],
    );
    // 34 texts of 1,000,000 characters are the first to come to more than 32 * 2^20 = 33,554,432.
    expect(parts).toEqual([1 + 34, 6]);
    const [run] = collected.threads()[0]?.runs ?? [];
    expect(run?.messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 41 }, (_, place) => `run-1/${place + 1}`),
    );
    expect(run?.calls.map(({ replyAt }) => replyAt)).toEqual(
      Array.from({ length: 40 }, (_, place) => place + 1),
    );
    expect(run).toMatchObject({ createdAtMs: 1000, endedAtMs: 1039, status: 'complete' });
  });
});
