import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../runtime/paths.mjs';
import { writeThreadFile } from './generate-thread.mjs';
import { median, megabytes, ms, times } from './measure.mjs';

const RUNS = 10_000;
const WARM_UPS = 1;
const ROUNDS = 5;
const LARGEST_RATIO = 2;
const LARGEST_GROWTH_BYTES = 250e6;

/**
 * Import of a long thread into a workspace, in the app's own worker, against reading the same file,
 * splitting it into lines and parsing each: the least that any reader does. Both in one process of
 * their own.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export async function importBench() {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const built = mkdtempSync(fromRoot('node_modules', '.tidemark-bench-'));
  try {
    const files = [];
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const file = join(folder, `${round}.jsonl`);
      await writeThreadFile(file, { runs: RUNS, threadId: `thread-${round}` });
      files.push(file);
    }
    await buildClient(built);
    const rounds = measureRounds(built, join(folder, 'workspace.sqlite'), files).slice(WARM_UPS);
    const parseMs = median(rounds.map((each) => each.parseMs));
    const importMs = median(rounds.map((each) => each.importMs));
    const growthBytes = Math.max(...rounds.map((each) => each.growthBytes));
    const openMs = median(rounds.map((each) => each.openMs));
    return [
      {
        name: `import of 10,000 runs, ${megabytes(statSync(files[0] ?? '').size)}`,
        figure: ms(importMs),
        baseline: `read + split + parse ${ms(parseMs)}: ${times(importMs / parseMs)}`,
        limit: `≤ ${LARGEST_RATIO}×`,
        ok: importMs / parseMs <= LARGEST_RATIO,
      },
      {
        name: 'memory an import takes on top',
        figure: megabytes(growthBytes),
        baseline: '',
        limit: `< ${megabytes(LARGEST_GROWTH_BYTES)}`,
        ok: growthBytes < LARGEST_GROWTH_BYTES,
      },
      {
        name: 'opening it: everything but its texts',
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
 * @param {string} built
 * @param {string} workspacePath
 * @param {readonly string[]} files
 * @returns {{ parseMs: number, importMs: number, openMs: number, growthBytes: number }[]}
 */
function measureRounds(built, workspacePath, files) {
  const program = fromRoot('scripts', 'bench', 'import-rounds.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, built, workspacePath, ...files], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the imports failed: ${stderr}`);
  return JSON.parse(stdout);
}

/**
 * The workspace's client with its workers, as the app bundles them.
 *
 * @param {string} folder
 */
export async function buildClient(folder) {
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
