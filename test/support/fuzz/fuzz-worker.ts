import { parentPort, workerData } from 'node:worker_threads';
import { isRecord } from '../../../core/importers/raw-record.ts';
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
  /** A folder for what the worker writes. */
  readonly scratch: string;
  /** True: inputs are made and told, and not tried, because they end whoever tries them. */
  readonly onlyMake: boolean;
  readonly seed: number;
  /** Shared by all workers: the input that comes next, and the one that doesn't come any more. */
  readonly range: Int32Array;
  /** The input this worker is at; before the first it is -1, and behind the last -2. */
  readonly at: Int32Array;
}

/** A workspace takes its time: ten times as long as reading alone. */
const IMPORTED_SHARE = 0.06;

const AT_THE_END = -2;

const order = orderOf(workerData);
const corpus = loadCorpus(order.fixtures);
const workspace = openFuzzWorkspace(order.scratch);
try {
  for (let index = nextInput(order); index !== null; index = nextInput(order)) {
    parentPort?.postMessage(await tryInput(corpus, workspace, order, index));
  }
  Atomics.store(order.at, 0, AT_THE_END);
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
  { seed, onlyMake }: FuzzOrder,
  index: number,
): Promise<FuzzFinding> {
  const random = randomFor(seed, index);
  const input = mutatedInput(files, index, random);
  const made = { index, file: input.name, steps: input.steps };
  if (onlyMake) return { ...made, format: null, outcome: 'unknown', failures: [], bytes: input.bytes };
  const checked = await checkInput(input, random);
  const isImported = checked.outcome !== 'unknown' && random.chance(IMPORTED_SHARE);
  const failures = [...checked.failures, ...(isImported ? await into.check(input, checked) : [])];
  const { format, outcome } = checked;
  return { ...made, format, outcome, failures, bytes: failures.length > 0 ? input.bytes : null };
}

/** @throws TypeError for anything but an order. */
function orderOf(given: unknown): FuzzOrder {
  if (isRecord(given)) {
    const { fixtures, scratch, seed, onlyMake, range, at } = given;
    const isPlace = typeof fixtures === 'string' && typeof scratch === 'string';
    if (
      isPlace &&
      typeof seed === 'number' &&
      typeof onlyMake === 'boolean' &&
      isNumbers(range) &&
      isNumbers(at)
    )
      return { fixtures, scratch, seed, onlyMake, range, at };
  }
  throw new TypeError('a worker was started without an order');
}

function isNumbers(given: unknown): given is Int32Array {
  return given instanceof Int32Array;
}
