import { describe, expect, it } from 'vitest';
import type Database from 'better-sqlite3';
import { createImportWriter, type ImportWriter } from '../../../../../core/adapters/sqlite/import-writer.ts';
import { prepareThreadReader } from '../../../../../core/adapters/sqlite/stored-thread.ts';
import type { CancelSignal } from '../../../../../core/domain/cancel-signal.ts';
import { conversationId, messageId, runId, threadId } from '../../../../../core/domain/ids.ts';
import type { ThreadHeader, ThreadRun } from '../../../../../core/domain/thread.ts';
import {
  assistantMessage,
  openWorkspace,
  runLine,
  toolCall,
  toolResult,
  userMessage,
} from '../../../electron/workspace/workspace-fixture.ts';

function header(thread: string): ThreadHeader {
  return {
    threadId: threadId(thread),
    namespace: 'default',
    conversationId: conversationId('c-1'),
    format: 'test',
    title: thread,
    branchOf: null,
  };
}

function run(id: string): ThreadRun {
  return {
    runId: runId(id),
    previousRunId: null,
    threadId: threadId('t-1'),
    conversationId: conversationId('c-1'),
    messages: [
      {
        id: messageId(`m-${id}`),
        senderId: 'anna',
        items: [{ type: 'message', role: 'user', content: `question of ${id}` }],
      },
    ],
    createdAtMs: null,
    meta: {},
    status: 'complete',
    calls: [],
    occupancyAfter: null,
    endedAtMs: null,
    copiedFrom: null,
  };
}

const NOT_CANCELLED = { aborted: false, throwIfAborted: (): void => undefined };

function writerOf(db: Database.Database, signal: CancelSignal = NOT_CANCELLED): ImportWriter {
  return createImportWriter(db, {
    signal,
    numberOf: () => 1,
    sourceName: 'a.json',
    isSample: false,
    journal: {
      madeThread: () => undefined,
      changesThread: () => undefined,
      changesRun: () => undefined,
    },
  });
}

describe('runs whose rows are written while their file is read', () => {
  it('renews the row of a run that is saved again after later ones, in its place', async () => {
    const workspace = await openWorkspace();
    const paused = { run_state: { status: 'paused', context_tokens: 100 } };
    const done = { run_state: { status: 'completed', context_tokens: 150 } };
    await workspace.importLines('a.jsonl', [
      runLine({
        run: 'r1',
        messages: [userMessage('u1', 'Look.'), toolCall('c1', 'call-1')],
        meta: paused,
      }),
      runLine({ run: 'r2', previous: 'r1' }),
      runLine({ run: 'r3', previous: 'r2' }),
      runLine({
        run: 'r1',
        messages: [toolResult('o1', 'call-1'), assistantMessage('a1', 'Seen.')],
        meta: done,
      }),
    ]);
    const rows = workspace.reader.runs(1);
    expect(rows.map((row) => [row.run_id, row.position, row.message_count])).toEqual([
      ['r1', 0, 4],
      ['r2', 1, 1],
      ['r3', 2, 1],
    ]);
    expect(rows[0]).toMatchObject({
      status: 'complete',
      measured_tokens: 150,
      orphan_call_count: 0,
      reopened: 1,
    });
    const [first] = rows;
    expect(first === undefined ? [] : workspace.reader.messages(first).map(({ id }) => id)).toEqual([
      'u1',
      'c1',
      'o1',
      'a1',
    ]);
  });

  it('notes what only later runs tell: calls that none of them answers, and starts that two share', async () => {
    const workspace = await openWorkspace();
    const same = [userMessage('u', 'The same question.')];
    await workspace.importLines('a.jsonl', [
      runLine({ run: 'r1', messages: [userMessage('u1', 'Look.'), toolCall('c1', 'call-1')] }),
      runLine({ run: 'r2', previous: 'r1', messages: [toolCall('c2', 'call-2')] }),
      runLine({ run: 'r3', previous: 'r2', messages: [toolResult('o1', 'call-1')] }),
      runLine({ run: 'r4', previous: 'r3', messages: same }),
      runLine({ run: 'r5', previous: 'r4', messages: same }),
    ]);
    expect(
      workspace.reader.runs(1).map((row) => [row.orphans, row.orphan_call_count, row.shared_start_tokens]),
    ).toEqual([
      ['[[],[]]', 0, 0],
      ['[["call-2"],[]]', 1, 0],
      ['[[],[]]', 0, 0],
      // "The same question." is 18 bytes: 5 tokens, and 4 for the item.
      ['[[],[]]', 0, 9],
      ['[[],[]]', 0, 0],
    ]);
  });

  it('makes room for copied runs that are told of after the runs of the branch itself', async () => {
    const { db } = await openWorkspace();
    const reader = prepareThreadReader(db);
    const writer = writerOf(db);
    const { sink } = writer;
    sink.thread(header('t-1'));
    for (const id of ['r1', 'r2', 'r3']) sink.run(threadId('t-1'), run(id));
    sink.thread(header('t-2'));
    for (const id of ['b1', 'b2']) sink.run(threadId('t-2'), run(id));
    sink.copiedRuns(threadId('t-2'), threadId('t-1'), runId('r2'));
    sink.run(threadId('t-2'), run('b3'));
    expect(writer.finish()).toEqual({ outcome: 'new', threads: [1, 2], newThreads: 2, newRuns: 3 + 5 });
    expect(reader.runs(2).map((row) => [row.run_id, row.copied_from, row.title])).toEqual([
      ['r1', 't-1', 'question of r1'],
      ['r2', 't-1', 'question of r2'],
      ['b1', null, 'question of b1'],
      ['b2', null, 'question of b2'],
      ['b3', null, 'question of b3'],
    ]);
    const [copy] = reader.runs(2);
    const [original] = reader.runs(1);
    expect(reader.bodyKeys(copy?.run_key ?? -1)).toEqual(reader.bodyKeys(original?.run_key ?? -2));
  });

  it('goes on with a thread that was left for a thousand others', async () => {
    const { db } = await openWorkspace();
    const reader = prepareThreadReader(db);
    const writer = writerOf(db);
    const { sink } = writer;
    const names = Array.from({ length: 1010 }, (_, index) => `t-${index}`);
    for (const name of names) {
      sink.thread(header(name));
      sink.run(threadId(name), run('r1'));
    }
    // The first was written long ago, and both deliveries of its run are one run.
    sink.run(threadId('t-0'), run('r1'));
    sink.run(threadId('t-0'), run('r2'));
    expect(writer.finish()).toMatchObject({ newThreads: 1010, newRuns: 2 + 1009 });
    expect(reader.runs(1).map((row) => [row.run_id, row.position, row.message_count, row.title])).toEqual([
      ['r1', 0, 2, 'question of r1'],
      ['r2', 1, 1, 'question of r2'],
    ]);
  });

  it('takes the newest header of a thread that is announced again', async () => {
    const { db } = await openWorkspace();
    const reader = prepareThreadReader(db);
    const writer = writerOf(db);
    writer.sink.thread(header('t-1'));
    for (const id of ['r1', 'r2']) writer.sink.run(threadId('t-1'), run(id));
    writer.sink.thread({
      ...header('t-1'),
      title: 'Named later',
      conversationId: conversationId('c-2'),
      branchOf: { threadId: threadId('t-0'), runId: null },
    });
    writer.finish();
    expect(reader.threadByRef(1)).toMatchObject({
      title: 'Named later',
      conversation_id: 'c-2',
      branch_thread_id: 't-0',
      source_name: 'a.json',
      run_count: 2,
    });
  });

  it('writes all of a thread when it ends, and a branch begins with one that ended before', async () => {
    const { db } = await openWorkspace();
    const reader = prepareThreadReader(db);
    const writer = writerOf(db);
    const { sink } = writer;
    sink.thread(header('t-1'));
    for (const id of ['r1', 'r2']) sink.run(threadId('t-1'), run(id));
    sink.ended(threadId('t-1'));
    expect(reader.threadByRef(1)).toMatchObject({ run_count: 2, message_count: 2 });
    sink.thread(header('t-2'));
    sink.copiedRuns(threadId('t-2'), threadId('t-1'), runId('r1'));
    sink.run(threadId('t-2'), run('b1'));
    sink.ended(threadId('t-2'));
    expect(reader.runs(2).map((row) => [row.position, row.run_id, row.copied_from])).toEqual([
      [0, 'r1', 't-1'],
      [1, 'b1', null],
    ]);
    expect(writer.finish()).toEqual({ outcome: 'new', threads: [1, 2], newThreads: 2, newRuns: 2 + 2 });
  });

  it('goes on with a thread that comes again after its end, and counts it once', async () => {
    const { db } = await openWorkspace();
    const reader = prepareThreadReader(db);
    const writer = writerOf(db);
    for (const ids of [['r1'], ['r1', 'r2']]) {
      writer.sink.thread(header('t-1'));
      for (const id of ids) writer.sink.run(threadId('t-1'), run(id));
      writer.sink.ended(threadId('t-1'));
    }
    expect(reader.runs(1).map((row) => [row.run_id, row.message_count])).toEqual([
      ['r1', 1],
      ['r2', 1],
    ]);
    expect(writer.finish()).toEqual({ outcome: 'new', threads: [1], newThreads: 1, newRuns: 2 });
  });

  it('works out the same of more runs than are held in memory', async () => {
    const { db } = await openWorkspace();
    const reader = prepareThreadReader(db);
    const writer = writerOf(db);
    const count = 17_500;
    writer.sink.thread(header('t-1'));
    for (let index = 0; index < count; index += 1) {
      const { messages, ...rest } = run(`r${index}`);
      const endedAtMs = index === 17_000 ? 5_000 : 1_000;
      writer.sink.run(threadId('t-1'), { ...rest, messages, endedAtMs, reopened: index === 17_001 });
    }
    writer.finish();
    expect(reader.threadByRef(1)).toMatchObject({
      run_count: count,
      message_count: count,
      updated_at_ms: 5_000,
      // "question of r…" is 13 bytes and up to five digits: 14 to 18 bytes, 4 tokens up to 16 and 5 beyond (r1000
      // and on), and 4 for the item. 1,000 × 8 + 16,500 × 9.
      estimated_tokens: 8_000 + 148_500,
      finding_count: 1,
    });
    expect(reader.runAt(1, 17_001)).toMatchObject({ run_id: 'r17001', reopened: 1, finding_count: 1 });
    expect(reader.runAt(1, 17_002)).toMatchObject({ finding_count: 0 });
  });

  it('can be cancelled while a thread of very many runs is finished', async () => {
    const { db } = await openWorkspace();
    let isAborted = false;
    const writer = writerOf(db, {
      get aborted() {
        return isAborted;
      },
      throwIfAborted: () => {
        if (isAborted) throw new Error('cancelled in between');
      },
    });
    writer.sink.thread(header('t-1'));
    for (let index = 0; index < 17_500; index += 1) writer.sink.run(threadId('t-1'), run(`r${index}`));
    isAborted = true;
    expect(() => {
      writer.sink.ended(threadId('t-1'));
    }).toThrow('cancelled in between');
  });
});
