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

/**
 * From the start of the process to a painted window, against an Electron that does nothing but open one.
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
        const bareMs = await startMs({ cwd: bare, userData: join(folder, 'bare-data') });
        const appMs = await startMs({ userData: join(folder, 'app-data') });
        if (round === 0) continue;
        theirs.push(bareMs);
        ours.push(appMs);
      }
      const ratio = median(ours) / median(theirs);
      return [
        {
          name: 'start, to a painted window',
          figure: ms(median(ours)),
          baseline: `bare Electron ${ms(median(theirs))}: ${times(ratio)}`,
          limit: '≤ 1.5×',
          ok: ratio <= 1.5,
        },
      ];
    }),
  );
}

/** @param {{ cwd?: string, userData: string }} options */
async function startMs(options) {
  const startedAt = performance.now();
  const { app, window } = await launch(options);
  await window.waitForSelector('h1, [role=listbox]');
  await window.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))))',
  );
  const elapsed = performance.now() - startedAt;
  await app.close();
  return elapsed;
}
