import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface BuiltWorkers {
  /** With a slash at its end, as the client wants it. */
  readonly folder: () => URL;
  /** A built file beside the workers. */
  readonly program: (name: string) => string;
}

/**
 * Builds the workers as the app does, for the tests of one file: a worker thread runs no TypeScript.
 *
 * @param programs More entries, by name: programs that a test runs as a process of its own.
 */
export function builtWorkers(programs: Readonly<Record<string, string>> = {}): BuiltWorkers {
  let folder = '';
  beforeAll(async () => {
    // Inside the project, so that the drivers under node_modules are found.
    folder = mkdtempSync(join(root, 'node_modules', '.tidemark-test-'));
    const workers = ['workspace-worker', 'import-worker', 'analysis-worker'];
    const bundle = await rolldown({
      input: {
        ...Object.fromEntries(workers.map((name) => [name, join(root, 'electron', 'workers', `${name}.ts`)])),
        ...programs,
      },
      platform: 'node',
      external: ['better-sqlite3', 'better-sqlite3-legacy'],
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    });
    await bundle.close();
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    folder: () => pathToFileURL(`${folder}/`),
    program: (name) => join(folder, `${name}.js`),
  };
}
