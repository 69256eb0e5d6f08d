import { rmSync } from 'node:fs';
import { fromRoot } from '../runtime/paths.mjs';

/** The program that tries inputs, built where the modules of the project are found. */
export const workerFile = fromRoot('out', 'fuzz', 'worker.js');

export const fuzzTarget = {
  name: 'fuzz',
  inputs: ['core', 'electron', 'test/support/fuzz', 'scripts/fuzz'],
  make: async () => {
    rmSync(fromRoot('out', 'fuzz'), { recursive: true, force: true });
    const { rolldown } = await import('rolldown');
    const built = await rolldown({
      input: fromRoot('test', 'support', 'fuzz', 'fuzz-worker.ts'),
      platform: 'node',
      external: ['better-sqlite3', 'better-sqlite3-legacy'],
      logLevel: 'warn',
    });
    await built.write({ file: workerFile, format: 'esm', sourcemap: true });
    await built.close();
  },
};
