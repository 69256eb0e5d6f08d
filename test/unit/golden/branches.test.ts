import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJsonlPersistence } from '../../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { conversationId, runId, threadId } from '../../../core/domain/ids.ts';
import type { ModelView, RunRecord } from '../../../core/domain/thread.ts';
import { openInMemoryPersistence } from '../../../core/persistence/in-memory-persistence.ts';
import type { ConversationPersistence } from '../../../core/persistence/conversation-persistence.ts';
import { HandClock, message, summary, threadKey } from '../../support/builders.ts';
import { readGolden } from '../../support/golden.ts';
import { tempDir } from '../../support/temp-dir.ts';

const golden = readGolden(
  'branches',
  z.object({
    conversation: z.string(),
    fileName: z.string(),
    namespace: z.string(),
    records: z.array(
      z.object({
        run: z.string(),
        previous: z.string().nullable(),
        thread: z.string(),
        messages: z.record(z.string(), z.string()),
        createdAt: z.string(),
      }),
    ),
    summary: z.object({ id: z.string(), thread: z.string(), boundary: z.string(), createdAt: z.string() }),
    threads: z.array(
      z.object({
        thread: z.string(),
        title: z.string(),
        lastRun: z.string(),
        runs: z.number(),
        transcript: z.string(),
        loads: z.record(z.string(), z.string()),
      }),
    ),
  }),
);

const RUN_STATE = { status: 'completed', current_step: 'complete', context_tokens: 10 };

/** The SDK's file, line by line. */
function fileLines(): readonly unknown[] {
  const runs = golden.records.map((record) => ({
    type: 'message',
    message: {
      run_id: record.run,
      ...(record.previous === null ? {} : { previous_run_id: record.previous }),
      thread_id: record.thread,
      conversation_id: golden.conversation,
      namespace: golden.namespace,
      messages: Object.entries(record.messages).map(([id, text]) => wireBundle(id, text, 'user')),
      meta: { run_state: RUN_STATE },
      created_at: record.createdAt,
    },
  }));
  const { id, thread, boundary, createdAt } = golden.summary;
  return [
    ...runs,
    {
      type: 'summary',
      summary: {
        id,
        thread_id: thread,
        namespace: golden.namespace,
        summary_message: wireBundle('sum1', 'Previous conversation summary: one and two', 'system'),
        last_summarized_run_id: boundary,
        created_at: createdAt,
        meta: { is_summary: true },
      },
    },
  ];
}

function wireBundle(id: string, text: string, role: string) {
  const content = [{ type: 'input_text', text }];
  return { id, sender_id: 'u', messages: [{ type: 'message', role, content }] };
}

/** Saves as the SDK's program did: every run on `t-main`, after the run that the record names. */
async function saveAll(store: ConversationPersistence): Promise<void> {
  for (const record of golden.records) {
    await store.saveMessages({
      thread: threadKey('t-main', golden.namespace),
      runId: runId(record.run),
      previousRunId: record.previous === null ? null : runId(record.previous),
      conversationId: conversationId(golden.conversation),
      messages: Object.entries(record.messages).map(([id, text]) => ({
        ...message(id, text),
        senderId: 'u',
      })),
      meta: { run_state: RUN_STATE },
    });
  }
  const { id, thread, boundary } = golden.summary;
  const text = 'Previous conversation summary: one and two';
  await store.saveSummary(
    golden.namespace,
    summary(id, boundary, {
      threadId: threadId(thread),
      message: { ...message('sum1', text, 'system'), senderId: 'u' },
      createdAtMs: null,
    }),
    conversationId(golden.conversation),
  );
}

const describeRun = (run: RunRecord): string =>
  `${run.runId}[${run.messages.map((each) => each.id).join(' ')}]`;

function describeView(view: ModelView): string {
  const { summary: applied } = view;
  const first = applied === null ? [] : [`${applied.summaryId}[${applied.message?.id ?? ''}]`];
  return [...first, ...view.runs.map(describeRun)].join(' ');
}

async function expectTheSame(store: ConversationPersistence): Promise<void> {
  for (const thread of golden.threads) {
    const key = threadKey(thread.thread, golden.namespace);
    const transcript = await store.loadTranscript(key);
    expect(transcript.map(describeRun).join(' ')).toBe(thread.transcript);
    for (const [upTo, view] of Object.entries(thread.loads)) {
      const loaded = await store.loadMessages(key, upTo === '' ? undefined : runId(upTo));
      // No run named means the newest: the summary applies, where the SDK leaves it out.
      expect(describeView(loaded)).toBe(upTo === '' ? (thread.loads[thread.lastRun] ?? view) : view);
    }
  }
  const listed = await store.listThreads(golden.namespace);
  const byId = (left: { thread: string }, right: { thread: string }) => (left.thread < right.thread ? -1 : 1);
  expect(
    listed
      .map((info) => ({
        thread: info.thread.threadId,
        title: info.title,
        lastRun: info.lastRunId,
        runs: info.runCount,
      }))
      .sort(byId),
  ).toEqual(
    golden.threads.map(({ thread, title, lastRun, runs }) => ({ thread, title, lastRun, runs })).sort(byId),
  );
}

/** The SDK's ids of the two threads that it opened. */
function branchIds(): () => string {
  const ids = ['t-branch', 't-unknown'];
  return () => ids.shift() ?? 'too many threads';
}

describe('branches of the reference SDK', () => {
  it('load from its file, by every run id and by an unknown one', async () => {
    const directory = await tempDir();
    const text = fileLines().map((line) => `${JSON.stringify(line)}\n`);
    await writeFile(join(directory, golden.fileName), text.join(''));
    const store = await openJsonlPersistence(directory, { nowMs: new HandClock().nowMs, newId: branchIds() });
    await expectTheSame(store);
    const [newest] = await store.listThreads();
    // 21:50:49.29622746Z, finer digits cut.
    expect(newest?.updatedAtMs).toBe(Date.UTC(2026, 11, 1, 21, 50, 49, 296));
    await store.close();
  });

  it('come about by the same saves, in memory and in files', async () => {
    const directory = await tempDir();
    const nowMs = () => Date.UTC(2026, 11, 1);
    for (const store of [
      openInMemoryPersistence({ nowMs, newId: branchIds() }),
      await openJsonlPersistence(directory, { nowMs, newId: branchIds() }),
    ]) {
      await saveAll(store);
      await expectTheSame(store);
      await store.close();
    }
    const written = await readFile(join(directory, golden.fileName), 'utf8');
    const withoutTimes = (lines: readonly unknown[]): unknown =>
      JSON.parse(JSON.stringify(lines).replaceAll(/"created_at":"[^"]*"/gu, '"created_at":""'));
    const records = written.trimEnd().split('\n');
    expect(withoutTimes(records.map((line): unknown => JSON.parse(line)))).toEqual(withoutTimes(fileLines()));
  });
});
