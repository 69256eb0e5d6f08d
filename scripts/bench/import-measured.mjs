import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/**
 * What one import took, in a process of its own.
 *
 * @typedef {object} Measured
 * @property {number} parseMs Reading and parsing the file, and no more; 0 when it was not asked for.
 * @property {number} importMs
 * @property {number} peakBytes Memory of the whole process at its fullest, parsing not counted.
 * @property {number | null} cancelMs From the cancel to the end; null for an import that was let run.
 * @property {string} outcome
 * @property {string} message The first thing that is wrong; empty when nothing is.
 * @property {number} runs
 */

const [what = '', built = '', workspacePath = '', file = '', warmUp = ''] = process.argv.slice(2);
const { openWorkspaceClient } =
  /** @type {typeof import('../../electron/workspace/open-workspace-client.ts')} */ (
    await import(pathToFileURL(join(built, 'client.js')).href)
  );

const parseMs = what === 'parse' ? median([parseOnce(), parseOnce(), parseOnce()]) : 0;
console.log(JSON.stringify(what === 'parse' ? nothing() : await importOnce(what === 'cancel')));

/** @returns {Measured} */
function nothing() {
  return {
    parseMs,
    importMs: 0,
    peakBytes: 0,
    cancelMs: null,
    outcome: '',
    message: '',
    runs: 0,
  };
}

function parseOnce() {
  const startedAt = performance.now();
  const text = readFileSync(file, 'utf8');
  const values = file.endsWith('.json')
    ? [JSON.parse(text)]
    : text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
  if (values.length === 0) throw new Error('nothing to parse');
  return performance.now() - startedAt;
}

/**
 * @param {boolean} isCancelled
 * @returns {Promise<Measured>}
 */
async function importOnce(isCancelled) {
  const client = openWorkspaceClient({
    workspacePath,
    workerFolder: pathToFileURL(`${built}/`),
    samplesFolder: null,
    defaultContextWindow: null,
    onChanged: () => undefined,
  });
  await client.ready;
  if (warmUp !== '')
    await client.importFiles({ jobId: 'warm-up', paths: [warmUp], openAnyway: false }).report;
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 5);
  const startedAt = performance.now();
  let hasBegun = () => {};
  const begun = new Promise((resolve) => {
    hasBegun = () => {
      resolve(undefined);
    };
  });
  const running = client.importFiles(
    { jobId: 'job', paths: [file], openAnyway: false },
    { onProgress: ({ bytesDone }) => bytesDone > 20_000_000 && hasBegun() },
  );
  let cancelledAt = null;
  if (isCancelled) {
    await begun;
    await setTimeout(300);
    cancelledAt = performance.now();
    running.cancel();
  }
  const result = await running.report;
  const endedAt = performance.now();
  clearInterval(timer);
  await client.close();
  if (!result.ok) throw new Error(result.error.message);
  const [report] = result.value.files;
  return {
    parseMs: 0,
    importMs: endedAt - startedAt,
    peakBytes,
    cancelMs: cancelledAt === null ? null : endedAt - cancelledAt,
    outcome: result.value.cancelled ? 'cancelled' : (report?.outcome ?? ''),
    message: report?.errors[0]?.message ?? '',
    runs: report?.newRuns ?? 0,
  };
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
