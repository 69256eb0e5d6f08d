import { parentPort, workerData } from 'node:worker_threads';
import { serveAnalysis } from '../workspace/serve-analysis.ts';
import { parseWorkspaceStart } from '../workspace/workspace-start.ts';

if (parentPort === null) throw new Error('analysis-worker is started as a worker thread');
serveAnalysis(parentPort, parseWorkspaceStart(workerData));
