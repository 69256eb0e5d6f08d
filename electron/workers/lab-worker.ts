import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { serveLab } from '../workspace/lab-serve.ts';
import { parseWorkspaceStart } from '../workspace/workspace-start.ts';

/** The thread that asks; on other systems than Linux it would be the whole process. */
const THIS_THREAD = 0;
const LOWER_BY = 10;
const LOWEST = 19;

if (parentPort === null) throw new Error('lab-worker is started as a worker thread');
giveWay();
serveLab(parentPort, parseWorkspaceStart(workerData));

/** Whatever draws the window goes first, also on a machine with few cores. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(THIS_THREAD, Math.min(LOWEST, getPriority(THIS_THREAD) + LOWER_BY));
  } catch {
    // Not every sandbox allows it; the worker then runs as everything else does.
  }
}
