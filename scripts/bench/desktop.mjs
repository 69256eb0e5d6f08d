import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import playwright from '@playwright/test';
import { electronExecutable } from '../runtime/electron-executable.mjs';
import { hasDisplay, requiredSwitches } from '../runtime/electron-arguments.mjs';
import { root } from '../runtime/paths.mjs';

/**
 * Runs something with a display: the machine's own, or an Xvfb of its own.
 *
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withDisplay(run) {
  if (hasDisplay()) return run();
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
  });
  process.env['DISPLAY'] = `:${number}`;
  try {
    return await run();
  } finally {
    delete process.env['DISPLAY'];
    server.kill();
  }
}

/**
 * @template T
 * @param {(folder: string) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function inTempFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Starts Electron on a folder and waits for its first window.
 *
 * @param {{ cwd?: string, userData: string }} options
 */
export async function launch({ cwd = root, userData }) {
  const app = await playwright._electron.launch({
    cwd,
    args: [
      '.',
      `--user-data-dir=${userData}`,
      '--disable-gpu',
      '--log-level=3',
      ...requiredSwitches(electronExecutable()),
    ],
    env: { ...environment(), TIDEMARK_USER_DATA: userData },
  });
  return { app, window: await app.firstWindow() };
}

/** @returns {Record<string, string>} */
function environment() {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE') kept[name] = value;
  }
  return kept;
}
