import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { askValue, importEnded } from './support/api.ts';
import { chooseFiles } from './support/choose-files.ts';
import { expect, test } from './support/test-app.ts';
import { threadLines } from './support/thread-file.ts';

/** The file that holds the program; without it the page stays as it was drawn first. */
const PROGRAM = /\/window-[^/]*\.js$/;

const HOSTILE = '</script><img src=x onerror="document.title=\'taken over\'"> order 1000';

interface Piece {
  readonly text: string | null;
  readonly at: readonly number[];
}

/**
 * Where the list, its label, its rows and their titles start, in whole pixels. Not where they end: badges
 * and the button below come with the program.
 */
function drawn(page: Page): Promise<Piece[]> {
  return page.evaluate(() => {
    const frame = document.querySelector('nav, [data-first-frame]');
    const found =
      frame?.querySelectorAll('h2, [role=listbox], [role=option], [role=option] [dir=auto]') ?? [];
    return [...found].map((element) => {
      const { x, y } = element.getBoundingClientRect();
      const isText = element.matches('h2, [dir=auto]');
      return { text: isText ? element.textContent : element.role, at: [Math.round(x), Math.round(y)] };
    });
  });
}

test('the list is drawn before the program is there, in the same places and with nothing of it live', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'hostile.jsonl');
  const lines = threadLines({ threadId: 'hostile', runCount: 2 });
  await writeFile(
    path,
    lines.join('\n').replaceAll('Question 1 about order ORD-1000.', JSON.stringify(HOSTILE).slice(1, -1)) +
      '\n',
  );
  const { app, window: page } = await launch();
  const ended = importEnded(page, 'job-1');
  await chooseFiles(app, [path]);
  await askValue(page, 'import:choose', { jobId: 'job-1' });
  await ended;
  await expect(page.getByRole('option')).toHaveCount(4);

  await page.route(PROGRAM, (route) => route.abort());
  await page.reload();
  await expect(page.locator('[data-first-frame] [role=option]')).toHaveCount(4);
  const first = await drawn(page);
  await page.unroute(PROGRAM);
  await page.reload();
  await page.locator('main').waitFor();
  await expect(page.getByRole('option')).toHaveCount(4);

  expect(first).toEqual(await drawn(page));
  // A label, a list, and a row with its title for each thread.
  expect(first).toHaveLength(2 + 4 * 2);
  expect(first.map(({ text }) => text)).toContain(HOSTILE);
  await expect(page.locator('[data-first-frame]')).toHaveCount(0);
  expect(await page.title()).toBe('Tidemark');
});

test('the first frame has the theme that was chosen', async ({ launch }) => {
  const first = await launch();
  await askValue(first.window, 'settings:change', { theme: 'dark' });
  await first.app.close();

  const { window: page } = await launch();
  await page.route(PROGRAM, (route) => route.abort());
  await page.reload();
  await expect(page.locator('[data-first-frame]')).toHaveCount(1);

  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  // #0e131a
  expect(background).toBe('rgb(14, 19, 26)');
});
