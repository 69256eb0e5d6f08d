import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../core/adapters/sqlite/open-database.ts';
import type { ImportProgress } from '../../../../core/contract.ts';
import { InspectorError } from '../../../../core/domain/errors.ts';
import type { SummaryModel } from '../../../../core/summarizers/summary-model.ts';
import { openWorkspaceClient } from '../../../../electron/workspace/open-workspace-client.ts';
import type { WorkspaceClient } from '../../../../electron/workspace/worker-client.ts';
import { writeThreadFile } from '../../../../scripts/bench/generate-thread.mjs';
import { ScriptedSummaryModel } from '../../../support/scripted-summary-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { builtWorkers } from './built-workers.ts';
import { chainLines } from './workspace-fixture.ts';

const workers = builtWorkers({
  'import-in-child': fileURLToPath(new URL('./import-in-child.ts', import.meta.url)),
});

interface Opened {
  readonly client: WorkspaceClient;
  readonly changed: number[];
}

function openClient(workspacePath: string, samplesFolder: string | null = null): Opened {
  const changed: number[] = [];
  const client = openWorkspaceClient({
    workspacePath,
    workerFolder: workers.folder(),
    samplesFolder,
    defaultContextWindow: 128_000,
    onChanged: (threads) => changed.push(...threads),
  });
  onTestFinished(() => client.close());
  return { client, changed };
}

const LIST = { search: '', offset: 0, limit: 10 } as const;
const NOT_CANCELLED = { aborted: false, throwIfAborted: (): void => undefined };

async function writeLines(path: string, lines: readonly string[]): Promise<string> {
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

describe('the workspace client', () => {
  it('imports in one worker, answers from another, and keeps it all for the next start', async () => {
    const directory = await tempDir();
    const path = join(directory, 'workspace.sqlite');
    const file = await writeLines(join(directory, 'a.jsonl'), chainLines(30));
    const first = openClient(path);
    expect(await first.client.ready).toEqual({ ok: true, value: null });
    const started: number[] = [];
    const job = { jobId: 'job', paths: [file], openAnyway: false };
    const { report } = first.client.importFiles(job, { onStarted: (count) => started.push(count) });
    expect(await report).toMatchObject({
      ok: true,
      value: { cancelled: false, files: [{ outcome: 'new', newRuns: 30 }] },
    });
    expect([started, first.changed]).toEqual([[1], [1]]);
    expect(await first.client.request('threads:open', { thread: 1 })).toMatchObject({
      ok: true,
      value: { runCount: 30, contextWindow: 128_000 },
    });
    await first.client.close();

    const second = openClient(path);
    expect(await second.client.request('threads:list', LIST)).toMatchObject({
      ok: true,
      value: { totalRuns: 30 },
    });
    await second.client.setDefaultContextWindow(1000);
    const list = await second.client.request('threads:list', LIST);
    expect(list).toMatchObject({ ok: true, value: { rows: [{ contextWindow: 1000 }] } });
  });

  it('goes on answering while a file is imported, from what was there before', async () => {
    const directory = await tempDir();
    const { client } = openClient(join(directory, 'workspace.sqlite'));
    const small = await writeLines(join(directory, 'small.jsonl'), chainLines(3));
    await client.importFiles({ jobId: 'small', paths: [small], openAnyway: false }).report;
    const big = join(directory, 'big.jsonl');
    await writeThreadFile(big, { runs: 3000 });

    const progress: ImportProgress[] = [];
    const state = { done: false };
    const { report } = client.importFiles(
      { jobId: 'big', paths: [big], openAnyway: false },
      { onProgress: (step) => progress.push(step) },
    );
    void report.then(() => (state.done = true));
    const totals: number[] = [];
    while (!state.done) {
      const list = await client.request('threads:list', LIST);
      totals.push(list.ok ? list.value.totalRuns : -1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The old state until the one moment that brings all of the new.
    expect([...new Set(totals)].filter((total) => total !== 3003)).toEqual([3]);
    expect(totals.filter((total) => total === 3).length).toBeGreaterThan(3);
    expect(progress[0]).toMatchObject({ jobId: 'big', fileIndex: 0, fileCount: 1 });
    expect(await report).toMatchObject({ ok: true, value: { files: [{ newRuns: 3000 }] } });
    expect(await client.request('threads:list', LIST)).toMatchObject({
      ok: true,
      value: { totalThreads: 2 },
    });
  });

  it('lets a removal wait for an import instead of failing, or stopping the reads', async () => {
    const directory = await tempDir();
    const { client } = openClient(join(directory, 'workspace.sqlite'));
    const small = await writeLines(join(directory, 'small.jsonl'), chainLines(3));
    await client.importFiles({ jobId: 'small', paths: [small], openAnyway: false }).report;
    const big = join(directory, 'big.jsonl');
    await writeThreadFile(big, { runs: 2000 });
    const removals: Promise<unknown>[] = [];
    const running = client.importFiles(
      { jobId: 'big', paths: [big], openAnyway: false },
      {
        onProgress: () => {
          if (removals.length === 0) removals.push(client.request('threads:remove', { thread: 1 }));
        },
      },
    );
    expect(await running.report).toMatchObject({ ok: true });
    expect(await Promise.all(removals)).toEqual([{ ok: true, value: null }]);
    expect(await client.request('threads:list', LIST)).toMatchObject({
      ok: true,
      value: { totalThreads: 1, totalRuns: 2000 },
    });
  });

  it('cancels an import in the middle of a file and leaves nothing of it', async () => {
    const directory = await tempDir();
    const { client } = openClient(join(directory, 'workspace.sqlite'));
    const big = join(directory, 'big.jsonl');
    await writeThreadFile(big, { runs: 3000 });
    const running = client.importFiles(
      { jobId: 'job', paths: [big], openAnyway: false },
      {
        onProgress: () => {
          running.cancel();
        },
      },
    );
    expect(await running.report).toMatchObject({ ok: true, value: { cancelled: true, files: [] } });
    expect(await client.request('threads:list', LIST)).toMatchObject({
      ok: true,
      value: { totalThreads: 0 },
    });
  });

  it('has the old state after a kill in the middle of an import', async () => {
    const directory = await tempDir();
    const path = join(directory, 'workspace.sqlite');
    const before = openClient(path);
    const small = await writeLines(join(directory, 'small.jsonl'), chainLines(3));
    await before.client.importFiles({ jobId: 'small', paths: [small], openAnyway: false }).report;
    await before.client.close();
    const big = join(directory, 'big.jsonl');
    await writeThreadFile(big, { runs: 6000 });

    const child = spawn(
      process.execPath,
      [workers.program('import-in-child'), path, fileURLToPath(workers.folder()), big],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      // Some runs are read and written by now, and most are not.
      if (Number(said.join('').split('\n')[0]) >= 0) child.kill('SIGKILL');
    });
    const signal = await new Promise((resolve) =>
      child.once('exit', (_, ended) => {
        resolve(ended);
      }),
    );
    expect(signal).toBe('SIGKILL');
    expect(said.join('')).not.toContain('done');

    const after = openClient(path);
    expect(await after.client.request('threads:list', LIST)).toMatchObject({
      ok: true,
      value: { totalThreads: 1, totalRuns: 3 },
    });
    const again = after.client.importFiles({ jobId: 'again', paths: [big], openAnyway: false });
    expect(await again.report).toMatchObject({
      ok: true,
      value: { files: [{ outcome: 'new', newRuns: 6000 }] },
    });
  });

  it('imports the samples into a workspace that was never filled, and not again', async () => {
    const directory = await tempDir();
    const samples = join(directory, 'samples');
    await mkdir(samples);
    await writeLines(join(samples, 'a.jsonl'), chainLines(2, 't-a'));
    await writeLines(join(samples, 'b.jsonl'), chainLines(2, 't-b'));
    const path = join(directory, 'workspace.sqlite');
    const first = openClient(path, samples);
    const list = await first.client.request('threads:list', LIST);
    expect(list).toMatchObject({
      ok: true,
      value: { totalThreads: 2, rows: [{ isSample: true }, { isSample: true }] },
    });
    await first.client.request('threads:remove', { thread: 1 });
    await first.client.request('threads:remove', { thread: 2 });
    await first.client.close();
    const second = openClient(path, samples);
    expect(await second.client.request('threads:list', LIST)).toMatchObject({
      ok: true,
      value: { totalThreads: 0 },
    });
  });

  it('answers every request with the reason when the workspace is damaged, and leaves the file as it is', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    await writeFile(path, 'no database'.repeat(1000));
    const bytes = await readFile(path);
    const { client } = openClient(path);
    const ready = await client.ready;
    expect(ready).toMatchObject({ ok: false, error: { code: 'storage-failed' } });
    expect(!ready.ok && ready.error.message).toContain('is damaged or is no Tidemark workspace');
    expect(await client.request('threads:list', LIST)).toEqual(ready);
    expect(await client.importFiles({ jobId: 'job', paths: [path], openAnyway: false }).report).toEqual(
      ready,
    );
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  it('says so when the workspace was written by a newer version', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    const newer = openDatabase(path);
    newer.pragma('user_version = 9000');
    newer.close();
    const ready = await openClient(path).client.ready;
    expect(!ready.ok && ready.error.message).toContain('was written by a newer version of Tidemark');
  });

  it('asks the model in this process, with its text as it comes, and stores the experiment', async () => {
    const directory = await tempDir();
    const { client } = openClient(join(directory, 'workspace.sqlite'));
    const file = await writeLines(join(directory, 'a.jsonl'), chainLines(8));
    await client.importFiles({ jobId: 'job', paths: [file], openAnyway: false }).report;
    const request = {
      thread: 1,
      policy: { summarizer: 'llm', tokenThreshold: 20, keepRecentCount: 2 },
      instruction: 'Sum it up.',
      includeToolArguments: false,
      model: 'configured',
      parameters: { temperature: null, maxOutputTokens: null },
    } as const;
    const usage = { inputTokens: 9, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0, totalTokens: 10 };
    const pieces: string[] = [];
    const outcome = await client.runExperiment(
      { jobId: 'x', request },
      {
        model: new ScriptedSummaryModel([{ text: 'Six questions.', usage }]),
        signal: NOT_CANCELLED,
        onText: (piece) => pieces.push(piece),
        costOf: (_, { totalTokens }) => totalTokens / 100,
      },
    );
    expect(outcome).toEqual({ ok: true, value: { experiment: 1, reason: null } });
    expect(pieces).toEqual(['Six questions.']);
    expect(await client.request('experiments:get', { experiment: 1 })).toMatchObject({
      ok: true,
      value: { coveredRuns: 6, modelName: 'scripted', usage, cost: 0.1 },
    });
    const failing: SummaryModel = {
      modelName: 'gone',
      complete: () => Promise.reject(new InspectorError('model-failed', 'nobody answers at that address')),
    };
    expect(
      await client.runExperiment({ jobId: 'y', request }, { model: failing, signal: NOT_CANCELLED }),
    ).toEqual({
      ok: false,
      error: { code: 'model-failed', message: 'nobody answers at that address' },
    });
    expect(
      await client.request('diff:summary', { thread: 1, view: { kind: 'experiment', experiment: 1 } }),
    ).toMatchObject({
      ok: true,
      value: { coveredRuns: 6, summary: { modelled: false } },
    });
  });

  it('answers with an error when a worker breaks, and goes on with a new one', async () => {
    const directory = await tempDir();
    const broken = join(directory, 'workers');
    await mkdir(broken);
    // Serves nothing and ends: as a worker that ran out of memory.
    await writeFile(join(broken, 'workspace-worker.js'), 'setTimeout(() => process.exit(7), 20);');
    const client = openWorkspaceClient({
      workspacePath: join(directory, 'workspace.sqlite'),
      workerFolder: new URL(`file://${broken}/`),
      samplesFolder: null,
      defaultContextWindow: null,
      onChanged: () => undefined,
    });
    expect(await client.ready).toEqual({
      ok: false,
      error: {
        code: 'storage-failed',
        message:
          'The workspace stopped working (it ended with code 7). It was started again: please repeat what you did.',
      },
    });
    await client.close();
  });
});
