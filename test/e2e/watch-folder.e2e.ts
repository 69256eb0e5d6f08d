import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { askValue } from './support/api.ts';
import { chooseFiles } from './support/choose-files.ts';
import { expect, test } from './support/test-app.ts';
import { threadLines } from './support/thread-file.ts';

const LINES = threadLines({ threadId: 'live', runCount: 64 });

/** Watches the folder as a person would who chooses it in the dialog. */
async function watch(page: Page): Promise<void> {
  await expect(page.getByRole('listbox').first().getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').getByRole('button', { name: 'Watch a folder…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

test('the open thread grows with its file, and stays where it was scrolled to', async ({
  launch,
  folder,
}) => {
  const watched = join(folder, 'agents', 'conversations');
  await mkdir(watched, { recursive: true });
  const file = join(watched, 'live.jsonl');
  await writeFile(file, `${LINES.slice(0, 60).join('\n')}\n`);
  const { app, window: page } = await launch();
  await chooseFiles(app, [watched]);
  await watch(page);
  const section = page.getByRole('region', { name: 'Watching' });
  await expect(section.getByText('live', { exact: true })).toBeVisible();
  await expect(section.getByText('60 new runs today')).toBeVisible();

  await page.getByRole('option', { name: /Question 1 about order ORD-1000/ }).click();
  const thread = page.getByTestId('thread');
  await expect(thread.getByText('60 runs')).toBeVisible();
  const list = page.getByTestId('run-list');
  await list.evaluate((element) => {
    element.scrollTop = 900;
  });
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(900);

  // The last line is half written at first, as a writer leaves it that is interrupted.
  const [next = '', half = ''] = LINES.slice(60, 62);
  await appendFile(file, `${next}\n${half.slice(0, 200)}`);
  await expect(thread.getByText('61 runs')).toBeVisible();
  await appendFile(file, `${half.slice(200)}\n`);
  await expect(thread.getByText('62 runs')).toBeVisible();
  await expect(section.getByText('62 new runs today')).toBeVisible();
  expect(await list.evaluate((element) => element.scrollTop)).toBe(900);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a watched folder outlives a restart, says when it is gone, and can be let go', async ({
  launch,
  folder,
}) => {
  // Two starts, and a folder that is looked for every two seconds.
  test.slow();
  const watched = join(folder, 'logs');
  await mkdir(watched);
  const first = await launch();
  await chooseFiles(first.app, [watched]);
  await watch(first.window);
  await expect(
    first.window.getByRole('region', { name: 'Watching' }).getByText('live', { exact: true }),
  ).toBeVisible();
  await first.app.close();

  // What was written meanwhile comes in at the next start.
  await writeFile(join(watched, 'a.jsonl'), `${LINES.slice(0, 3).join('\n')}\n`);
  const { window: page } = await launch();
  const section = page.getByRole('region', { name: 'Watching' });
  await expect(section.getByText('3 new runs today')).toBeVisible();
  await rename(watched, join(folder, 'elsewhere'));
  await expect(section.getByText('not there')).toBeVisible();
  await rename(join(folder, 'elsewhere'), watched);
  await expect(section.getByText('live', { exact: true })).toBeVisible();
  await section.getByRole('button', { name: /Stop watching/ }).click();
  await expect(section).toHaveCount(0);
  expect(await askValue(page, 'watch:list', {})).toEqual([]);
});

test('a file that can’t be read is told once, and comes in when it is mended', async ({ launch, folder }) => {
  const watched = join(folder, 'logs');
  await mkdir(watched);
  const file = join(watched, 'broken.jsonl');
  await writeFile(file, `${LINES[0] ?? ''}\n{"type":\n${LINES[1] ?? ''}\n`);
  const { app, window: page } = await launch();
  await chooseFiles(app, [watched]);
  await watch(page);
  const section = page.getByRole('region', { name: 'Watching' });
  await expect(section.getByText('1 file can’t be read')).toBeVisible();
  await expect(page.getByText(/broken\.jsonl can’t be read: Line 2/)).toHaveCount(1);
  await writeFile(file, `${LINES.slice(0, 2).join('\n')}\n`);
  await expect(section.getByText('2 new runs today')).toBeVisible();
  await expect(section.getByText('1 file can’t be read')).toHaveCount(0);
});

test('an import is taken back from the history, and done again', async ({ launch, folder }) => {
  const file = join(folder, 'orders.jsonl');
  await writeFile(file, `${LINES.slice(0, 6).join('\n')}\n`);
  const { app, window: page } = await launch();
  await chooseFiles(app, [file]);
  const threads = page.getByRole('listbox').first().getByRole('option');
  await expect(threads).toHaveCount(3);
  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose files…' }).click();
  await expect(page.getByText('1 new thread, 6 new runs.')).toBeVisible();
  await expect(threads).toHaveCount(4);

  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').getByRole('button', { name: 'History…' }).click();
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'orders.jsonl' });
  await row.getByRole('button', { name: 'Undo this import' }).click();
  await expect(row.getByText('undone')).toBeVisible();
  await expect(threads).toHaveCount(3);
  await row.getByRole('button', { name: 'Import again' }).click();
  await expect(threads).toHaveCount(4);
});
