import { clearInterval, setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { fromRoot } from '../runtime/paths.mjs';
import { workerFile } from './worker-target.mjs';

/** @typedef {import('../../test/support/fuzz/fuzz-worker.ts').FuzzFinding} FuzzFinding */

/** No input takes a tenth of it, even where other programs are at work. */
const HANG_MS = 20_000;
const LOOK_MS = 1000;
/** Far less than a file of this size may take. */
const HEAP_MB = 1024;
/** As little as a main thread has, so that no depth gets by that stops there. */
const STACK_MB = 1;

/**
 * Tries inputs in several threads. What hangs or ends a thread is a finding like any other; the thread is
 * started anew.
 *
 * @param {{ seed: number, from: number, to: number, threads: number, endAtMs: number }} job
 * @param {(finding: FuzzFinding) => void} tell
 */
export async function runWorkers(job, tell) {
  const range = sharedNumbers(job.from, job.to);
  await Promise.all(Array.from({ length: job.threads }, () => work(job, range, tell)));
}

/**
 * @param {Parameters<typeof runWorkers>[0]} job
 * @param {Int32Array} range
 * @param {(finding: FuzzFinding) => void} tell
 */
async function work(job, range, tell) {
  for (;;) {
    const at = sharedNumbers(-1);
    const failure = await runWorker({ seed: job.seed, range, at }, job.endAtMs, tell);
    if (failure === null) return;
    const index = Atomics.load(at, 0);
    // It never came to an input: it wouldn't the next time either.
    if (index < 0) throw new Error(failure);
    tell({ index, file: '', steps: [], format: null, outcome: 'unknown', failures: [failure], bytes: null });
  }
}

/**
 * @param {{ seed: number, range: Int32Array, at: Int32Array }} order
 * @param {number} endAtMs
 * @param {(finding: FuzzFinding) => void} tell
 * @returns {Promise<string | null>} What was wrong with it.
 */
function runWorker(order, endAtMs, tell) {
  return new Promise((done) => {
    const worker = new Worker(workerFile, {
      workerData: { ...order, fixtures: fromRoot('test', 'fixtures', 'threads') },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: STACK_MB },
    });
    let failure = /** @type {string | null} */ (null);
    let last = -1;
    let looksAtLast = 0;
    const looking = setInterval(() => {
      if (Date.now() > endAtMs) Atomics.store(order.range, 1, 0);
      const index = Atomics.load(order.at, 0);
      looksAtLast = index === last && index >= 0 ? looksAtLast + 1 : 0;
      last = index;
      if (looksAtLast * LOOK_MS < HANG_MS) return;
      failure = `it was still at it after ${HANG_MS / 1000} seconds`;
      void worker.terminate();
    }, LOOK_MS);
    worker.on('message', tell);
    worker.on('error', (error) => {
      failure ??= `it ended the thread: ${error.stack ?? error.message}`;
    });
    worker.on('exit', () => {
      clearInterval(looking);
      done(failure);
    });
  });
}

/** @param {number[]} numbers */
function sharedNumbers(...numbers) {
  const shared = new Int32Array(new SharedArrayBuffer(numbers.length * Int32Array.BYTES_PER_ELEMENT));
  shared.set(numbers);
  return shared;
}
