import { parentPort, workerData } from 'node:worker_threads';
import { serveLab } from '../workspace/lab-serve.ts';
import { parseWorkspaceStart } from '../workspace/workspace-start.ts';

if (parentPort === null) throw new Error('lab-worker is started as a worker thread');
serveLab(parentPort, parseWorkspaceStart(workerData));
