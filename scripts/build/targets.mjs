import { rmSync } from 'node:fs';
import { fromRoot } from '../runtime/paths.mjs';
import { runOrThrow } from '../runtime/run.mjs';
import { cliBundle, mainBundle, preloadBundle } from './node-bundles.mjs';

/** The command line, as one program. */
export const cliTarget = {
  name: 'cli',
  inputs: ['core'],
  make: async () => {
    rmSync(fromRoot('out', 'cli'), { recursive: true, force: true });
    await bundle([cliBundle()]);
  },
};

/** Main process, workers and preload. */
export const electronTarget = {
  name: 'electron',
  inputs: ['core', 'electron'],
  make: async () => {
    rmSync(fromRoot('out', 'electron'), { recursive: true, force: true });
    await bundle([mainBundle(), preloadBundle()]);
  },
};

/** The page. */
export const rendererTarget = {
  name: 'renderer',
  inputs: ['core', 'renderer', 'vite.config.ts'],
  make: async () => {
    const { build } = await import('vite');
    await build({ configFile: fromRoot('vite.config.ts'), logLevel: 'warn' });
  },
};

/** core as a library with its types: `tidemark/core` and `tidemark/core/node`. */
export const coreTarget = {
  name: 'core',
  inputs: ['core', 'tsconfig.base.json'],
  make: async () => {
    runOrThrow(process.execPath, [
      fromRoot('node_modules', 'typescript', 'bin', 'tsc'),
      '--build',
      fromRoot('core', 'adapters'),
    ]);
  },
};

/** @param {readonly import('./node-bundles.mjs').Bundle[]} bundles */
async function bundle(bundles) {
  const { rolldown } = await import('rolldown');
  for (const { output, ...input } of bundles) {
    const built = await rolldown({ ...input, logLevel: 'warn' });
    await built.write(output);
    await built.close();
  }
}
