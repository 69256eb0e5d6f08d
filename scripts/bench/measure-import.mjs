import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../runtime/paths.mjs';
import { buildClient } from './import.mjs';

/** @typedef {import('./import-measured.mjs').Measured} Measured */

/**
 * A folder for files, and a way to import one into a workspace of its own, in a process of its own.
 *
 * @template T
 * @param {(folder: string, measure: (what: 'parse' | 'import' | 'cancel', file: string, warmUp?: string) => Measured) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withMeasuredImports(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const built = mkdtempSync(fromRoot('node_modules', '.tidemark-bench-'));
  let count = 0;
  try {
    await buildClient(built);
    return await work(folder, (what, file, warmUp = '') => {
      count += 1;
      const workspace = join(folder, `${count}.sqlite`);
      const program = fromRoot('scripts', 'bench', 'import-measured.mjs');
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [program, what, built, workspace, file, warmUp],
        { encoding: 'utf8' },
      );
      for (const end of ['', '-wal', '-shm']) rmSync(workspace + end, { force: true });
      if (status !== 0) throw new Error(`${what} of ${file} failed: ${stderr}`);
      return JSON.parse(stdout);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(built, { recursive: true, force: true });
  }
}
