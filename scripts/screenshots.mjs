/**
 * Takes the pictures in docs/images from the real app, on data of its own: every view, both themes.
 * Needs a display, or Xvfb, which it then starts itself.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTempFolder, launch, withDisplay } from './bench/desktop.mjs';
import { fromRoot } from './runtime/paths.mjs';
import { runOrThrow } from './runtime/run.mjs';

const SIZE = { width: 1440, height: 900 };
const folder = fromRoot('docs', 'images');

/** @typedef {import('@playwright/test').Page} Page */

/** @type {readonly { name: string, show: (page: Page) => Promise<void> }[]} */
const views = [
  { name: 'runs', show: showRuns },
  { name: 'recorded', show: showRecorded },
  { name: 'diff', show: showDiff },
  { name: 'findings', show: showFindings },
  { name: 'lab', show: (page) => tab(page, /Lab/) },
  { name: 'survival', show: (page) => tab(page, /Survival/) },
  { name: 'import', show: (page) => page.keyboard.press('Control+o') },
];

runOrThrow(process.execPath, [fromRoot('scripts', 'build.mjs'), 'electron', 'renderer']);
mkdirSync(folder, { recursive: true });
await withDisplay(() =>
  inTempFolder(async (data) => {
    const { app, window: page } = await launch({ userData: data });
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, SIZE);
    await prepare(page);
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`window.tidemark.request('settings:change', { theme: '${theme}' })`);
      for (const { name, show } of views) {
        await thread(page, /Issue #311/);
        await show(page);
        await page.waitForTimeout(900);
        await page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled' });
        await page.keyboard.press('Escape');
      }
    }
    await app.close();
  }),
);

/**
 * A smaller default window, so that the gauges have something to show, and one experiment of each kind.
 *
 * @param {Page} page
 */
async function prepare(page) {
  await page.getByRole('listbox').first().getByRole('option').first().waitFor();
  await page.evaluate(`window.tidemark.request('settings:change', { defaultContextWindow: 16000 })`);
  await thread(page, /Issue #311/);
  const threshold = page.getByRole('spinbutton', { name: 'Token threshold, number' });
  for (const tokens of ['9000', '10800']) {
    await threshold.fill(tokens);
    await threshold.press('Enter');
    await page.getByRole('button', { name: 'Run summarizer' }).click();
    await page.waitForTimeout(1500);
  }
}

/**
 * @param {Page} page
 * @param {RegExp} name
 */
async function thread(page, name) {
  await page.getByRole('listbox').first().getByRole('option', { name }).click();
  await page.waitForTimeout(300);
}

/**
 * @param {Page} page
 * @param {RegExp} name
 */
function tab(page, name) {
  return page.getByRole('tab', { name }).click();
}

/**
 * At the boundary, with the first kept run open.
 *
 * @param {Page} page
 */
async function showRuns(page) {
  await tab(page, /Runs/);
  await page.getByRole('radio', { name: 'Under this policy' }).click();
  await goToRun(page, 12);
  await page
    .locator('[data-run="10"] button[aria-expanded=false]')
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);
}

/**
 * A thread that was summarized when it was recorded.
 *
 * @param {Page} page
 */
async function showRecorded(page) {
  await thread(page, /harbour festival/);
  await tab(page, /Runs/);
  await page.getByRole('radio', { name: 'As recorded' }).click();
  await goToRun(page, 14);
}

/**
 * What an experiment lost.
 *
 * @param {Page} page
 */
async function showDiff(page) {
  await page
    .getByRole('region', { name: 'Experiments' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .first()
    .click();
}

/**
 * @param {Page} page
 * @param {number} run
 */
async function goToRun(page, run) {
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Run number' }).fill(String(run));
  await page.keyboard.press('Enter');
}

/** @param {Page} page */
async function showFindings(page) {
  await thread(page, /harbour festival/);
  await tab(page, /Findings/);
}
