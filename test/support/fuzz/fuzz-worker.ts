import { parentPort, workerData } from 'node:worker_threads';
import { checkInput } from './check-input.ts';
import { openFuzzWorkspace, type FuzzWorkspace } from './check-workspace.ts';
import { loadCorpus, type CorpusFile } from './corpus.ts';
import { mutatedInput } from './mutate.ts';
import { randomFor } from './random.ts';

/** What is said of every input. */
export interface FuzzFinding {
  readonly index: number;
  /** The file it was made from. */
  readonly file: string;
  readonly steps: readonly string[];
  /** What it was read as; null: nobody's format. */
  readonly format: string | null;
  readonly outcome: 'read' | 'refused' | 'unknown';
  readonly failures: readonly string[];
  /** The input itself where something failed; else null. */
  readonly bytes: Uint8Array | null;
}

interface FuzzOrder {
  /** The folder of the files to be changed. */
  readonly fixtures: string;
  readonly seed: number;
  /** Shared by all workers: the input that comes next, and the one that doesn't come any more. */
  readonly range: Int32Array;
  /** The input this worker is at. */
  readonly at: Int32Array;
}

/** A workspace takes its time: ten times as long as reading alone. */
const IMPORTED_SHARE = 0.06;

const order = orderOf(workerData);
const corpus = loadCorpus(order.fixtures);
const workspace = openFuzzWorkspace();
try {
  for (let index = nextInput(order); index !== null; index = nextInput(order)) {
    parentPort?.postMessage(await tryInput(corpus, workspace, order.seed, index));
  }
} finally {
  workspace.close();
}

function nextInput({ range, at }: FuzzOrder): number | null {
  const index = Atomics.add(range, 0, 1);
  if (index >= Atomics.load(range, 1)) return null;
  Atomics.store(at, 0, index);
  return index;
}

async function tryInput(
  files: readonly CorpusFile[],
  into: FuzzWorkspace,
  seed: number,
  index: number,
): Promise<FuzzFinding> {
  const random = randomFor(seed, index);
  const input = mutatedInput(files, index, random);
  const checked = await checkInput(input, random);
  const isImported = checked.outcome !== 'unknown' && random.chance(IMPORTED_SHARE);
  const failures = [...checked.failures, ...(isImported ? await into.check(input, checked) : [])];
  const { format, outcome } = checked;
  const bytes = failures.length > 0 ? input.bytes : null;
  return { index, file: input.name, steps: input.steps, format, outcome, failures, bytes };
}

/** @throws TypeError for anything but an order. */
function orderOf(given: unknown): FuzzOrder {
  if (typeof given === 'object' && given !== null) {
    const { fixtures, seed, range, at } = { fixtures: null, seed: null, range: null, at: null, ...given };
    if (typeof fixtures === 'string' && typeof seed === 'number') {
      if (isNumbers(range) && isNumbers(at)) return { fixtures, seed, range, at };
    }
  }
  throw new TypeError('a worker was started without an order');
}

function isNumbers(given: unknown): given is Int32Array {
  return given instanceof Int32Array;
}
