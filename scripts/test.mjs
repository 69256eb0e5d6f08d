/**
 * Every test there is, or the suites named (unit, contract, fuzz, e2e). Prepares and builds what they need.
 *
 * The last line is `N passed, N failed` over all of them. A skipped test is a failure: a test that a
 * machine can't run has to say so.
 */
import { makeIfStale } from './build/freshness.mjs';
import { cliTarget, coreTarget, electronTarget, rendererTarget } from './build/targets.mjs';
import { prepareRuntime } from './prepare-runtime.mjs';
import { suites } from './suites/runners.mjs';
import { sum } from './suites/tally.mjs';

const wanted = process.argv.slice(2);
const chosen = suites().filter((suite) => wanted.length === 0 || wanted.includes(suite.name));

/** @type {import('./suites/tally.mjs').Tally[]} */
const tallies = [];
tallies.push(await prepare());
for (const suite of chosen) {
  console.log(`\n── ${suite.title}\n`);
  tallies.push(await suite.run());
}

const { passed, failed, skipped } = sum(tallies);
if (skipped > 0) console.log(`\n${skipped} skipped, counted as failed`);
console.log(`\n${passed} passed, ${failed + skipped} failed`);
process.exitCode = passed > 0 && failed + skipped === 0 ? 0 : 1;

/**
 * The suites run after a failure here too: what they say helps to find it.
 *
 * @returns {Promise<import('./suites/tally.mjs').Tally>}
 */
async function prepare() {
  const problems = await prepareRuntime();
  for (const target of [coreTarget, cliTarget, electronTarget, rendererTarget]) {
    try {
      await makeIfStale(target);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  for (const problem of problems) console.error(problem);
  return { passed: 0, failed: problems.length, skipped: 0 };
}
