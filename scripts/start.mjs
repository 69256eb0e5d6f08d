/**
 * Opens the window, building first what changed. `npm start -- FILE` opens a file.
 *
 * Without a display it prints what the window would show of the file, or of the bundled samples.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeIfStale } from './build/freshness.mjs';
import { electronTarget, rendererTarget } from './build/targets.mjs';
import { prepareRuntime } from './prepare-runtime.mjs';
import { hasDisplay, requiredSwitches } from './runtime/electron-arguments.mjs';
import { electronExecutable } from './runtime/electron-executable.mjs';
import { installedElectron } from './runtime/official-electron.mjs';
import { fromRoot, root } from './runtime/paths.mjs';

const files = process.argv.slice(2).map((file) => resolve(process.env['INIT_CWD'] ?? '.', file));

process.exitCode = hasDisplay() ? await openWindow() : printInspection();

/** @returns {Promise<number>} */
async function openWindow() {
  const problems = await prepareRuntime({ log: () => undefined });
  for (const problem of problems) console.error(problem);
  if (installedElectron() === 'none') return 1;

  await makeIfStale(electronTarget);
  await makeIfStale(rendererTarget);
  const executable = electronExecutable();
  const child = spawn(executable, ['.', ...requiredSwitches(executable), ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('exit', (code) => done(code ?? 1));
  });
}

function printInspection() {
  console.log('There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window opens.');
  const shown = files.length > 0 ? files : sampleFiles();
  if (shown.length === 0) console.log('There are no bundled samples either.');

  let failed = 0;
  for (const file of shown) {
    console.log(`\ntidemark inspect ${file}\n`);
    const args = [fromRoot('scripts', 'tidemark.mjs'), 'inspect', file];
    if (spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status !== 0)
      failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

function sampleFiles() {
  const folder = fromRoot('electron', 'samples');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => fromRoot('electron', 'samples', name));
  } catch {
    return [];
  }
}
