import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { pathToFileURL } from 'node:url';

// Parses and imports each file once; prints `[{ parseMs, importMs, openMs, growthBytes }]`.

const SAMPLE_EVERY_MS = 5;
const [built = '', workspacePath = '', ...files] = process.argv.slice(2);
/** @type {typeof import('../../electron/workspace/open-workspace-client.ts')} */
const { openWorkspaceClient } = await import(pathToFileURL(join(built, 'client.js')).href);
const client = openWorkspaceClient({
  workspacePath,
  workerFolder: pathToFileURL(`${built}/`),
  samplesFolder: null,
  defaultContextWindow: null,
  onChanged: () => undefined,
});
// First all that is compared with: after an import the worker goes on, and would slow it down.
const parseTimes = [];
for (const file of files) parseTimes.push(await timeOf(() => parseFile(file)));
const rounds = [];
for (const [round, file] of files.entries()) {
  const growth = watchGrowth();
  let thread = 0;
  const importMs = await timeOf(async () => {
    thread = await importFile(file);
  });
  const growthBytes = growth();
  const openMs = await timeOf(() => client.request('threads:open', { thread }));
  rounds.push({ parseMs: parseTimes[round] ?? Number.NaN, importMs, openMs, growthBytes });
}
await client.close();
console.log(JSON.stringify(rounds));

/** @param {string} file */
function parseFile(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  if (records.length === 0) throw new Error('nothing to parse');
}

/** @param {string} path */
async function importFile(path) {
  const result = await client.importFiles({ jobId: path, paths: [path], openAnyway: false }).report;
  const report = result.ok ? result.value.files[0] : undefined;
  const thread = report?.threads[0];
  if (report?.outcome !== 'new' || thread === undefined) throw new Error(JSON.stringify(result));
  return thread;
}

/** @param {() => unknown} work */
async function timeOf(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** @returns {() => number} Ends it; by how many bytes the process grew at most. */
function watchGrowth() {
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    sample();
    return most - before;
  };
}
