import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTempFolder, launch, withDisplay } from './desktop.mjs';
import { median, ms, times } from './measure.mjs';

const ROUNDS = 5;

const BARE_MAIN = `
const { app, BrowserWindow } = require('electron');
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.loadURL('data:text/html,<title>bare</title><h1>bare</h1>');
});
`;

/** The list as it is drawn first, and the heading of the bare window. */
const DRAWN = 'h1, [role=listbox]';
/** What only the program draws; it answers from then on. */
const ANSWERING = 'h1, main';

/**
 * From the start of the process to a painted window with the list of threads, and to one that answers,
 * against an Electron that does nothing but open a window.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export function startBench() {
  return withDisplay(() =>
    inTempFolder(async (folder) => {
      const bare = join(folder, 'bare');
      mkdirSync(bare);
      writeFileSync(join(bare, 'package.json'), '{"name":"bare","main":"main.js"}');
      writeFileSync(join(bare, 'main.js'), BARE_MAIN);
      const ours = [];
      const theirs = [];
      // The first start of each makes its files; it is not counted.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const bareStart = await timedStart({ cwd: bare, userData: join(folder, 'bare-data') });
        const appStart = await timedStart({ userData: join(folder, 'app-data') });
        if (round === 0) continue;
        theirs.push(bareStart);
        ours.push(appStart);
      }
      const line = lineOf(ours, median(theirs.map((start) => start.drawnMs)));
      return [
        line('start, to a painted list', 'drawnMs', 1.5, '≤ 1.5×'),
        line('start, to a list that answers', 'answeringMs', 2, '≤ 2× (ours)'),
      ];
    }),
  );
}

/**
 * @param {readonly Start[]} starts
 * @param {number} bareMs
 * @returns {(name: string, moment: keyof Start, most: number, limit: string) => import('./measure.mjs').BenchLine}
 */
function lineOf(starts, bareMs) {
  return (name, moment, most, limit) => {
    const medianMs = median(starts.map((start) => start[moment]));
    const ratio = medianMs / bareMs;
    const baseline = `bare Electron ${ms(bareMs)}: ${times(ratio)}`;
    return { name, figure: ms(medianMs), baseline, limit, ok: ratio <= most };
  };
}

/** @typedef {{ drawnMs: number, answeringMs: number }} Start */

/**
 * @param {{ cwd?: string, userData: string }} options
 * @returns {Promise<Start>}
 */
async function timedStart(options) {
  const startedAt = performance.now();
  const { app, window } = await launch(options);
  await painted(window, DRAWN);
  const drawnMs = performance.now() - startedAt;
  await painted(window, ANSWERING);
  const answeringMs = performance.now() - startedAt;
  await app.close();
  return { drawnMs, answeringMs };
}

/**
 * Two frames after `selector` is there, the first of them is painted. The page waits for it itself: asked
 * from outside again and again, it would be asked up to 100 ms too late.
 *
 * @param {import('@playwright/test').Page} window
 * @param {string} selector
 */
async function painted(window, selector) {
  await window.evaluate(`new Promise((done) => {
    const frames = () => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)));
    const look = () => (document.querySelector('${selector}') === null ? requestAnimationFrame(look) : frames());
    look();
  })`);
}
