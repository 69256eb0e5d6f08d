import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot } from '../runtime/paths.mjs';

/** Loaded from node_modules at run time: native code, and the choice of which is made there. */
const external = ['electron', 'better-sqlite3', 'better-sqlite3-legacy'];

/** @typedef {import('rolldown').RolldownOptions & { output: import('rolldown').OutputOptions }} Bundle */

/**
 * The main process and one entry for each file in electron/workers: out/electron/main.js and
 * out/electron/workers/<name>.js.
 *
 * @returns {Bundle}
 */
export function mainBundle() {
  const folder = fromRoot('electron', 'workers');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : [];
  const workers = files.map((file) => {
    const name = basename(file, '.ts');
    return [`workers/${name}`, fromRoot('electron', 'workers', file)];
  });
  return nodeBundle('out/electron', {
    main: fromRoot('electron', 'main.ts'),
    ...Object.fromEntries(workers),
  });
}

/**
 * CommonJS, because a sandboxed preload can't be a module.
 *
 * @returns {Bundle}
 */
export function preloadBundle() {
  return {
    input: { preload: fromRoot('electron', 'preload.ts') },
    platform: 'browser',
    external: ['electron'],
    output: {
      dir: fromRoot('out', 'electron'),
      format: 'cjs',
      entryFileNames: '[name].cjs',
      codeSplitting: false,
    },
  };
}

/** @returns {Bundle} */
export function cliBundle() {
  return nodeBundle('out/cli', { tidemark: fromRoot('core', 'cli', 'main.ts') });
}

/**
 * @param {string} folder
 * @param {Record<string, string>} input
 * @returns {Bundle}
 */
function nodeBundle(folder, input) {
  return {
    input,
    platform: 'node',
    external,
    output: {
      dir: fromRoot(folder),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      sourcemap: true,
      // By itself it would come with whatever else is shared first, and start all that with it.
      codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]/ }] },
    },
  };
}
