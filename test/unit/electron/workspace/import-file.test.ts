import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { edgeHashOfFile } from '../../../../electron/workspace/file-edges.ts';
import { hashOfFile } from '../../../../electron/workspace/file-source.ts';
import { importFile } from '../../../../electron/workspace/import-file.ts';
import { createUpkeep } from '../../../../electron/workspace/upkeep.ts';
import { removeThread } from '../../../../electron/workspace/thread-removal.ts';
import { fixtureBytes } from '../../../support/import-fixture.ts';
import {
  assistantMessage,
  chainLines,
  openWorkspace,
  runLine,
  summaryLine,
  toolCall,
  toolResult,
  userMessage,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

function stored({ db }: WorkspaceFixture): object {
  return {
    threads: db.prepare('SELECT thread_id, run_count, message_count FROM threads ORDER BY thread_ref').all(),
    runs: db.prepare('SELECT run_id, position, message_count, status FROM runs ORDER BY run_key').all(),
    bodies: db.prepare<[], number>('SELECT count(*) FROM bodies').pluck().get(),
  };
}

describe('an import', () => {
  it('brings the threads of a file with their runs, in one go', async () => {
    const workspace = await openWorkspace();
    const report = await workspace.importLines('a.jsonl', [...chainLines(3), ...chainLines(2, 't-2')]);
    expect(report).toMatchObject({
      format: 'hastekit-jsonl',
      outcome: 'new',
      threads: [1, 2],
      newThreads: 2,
      newRuns: 5,
      warnings: [],
      errors: [],
      canOpenAnyway: false,
    });
    expect(stored(workspace)).toMatchObject({
      threads: [
        { thread_id: 't-1', run_count: 3, message_count: 6 },
        { thread_id: 't-2', run_count: 2, message_count: 4 },
      ],
      bodies: 5,
    });
  });

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

  it('keeps a file that contradicts a thread beside it, numbered and with a warning', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(2));
    const other = [
      runLine({ run: 't-1-r1', messages: [userMessage('u-t-1-r1', 'another question')] }),
      runLine({ run: 't-1-r2', previous: 't-1-r1' }),
    ];
    const report = await workspace.importLines('b.jsonl', other);
    expect(report).toMatchObject({ outcome: 'new', threads: [2], newThreads: 1, newRuns: 2 });
    expect(report.warnings).toMatchObject([{ code: 'thread-conflict', line: null }]);
    expect(stored(workspace)).toMatchObject({
      threads: [
        { thread_id: 't-1', message_count: 4 },
        { thread_id: 't-1 (2)', message_count: 2 },
      ],
    });
    // Grown again, it finds the thread that was kept beside the first.
    const grown = await workspace.importLines('b.jsonl', [
      ...other,
      runLine({ run: 't-1-r3', previous: 't-1-r2' }),
    ]);
    expect(grown).toMatchObject({ outcome: 'grown', threads: [2], newRuns: 1 });
  });

  it('keeps a thread beside another when its runs come in another order', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(3));
    const [first = '', , third = ''] = chainLines(3);
    const report = await workspace.importLines('b.jsonl', [first, third]);
    expect(report).toMatchObject({ outcome: 'new', newThreads: 1, newRuns: 2 });
    expect(report.warnings).toHaveLength(1);
  });

  it('shares the texts of a branch with the thread it left', async () => {
    const workspace = await openWorkspace();
    const report = await workspace.importLines('a.jsonl', [
      ...chainLines(3),
      runLine({ run: 'b-1', previous: 't-1-r2', thread: 't-branch' }),
    ]);
    expect(report).toMatchObject({ newThreads: 2, newRuns: 6 });
    expect(workspace.reader.runs(2)).toMatchObject([
      { run_id: 't-1-r1', copied_from: 't-1' },
      { run_id: 't-1-r2', copied_from: 't-1' },
      { run_id: 'b-1', copied_from: null },
    ]);
    expect(workspace.db.prepare('SELECT count(*) AS n FROM bodies').get()).toEqual({ n: 4 });
    expect(workspace.reader.threadByRef(2)).toMatchObject({
      branch_thread_id: 't-1',
      branch_run_id: 't-1-r2',
    });
  });

  it('refuses a file with a broken line whole, and takes the rest when asked to', async () => {
    const workspace = await openWorkspace();
    const [first = '', second = ''] = chainLines(2);
    const lines = [first, '{"type":"message","message":{', second];
    const refused = await workspace.importLines('a.jsonl', lines);
    expect(refused).toMatchObject({ outcome: 'failed', threads: [], canOpenAnyway: true });
    expect(refused.errors).toMatchObject([{ code: 'invalid-record', line: 2 }]);
    expect(stored(workspace)).toEqual({ threads: [], runs: [], bodies: 0 });
    const opened = await workspace.importLines('a.jsonl', lines, true);
    expect(opened).toMatchObject({ outcome: 'new', newRuns: 2, canOpenAnyway: false });
    expect(opened.errors).toMatchObject([{ line: 2 }]);
  });

  it('says what is wrong with a file it can’t read, and goes on with the next', async () => {
    const workspace = await openWorkspace();
    const { directory } = workspace;
    await writeFile(join(directory, 'empty.jsonl'), '');
    await writeFile(join(directory, 'notes.txt'), 'no export at all');
    await writeFile(join(directory, 'good.jsonl'), `${chainLines(1).join('\n')}\n`);
    const paths = ['missing.jsonl', 'empty.jsonl', 'notes.txt', 'good.jsonl'].map((name) =>
      join(directory, name),
    );
    const reports = await workspace.importPaths(paths);
    const found = new Map(reports.map((report) => [report.path, report]));
    expect(paths.map((path) => found.get(path)?.outcome)).toEqual(['failed', 'failed', 'failed', 'new']);
    expect(found.get(paths[0] ?? '')?.errors[0]?.message).toBe('The file is not there any more.');
    expect(found.get(paths[1] ?? '')?.errors[0]).toMatchObject({
      code: 'unknown-format',
      message: 'The file is empty.',
    });
    expect(found.get(paths[2] ?? '')?.errors[0]?.message).toContain('It is text that is not JSON.');
  });

  it('takes from a folder what is an export, and passes over the rest', async () => {
    const workspace = await openWorkspace();
    const folder = join(workspace.directory, 'exports');
    await mkdir(join(folder, 'deep'), { recursive: true });
    await writeFile(join(folder, 'readme.txt'), 'nothing');
    await writeFile(join(folder, '.hidden.jsonl'), `${chainLines(1).join('\n')}\n`);
    await writeFile(join(folder, 'deep', 'b.jsonl'), `${chainLines(1, 't-b').join('\n')}\n`);
    await writeFile(join(folder, 'a.jsonl'), `${chainLines(1, 't-a').join('\n')}\n`);
    const reports = await workspace.importPaths([folder]);
    expect(reports.map(({ path, outcome }) => [path.slice(folder.length + 1), outcome])).toEqual([
      ['a.jsonl', 'new'],
      ['readme.txt', 'skipped'],
      [join('deep', 'b.jsonl'), 'new'],
    ]);
  });

  it('brings a removed thread back when its file is imported again', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(2));
    await removeThread(workspace, 1);
    const again = await workspace.importLines('a.jsonl', chainLines(2));
    expect(again).toMatchObject({ outcome: 'new', threads: [1], newThreads: 1, newRuns: 2 });
    expect(workspace.reader.threadByRef(1)).toMatchObject({ removed_at_ms: null });
  });

  it('leaves nothing of a file when it is cancelled, wherever in it', async () => {
    const workspace = await openWorkspace();
    // Three blocks of a megabyte: the signal is looked at between them.
    const text = 'x'.repeat(40_000);
    const lines = Array.from({ length: 75 }, (_, index) =>
      runLine({ run: `r${index}`, messages: [userMessage(`u${index}`, text)] }),
    );
    const file = join(workspace.directory, 'big.jsonl');
    await writeFile(file, lines.join('\n'));
    let asked = 0;
    const signal = {
      get aborted(): boolean {
        return (asked += 1) > 2;
      },
      throwIfAborted(): void {
        if (asked > 2) throw new InspectorError('cancelled', 'cancelled');
      },
    };
    const found = { path: file, sizeBytes: 3_000_000, modifiedAtMs: 0, isNamed: true };
    const options = {
      signal,
      openAnyway: false,
      isSample: false,
      format: null,
      watched: false,
      nowMs: () => 0,
      onProgress: () => undefined,
    };
    await expect(importFile(workspace.db, found, options)).rejects.toMatchObject({ code: 'cancelled' });
    expect(stored(workspace)).toEqual({ threads: [], runs: [], bodies: 0 });
    expect(workspace.db.pragma('foreign_keys', { simple: true })).toBe(1);
  });
});

describe('an import of what nobody would write', () => {
  it('survives ids of every kind, lone surrogates and huge numbers', async () => {
    const workspace = await openWorkspace();
    const odd = "t'; DROP TABLE threads; --\u0000 \\u{1F600} 日本";
    const line = JSON.stringify({
      type: 'message',
      message: {
        run_id: '__proto__',
        thread_id: odd,
        conversation_id: 'constructor',
        namespace: '../../etc',
        messages: [userMessage('u', 'half a pair: '.concat('\ud83d', ' and on'))],
        meta: { run_state: { status: 'completed', context_tokens: 1e300, usage: { total_tokens: -5 } } },
        created_at: '2026-08-20T09:00:00Z',
      },
    });
    const report = await workspace.importLines('odd.jsonl', [line]);
    expect(report).toMatchObject({ errors: [], outcome: 'new', newRuns: 1 });
    expect(workspace.reader.threadByRef(1)).toMatchObject({ thread_id: odd, namespace: '../../etc' });
    const [run] = workspace.reader.runs(1);
    expect(run).toMatchObject({ run_id: '__proto__', title: 'half a pair: \ufffd and on' });
  });

  it('survives an item that is nested 200,000 levels deep, and keeps it', async () => {
    const workspace = await openWorkspace();
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const line = runLine({ run: 'r1', messages: [] }).replace(
      '"messages":[]',
      `"messages":[{"id":"m","sender_id":"a","messages":[{"type":"odd","nested":${deep}}]}]`,
    );
    const report = await workspace.importLines('deep.jsonl', [line, runLine({ run: 'r2', previous: 'r1' })]);
    expect(report).toMatchObject({ outcome: 'new', newRuns: 2 });
    expect(workspace.reader.runs(1)[0]).toMatchObject({
      message_count: 1,
      item_count: 1,
      estimated_tokens: 4,
    });
  });

  it('survives one line of 20 MB, and an image in it counts as an image', async () => {
    const workspace = await openWorkspace();
    const image = {
      id: 'm',
      sender_id: 'a',
      messages: [
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(20_000_000)}` }],
        },
      ],
    };
    const report = await workspace.importLines('image.jsonl', [runLine({ run: 'r1', messages: [image] })]);
    expect(report).toMatchObject({ outcome: 'new' });
    // 4 for the item and 1,500 for the image.
    expect(workspace.reader.runs(1)).toMatchObject([{ estimated_tokens: 1504 }]);
  });
});

describe('hashOfFile', () => {
  it('is the same for the same bytes, and another for others', async () => {
    const { directory } = await openWorkspace();
    const paths = ['a.bin', 'b.bin', 'c.bin'].map((name) => join(directory, name));
    const sizes = [2_500_000, 2_500_000, 2_500_001];
    for (const [index, path] of paths.entries()) await writeFile(path, Buffer.alloc(sizes[index] ?? 0, 7));
    const [first, same, other] = await Promise.all(paths.map((path) => hashOfFile(path, () => false)));
    expect(first).toBe(same);
    expect(first).not.toBe(other);
  });
});

describe('edgeHashOfFile', () => {
  it('is another for files that begin or end differently, and the same for those that differ in between', async () => {
    const { directory } = await openWorkspace();
    // Edges are 64 KiB each.
    const changedAt = [null, 10, 299_990, 150_000];
    const hashes: string[] = [];
    for (const [index, at] of changedAt.entries()) {
      const bytes = Buffer.alloc(300_000, 7);
      if (at !== null) bytes[at] = 8;
      const path = join(directory, `${index}.bin`);
      await writeFile(path, bytes);
      hashes.push(await edgeHashOfFile(path, bytes.length));
    }
    const [first, ...others] = hashes;
    expect(others.map((hash) => hash === first)).toEqual([false, false, true]);
  });
});
