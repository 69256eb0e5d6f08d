import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUpkeep } from '../../../../electron/workspace/upkeep.ts';
import { removeThread } from '../../../../electron/workspace/thread-removal.ts';
import { fixtureBytes } from '../../../support/import-fixture.ts';
import {
  assistantMessage,
  chainLines,
  openWorkspace,
  runLine,
  stored,
  summaryLine,
  toolCall,
  toolResult,
  userMessage,
} from './workspace-fixture.ts';

describe('a file that comes again', () => {
  it('adds nothing when the same bytes come again, under another name too', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(3));
    const before = stored(workspace);
    const again = await workspace.importLines('copy.jsonl', chainLines(3));
    expect(again).toMatchObject({ outcome: 'duplicate', threads: [1], newThreads: 0, newRuns: 0 });
    expect(stored(workspace)).toEqual(before);
  });

  it('knows a file by its bytes once it had time to hash it, and not one that has changed since', async () => {
    const workspace = await openWorkspace();
    const upkeep = createUpkeep(() => workspace.db);
    const hashes = (): readonly unknown[] =>
      workspace.db.prepare('SELECT content_hash FROM imports ORDER BY import_id').pluck().all();
    await workspace.importLines('a.jsonl', chainLines(2));
    await workspace.importLines('b.jsonl', chainLines(2, 't-b'));
    await utimes(join(workspace.directory, 'b.jsonl'), 1, 1);
    expect(hashes()).toEqual([null, null]);
    upkeep.start();
    await upkeep.done();
    expect(hashes()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), '']);
    expect(await workspace.importLines('again.jsonl', chainLines(2))).toMatchObject({
      outcome: 'duplicate',
      threads: [1],
    });
    expect(await workspace.importLines('again.jsonl', chainLines(2, 't-b'))).toMatchObject({
      outcome: 'duplicate',
      threads: [2],
    });
  });

  it('takes a file that is only as long as a known one for a new one', async () => {
    const workspace = await openWorkspace();
    const upkeep = createUpkeep(() => workspace.db);
    await workspace.importLines('a.jsonl', chainLines(2, 't-a'));
    upkeep.start();
    await upkeep.done();
    expect(await workspace.importLines('b.jsonl', chainLines(2, 't-b'))).toMatchObject({
      outcome: 'new',
      threads: [2],
    });
  });

  it('adds what a grown file has more: runs, messages of an open run, its new state and a summary', async () => {
    const workspace = await openWorkspace();
    const paused = { run_state: { status: 'paused', current_step: 'await_approval', context_tokens: 355 } };
    const first = [
      ...chainLines(1),
      runLine({
        run: 't-1-r2',
        previous: 't-1-r1',
        messages: [userMessage('u2', 'Reorder 50.'), toolCall('c2', 'call-2')],
        meta: paused,
      }),
    ];
    await workspace.importLines('a.jsonl', first);
    const done = { run_state: { status: 'completed', current_step: 'complete', context_tokens: 385 } };
    const report = await workspace.importLines('a.jsonl', [
      ...first,
      runLine({
        run: 't-1-r2',
        previous: 't-1-r1',
        messages: [toolResult('o2', 'call-2'), assistantMessage('a2', 'Ordered.')],
        meta: done,
      }),
      summaryLine('s-1', 't-1-r1', 'Previous conversation summary: one question.'),
      runLine({ run: 't-1-r3', previous: 't-1-r2', atMinute: 9 }),
    ]);
    expect(report).toMatchObject({ outcome: 'grown', threads: [1], newThreads: 0, newRuns: 1 });
    const [r1, r2, r3] = workspace.reader.runs(1);
    expect([r1?.message_count, r2?.message_count, r3?.message_count]).toEqual([2, 4, 1]);
    expect(r2).toMatchObject({ status: 'complete', measured_tokens: 385, orphan_call_count: 0 });
    expect(
      workspace.reader.messages({ run_key: r2?.run_key ?? 0, run_id: 't-1-r2' }).map(({ id }) => id),
    ).toEqual(['u2', 'c2', 'o2', 'a2']);
    expect(workspace.reader.summaries(1)).toMatchObject([
      { summary_id: 's-1', last_summarized_run_id: 't-1-r1', made_by_run_id: 't-1-r3' },
    ]);
    // The texts of the first import are where they were: three bodies, and one each for what is new.
    expect(workspace.db.prepare('SELECT count(*) AS n FROM bodies').get()).toEqual({ n: 4 });
  });

  // Each line of such a log is one block of an answer: read in between, a message lacks its last blocks.

  it('takes an answer that grew block by block for the same answer', async () => {
    const workspace = await openWorkspace();
    const lines = Buffer.from(fixtureBytes('claude-code-usage-per-block.jsonl'))
      .toString()
      .trim()
      .split('\n');
    // Up to its first result; the second tool call of the same answer is written behind it.
    await workspace.importLines('a.jsonl', lines.slice(0, 3));
    await workspace.importLines('a.jsonl', lines.slice(0, 5));
    const report = await workspace.importLines('a.jsonl', lines);
    expect(report).toMatchObject({ outcome: 'grown', threads: [1], newThreads: 0, warnings: [] });
    const whole = await openWorkspace();
    await whole.importLines('a.jsonl', lines);
    const messages = (of: typeof workspace): unknown =>
      of.reader.runs(1).map((run) => [run.message_count, run.estimated_tokens, of.reader.messages(run)]);
    expect(messages(workspace)).toEqual(messages(whole));
    expect(await workspace.importLines('a.jsonl', lines)).toMatchObject({ outcome: 'duplicate' });
  });

  it('takes a state that changed without a message', async () => {
    const workspace = await openWorkspace();
    const [line = ''] = chainLines(1);
    await workspace.importLines('a.jsonl', [line]);
    const renewed = runLine({ run: 't-1-r1', messages: null, meta: { run_state: { status: 'error' } } });
    expect(await workspace.importLines('a.jsonl', [line, renewed])).toMatchObject({
      outcome: 'grown',
      newRuns: 0,
    });
    expect(workspace.reader.runs(1)).toMatchObject([{ status: 'error', message_count: 2 }]);
  });

  it('leaves everything as it is when a shorter, older version of a file comes', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(4));
    const before = stored(workspace);
    const older = await workspace.importLines('old.jsonl', chainLines(2));
    expect(older).toMatchObject({ outcome: 'duplicate', newThreads: 0, newRuns: 0 });
    expect(stored(workspace)).toEqual(before);
  });

  it('brings a removed thread back when its file is imported again', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(2));
    await removeThread(workspace, 1);
    const again = await workspace.importLines('a.jsonl', chainLines(2));
    expect(again).toMatchObject({ outcome: 'new', threads: [1], newThreads: 1, newRuns: 2 });
    expect(workspace.reader.threadByRef(1)).toMatchObject({ removed_at_ms: null });
  });
});
