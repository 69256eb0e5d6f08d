import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { importFile } from '../../../../electron/workspace/import-file.ts';
import { chainLines, openWorkspace, runLine, stored, userMessage } from './workspace-fixture.ts';

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
