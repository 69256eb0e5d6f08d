/**
 * Reads thousands of damaged, deformed and mixed up exports: every fixture of test/fixtures/threads, changed
 * at random, but the same for the same seed. Each has to be read, or refused with a sentence that says where;
 * none may crash, hang or be imported by half.
 *
 * Options: `--count N` inputs (20,000 unless told), `--minutes N` instead of a count, `--seed N` (1),
 * `--only N` tries one input again, `--threads N`, `--report FILE`. What fails is kept in out/fuzz-failures.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { makeIfStale } from './build/freshness.mjs';
import { FuzzTally } from './fuzz/fuzz-tally.mjs';
import { runWorkers } from './fuzz/run-workers.mjs';
import { fuzzTarget } from './fuzz/worker-target.mjs';
import { fromRoot, root } from './runtime/paths.mjs';

const MOST_INPUTS = 2 ** 31 - 1;
const failuresFolder = fromRoot('out', 'fuzz-failures');

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    threads: { type: 'string' },
    report: { type: 'string' },
  },
});
const seed = wholeNumber('seed', values.seed, 1);
const only = values.only === undefined ? null : wholeNumber('only', values.only, 0);
const minutes = values.minutes === undefined ? null : wholeNumber('minutes', values.minutes, 0);
const count = wholeNumber('count', values.count, minutes === null ? 20_000 : MOST_INPUTS);
const threads = wholeNumber('threads', values.threads, availableParallelism());

await makeIfStale(fuzzTarget);
rmSync(failuresFolder, { recursive: true, force: true });
const startedAtMs = Date.now();
const tally = new FuzzTally();
await runWorkers(
  {
    seed,
    from: only ?? 0,
    to: only === null ? count : only + 1,
    threads: only === null ? Math.max(1, threads) : 1,
    endAtMs: minutes === null ? Infinity : startedAtMs + minutes * 60_000,
  },
  (finding) => {
    tally.add(finding);
    if (finding.failures.length > 0) showFailure(finding);
  },
);

const seconds = Math.round((Date.now() - startedAtMs) / 1000);
console.log(`\n${tally.sentence()} in ${seconds} s, seed ${seed}`);
console.log(`${tally.passed} files passed, ${tally.failed} failed`);
if (values.report !== undefined) {
  writeFileSync(values.report, JSON.stringify({ passed: tally.passed, failed: tally.failed }));
}
process.exitCode = tally.failed === 0 ? 0 : 1;

/** @param {import('./fuzz/run-workers.mjs').FuzzFinding} finding */
function showFailure({ index, file, steps, format, failures, bytes }) {
  console.error(`\ninput ${index}: ${file} (${steps.join(', ')}), read as ${format ?? 'nothing'}`);
  for (const failure of failures) console.error(`  ${failure}`);
  console.error(`  npm run fuzz -- --seed ${seed} --only ${index}`);
  if (bytes === null) return;
  mkdirSync(failuresFolder, { recursive: true });
  const kept = join(failuresFolder, `${seed}-${index}-${file}`);
  writeFileSync(kept, bytes);
  console.error(`  ${relative(root, kept)}`);
}

/**
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} byDefault
 */
function wholeNumber(name, text, byDefault) {
  if (text === undefined) return byDefault;
  if (/^\d{1,10}$/.test(text) && Number(text) <= MOST_INPUTS) return Number(text);
  console.error(`--${name} takes a whole number, not “${text}”`);
  process.exit(2);
}
