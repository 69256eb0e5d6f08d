/** Builds what is stale; with --force, everything. With names (cli, core, electron, renderer), only those. */
import { rmSync } from 'node:fs';
import { makeIfStale } from './build/freshness.mjs';
import { cliTarget, coreTarget, electronTarget, rendererTarget } from './build/targets.mjs';
import { fromRoot } from './runtime/paths.mjs';

const args = process.argv.slice(2);
const names = args.filter((argument) => !argument.startsWith('--'));
if (args.includes('--force')) rmSync(fromRoot('out'), { recursive: true, force: true });

for (const target of [coreTarget, cliTarget, electronTarget, rendererTarget]) {
  if (names.length > 0 && !names.includes(target.name)) continue;
  const startedAtMs = performance.now();
  const made = await makeIfStale(target).catch(fail);
  const took = `${Math.round(performance.now() - startedAtMs)} ms`;
  console.log(made ? `built ${target.name} in ${took}` : `${target.name} is up to date`);
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function fail(error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
