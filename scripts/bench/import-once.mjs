import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeThreadFile } from './generate-thread.mjs';

// One measurement in a process of its own; prints `{ ms, growthBytes, openMs }`.

const SAMPLE_EVERY_MS = 5;
const [what, file = '', built = '', workspacePath = ''] = process.argv.slice(2);
console.log(JSON.stringify(await (what === 'parse' ? parseOnce() : importOnce())));

async function parseOnce() {
  const growth = watchGrowth();
  const startedAt = performance.now();
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const ms = performance.now() - startedAt;
  if (records.length === 0) throw new Error('nothing to parse');
  return { ms, growthBytes: growth(), openMs: 0 };
}

async function importOnce() {
  /** @type {typeof import('../../electron/workspace/open-workspace-client.ts')} */
  const { openWorkspaceClient } = await import(pathToFileURL(join(built, 'client.js')).href);
  const client = openWorkspaceClient({
    workspacePath,
    workerFolder: pathToFileURL(`${built}/`),
    samplesFolder: null,
    defaultContextWindow: null,
    onChanged: () => undefined,
  });
  // The worker is running: an app imports its samples at its first start.
  const small = `${workspacePath}.small.jsonl`;
  await writeThreadFile(small, { runs: 3, threadId: 'thread-small' });
  await importFile(client, small);
  const growth = watchGrowth();
  const startedAt = performance.now();
  const thread = await importFile(client, file);
  const ms = performance.now() - startedAt;
  const growthBytes = growth();
  const openedAt = performance.now();
  const opened = await client.request('threads:open', { thread });
  const openMs = performance.now() - openedAt;
  if (!opened.ok) throw new Error(opened.error.message);
  await client.close();
  return { ms, growthBytes, openMs };
}

/**
 * @param {import('../../electron/workspace/worker-client.ts').WorkspaceClient} client
 * @param {string} path
 */
async function importFile(client, path) {
  const result = await client.importFiles({ jobId: path, paths: [path], openAnyway: false }).report;
  const report = result.ok ? result.value.files[0] : undefined;
  const thread = report?.threads[0];
  if (report?.outcome !== 'new' || thread === undefined) throw new Error(JSON.stringify(result));
  return thread;
}

/** @returns {() => number} Ends it; by how much the process grew at most. */
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
