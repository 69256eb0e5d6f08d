import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { fromRoot } from '../runtime/paths.mjs';
import { workerFile } from './worker-target.mjs';

/** @typedef {import('../../test/support/fuzz/fuzz-worker.ts').FuzzFinding} FuzzFinding */

/**
 * @typedef {object} FuzzJob
 * @property {number} seed
 * @property {number} from The first input.
 * @property {number} to The first that isn't tried any more.
 * @property {number} threads
 * @property {number} endAtMs
 * @property {string} [worker] The program that tries inputs; the fuzzer's own by default.
 */

/** No input takes a tenth of it, even where other programs are at work. */
const HANG_MS = 20_000;
const LOOK_MS = 1000;
/** Far less than a file of this size may take. */
const HEAP_MB = 1024;
/** As little as a main thread has, so that no depth gets by that stops there. */
const STACK_MB = 1;
/** Where a thread is that has tried everything. */
const AT_THE_END = -2;
/** More tell nothing new. */
const MOST_ENDED_THREADS = 20;

/**
 * Tries inputs in several threads. What hangs or ends a thread is a finding like any other; the thread is
 * started anew. What the threads write is removed at the end, however that comes.
 *
 * @param {FuzzJob} job
 * @param {(finding: FuzzFinding) => void} tell
 */
export async function runWorkers(job, tell) {
  const scratch = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'));
  const stop = () => process.exit(130);
  const clean = () => rmSync(scratch, { recursive: true, force: true });
  process.on('exit', clean).on('SIGINT', stop).on('SIGTERM', stop);
  const range = sharedNumbers(job.from, job.to);
  const run = { job, range, scratch, tell, ended: 0 };
  await Promise.all(Array.from({ length: job.threads }, () => work(run)));
  process.off('exit', clean).off('SIGINT', stop).off('SIGTERM', stop);
  clean();
}

/** @param {{ job: FuzzJob, range: Int32Array, scratch: string, tell: (finding: FuzzFinding) => void, ended: number }} run */
async function work(run) {
  const { job, range, scratch, tell } = run;
  for (;;) {
    const at = sharedNumbers(-1);
    const order = { seed: job.seed, scratch, onlyMake: false, range, at };
    const failure = await runWorker(job, order, tell);
    if (failure === null) return;
    const index = Atomics.load(at, 0);
    // It never came to an input: it wouldn't the next time either.
    if (index < 0) throw new Error(failure);
    tell({ ...(await madeInput(job, scratch, index)), failures: [failure] });
    run.ended += 1;
    if (run.ended >= MOST_ENDED_THREADS) throw new Error(`${run.ended} threads were ended by their inputs`);
  }
}

/**
 * An input that can't be told by the thread that it ended.
 *
 * @param {FuzzJob} job
 * @param {string} scratch
 * @param {number} index
 * @returns {Promise<FuzzFinding>}
 */
async function madeInput(job, scratch, index) {
  /** @type {FuzzFinding} */
  let made = { index, file: '', steps: [], format: null, outcome: 'unknown', failures: [], bytes: null };
  const order = {
    seed: job.seed,
    scratch,
    onlyMake: true,
    range: sharedNumbers(index, index + 1),
    at: sharedNumbers(-1),
  };
  await runWorker({ ...job, endAtMs: Infinity }, order, (finding) => (made = finding));
  return made;
}

/**
 * @param {FuzzJob} job
 * @param {{ seed: number, scratch: string, onlyMake: boolean, range: Int32Array, at: Int32Array }} order
 * @param {(finding: FuzzFinding) => void} tell
 * @returns {Promise<string | null>} What was wrong with it.
 */
function runWorker({ endAtMs, worker: program = workerFile }, order, tell) {
  return new Promise((done) => {
    const worker = new Worker(program, {
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
      // A thread also ends when it waits for something that never comes.
      if (Atomics.load(order.at, 0) !== AT_THE_END) failure ??= 'it ended the thread without a word';
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
