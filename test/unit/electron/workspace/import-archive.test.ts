import { strToU8, zipSync } from 'fflate';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, jsonOf } from '../../core/cli/run-cli.ts';
import { chainLines, openWorkspace } from './workspace-fixture.ts';

const lines = (count: number, thread: string): Uint8Array =>
  strToU8(
    chainLines(count, thread)
      .map((line) => `${line}\n`)
      .join(''),
  );

const archive = (): Uint8Array =>
  zipSync({
    'first.jsonl': lines(3, 't-1'),
    'more/second.jsonl': lines(2, 't-2'),
    'broken.json': strToU8('[{"mapping":{"a":{"message":null}}},{"mapping":3}]'),
    'settings.json': strToU8('{}'),
  });

describe('an archive', () => {
  it('comes into the workspace as one import, whose report names the files inside', async () => {
    const workspace = await openWorkspace();
    const path = join(workspace.directory, 'export.zip');
    await writeFile(path, archive());
    const [report] = await workspace.importPaths([path]);
    expect(report).toMatchObject({
      path,
      format: 'archive',
      outcome: 'new',
      newThreads: 2,
      newRuns: 5,
      canOpenAnyway: false,
    });
    expect(report?.warnings.map(({ message }) => message)).toEqual([
      'broken.json: Conversation 1 holds no message and was left out.',
      'Other files of the archive hold no thread and were left out: settings.json.',
    ]);
    expect(report?.errors.map(({ message }) => message)).toEqual([
      'broken.json: Conversation 2 (line 1) was left out: it has no messages, because its “mapping” is missing.',
    ]);
    expect(await workspace.importPaths([path])).toMatchObject([{ outcome: 'duplicate', newRuns: 0 }]);
  });

  it('changes nothing in the workspace when it is damaged', async () => {
    const workspace = await openWorkspace();
    const path = join(workspace.directory, 'export.zip');
    await writeFile(path, archive().subarray(0, 400));
    const [report] = await workspace.importPaths([path]);
    expect(report).toMatchObject({ outcome: 'failed', threads: [] });
    expect(report?.errors[0]?.message).toMatch(/the ZIP archive is cut off or damaged/);
    expect(workspace.db.prepare('SELECT count(*) FROM threads').pluck().get()).toBe(0);
  });

  it('is inspected on the command line like the files in it, found in a folder too', async () => {
    const { directory } = await openWorkspace();
    const folder = join(directory, 'exports');
    await mkdir(folder);
    await writeFile(join(folder, 'export.zip'), zipSync({ 'a.jsonl': lines(3, 't-1') }));
    await writeFile(join(folder, 'cut.zip'), archive().subarray(0, 400));
    const run = await cli(['inspect', folder, '--json']);
    expect(run.exitCode).toBe(1);
    expect(jsonOf(run)).toMatchObject({
      files: [
        { path: join(folder, 'cut.zip'), format: null, errors: [{ code: 'unreadable' }] },
        { path: join(folder, 'export.zip'), format: 'hastekit-jsonl', threads: ['t-1'] },
      ],
      threads: [{ id: 't-1', format: 'hastekit-jsonl' }],
    });
  });
});
