import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ThreadPage } from '../../core/contract.ts';
import { ask, askValue, importEnded, importUnderWay } from './support/api.ts';
import { chooseFiles } from './support/choose-files.ts';
import { expect, test } from './support/test-app.ts';
import { threadLines, writeThreadFile } from './support/thread-file.ts';

const listThreads = (page: Page, search = ''): Promise<ThreadPage> =>
  askValue(page, 'threads:list', { search, offset: 0, limit: 100 });

test('files chosen in the dialog are imported, and a second time they are duplicates', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'orders.jsonl');
  await writeThreadFile(path, { threadId: 'orders', runCount: 6 });
  const { app, window: page } = await launch();
  const before = await listThreads(page);
  await chooseFiles(app, [path]);

  const first = importEnded(page, 'job-1');
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  const { report } = await first;
  expect(report?.files).toMatchObject([
    { path, format: 'hastekit-jsonl', outcome: 'new', newThreads: 1, newRuns: 6, errors: [] },
  ]);
  const after = await listThreads(page);
  expect(after.totalThreads).toBe(before.totalThreads + 1);
  expect(after.totalRuns).toBe(before.totalRuns + 6);

  const second = importEnded(page, 'job-2');
  await askValue(page, 'import:choose', { jobId: 'job-2' });
  expect((await second).report?.files).toMatchObject([{ outcome: 'duplicate', newThreads: 0, newRuns: 0 }]);
  expect(await listThreads(page)).toEqual(after);
});

test('a dialog that is closed imports nothing', async ({ launch }) => {
  const { app, window: page } = await launch();
  await chooseFiles(app, []);
  const before = await listThreads(page);
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  expect(await listThreads(page)).toEqual(before);
});

test('files dropped on the window are imported', async ({ launch, folder }) => {
  const path = join(folder, 'dropped.jsonl');
  await writeThreadFile(path, { threadId: 'dropped', runCount: 3 });
  const { window: page } = await launch();
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'picked' }));
  });
  await page.locator('#picked').setInputFiles(path);
  const ended = importEnded(page, 'job-1');
  await page.locator('#picked').evaluate(async (input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('not an input');
    await window.tidemark!.importDropped('job-1', [...(input.files ?? [])]);
  });
  expect((await ended).report?.files).toMatchObject([{ path, outcome: 'new', newRuns: 3 }]);
});

test('a file that the page made up is no dropped file', async ({ launch }) => {
  const { window: page } = await launch();
  const answer = await page.evaluate(() =>
    window.tidemark!.importDropped('job-1', [new File(['{}'], '/etc/hostname'), { path: '/etc/hostname' }]),
  );
  expect(answer).toMatchObject({ ok: false, error: { code: 'refused' } });
});

test('a broken file shows its line and changes nothing, until it is opened anyway', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'broken.jsonl');
  const lines = threadLines({ threadId: 'broken', runCount: 5 });
  lines[2] = '{"type":"message","message":{"run_id":';
  await writeFile(path, lines.join('\n') + '\n');
  const { app, window: page } = await launch();
  const before = await listThreads(page);
  await chooseFiles(app, [path]);

  const ended = importEnded(page, 'job-1');
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  const { report } = await ended;
  expect(report?.files).toMatchObject([{ path, outcome: 'failed', newRuns: 0, canOpenAnyway: true }]);
  expect(report?.files[0]?.errors[0]).toMatchObject({ line: 3 });
  expect(await listThreads(page)).toEqual(before);

  const again = importEnded(page, 'job-2');
  await askValue(page, 'import:start', { jobId: 'job-2', paths: [path], openAnyway: true });
  expect((await again).report?.files).toMatchObject([{ outcome: 'new' }]);
  expect((await listThreads(page)).totalThreads).toBe(before.totalThreads + 1);
  // The file itself is never touched.
  expect(await readFile(path, 'utf8')).toBe(lines.join('\n') + '\n');
});

test('a grown file adds what is new', async ({ launch, folder }) => {
  const path = join(folder, 'grown.jsonl');
  await writeThreadFile(path, { threadId: 'grown', runCount: 2 });
  const { app, window: page } = await launch();
  await chooseFiles(app, [path]);
  const first = importEnded(page, 'job-1');
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  await first;
  await writeThreadFile(path, { threadId: 'grown', runCount: 5 });
  const second = importEnded(page, 'job-2');
  await askValue(page, 'import:choose', { jobId: 'job-2' });
  expect((await second).report?.files).toMatchObject([{ outcome: 'grown', newThreads: 0, newRuns: 3 }]);
});

test('a cancelled import leaves nothing of the file it was reading', async ({ launch, folder }) => {
  const path = join(folder, 'long.jsonl');
  await writeThreadFile(path, { threadId: 'long', runCount: 4000, answerLength: 6000 });
  const { app, window: page } = await launch();
  const before = await listThreads(page);
  await chooseFiles(app, [path]);
  const underWay = importUnderWay(page, 'job-1');
  const ended = importEnded(page, 'job-1');
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  await underWay;
  await askValue(page, 'job:cancel', { jobId: 'job-1' });
  expect((await ended).report).toMatchObject({ cancelled: true });
  expect(await listThreads(page)).toEqual(before);
});

test('a job that is running is not started twice', async ({ launch, folder }) => {
  const path = join(folder, 'long.jsonl');
  await writeThreadFile(path, { threadId: 'long', runCount: 2000, answerLength: 6000 });
  const { app, window: page } = await launch();
  await chooseFiles(app, [path]);
  const ended = importEnded(page, 'job-1');
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  expect(await ask(page, 'import:choose', { jobId: 'job-1' })).toMatchObject({
    ok: false,
    error: { code: 'invalid-option' },
  });
  expect((await ended).report?.files).toMatchObject([{ outcome: 'new' }]);
});
