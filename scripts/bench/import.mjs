import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../runtime/paths.mjs';
import { writeThreadFile } from './generate-thread.mjs';
import { median, megabytes, ms, times } from './measure.mjs';

const RUNS = 10_000;
const ROUNDS = 5;
const LARGEST_RATIO = 2;
const LARGEST_GROWTH_BYTES = 250e6;

/**
 * Import of a long thread into a workspace, in the app's own worker, against reading the same file,
 * splitting it into lines and parsing each: the least that any reader does. Both start in a process of
 * their own, by turns.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export async function importBench() {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const built = mkdtempSync(fromRoot('node_modules', '.tidemark-bench-'));
  try {
    const file = join(folder, 'thread.jsonl');
    const bytes = await writeThreadFile(file, { runs: RUNS });
    await buildClient(built);
    const parses = [];
    const imports = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      parses.push(measure('parse', [file]));
      imports.push(measure('import', [file, built, join(folder, `${round}.sqlite`)]));
    }
    const parseMs = median(parses.map((each) => each.ms));
    const importMs = median(imports.map((each) => each.ms));
    const growthBytes = median(imports.map((each) => each.growthBytes));
    const openMs = median(imports.map((each) => each.openMs));
    return [
      {
        name: `import of 10,000 runs, ${megabytes(bytes)}`,
        figure: ms(importMs),
        baseline: `read + split + parse ${ms(parseMs)}: ${times(importMs / parseMs)}`,
        limit: `≤ ${LARGEST_RATIO}×`,
        ok: importMs / parseMs <= LARGEST_RATIO,
      },
      {
        name: 'memory it takes on top',
        figure: megabytes(growthBytes),
        baseline: `read + split + parse ${megabytes(median(parses.map((each) => each.growthBytes)))}`,
        limit: `< ${megabytes(LARGEST_GROWTH_BYTES)}`,
        ok: growthBytes < LARGEST_GROWTH_BYTES,
      },
      {
        name: 'everything about it but its text',
        figure: ms(openMs),
        baseline: `read + split + parse ${ms(parseMs)}`,
        limit: 'less',
        ok: openMs < parseMs,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(built, { recursive: true, force: true });
  }
}

/**
 * @param {'parse' | 'import'} what
 * @param {readonly string[]} args
 * @returns {{ ms: number, growthBytes: number, openMs: number }}
 */
function measure(what, args) {
  const program = fromRoot('scripts', 'bench', 'import-once.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, what, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${what} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * The workspace's client with its workers, as the app bundles them.
 *
 * @param {string} folder
 */
async function buildClient(folder) {
  const { rolldown } = await import('rolldown');
  const names = ['workspace-worker', 'import-worker', 'analysis-worker'];
  const bundle = await rolldown({
    input: {
      client: fromRoot('electron', 'workspace', 'open-workspace-client.ts'),
      ...Object.fromEntries(names.map((name) => [name, fromRoot('electron', 'workers', `${name}.ts`)])),
    },
    platform: 'node',
    external: ['electron', 'better-sqlite3', 'better-sqlite3-legacy'],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
}
