import { parentPort, workerData } from 'node:worker_threads';
import { serveImports } from '../workspace/serve-imports.ts';
import { parseWorkspaceStart } from '../workspace/workspace-start.ts';

if (parentPort === null) throw new Error('import-worker is started as a worker thread');
serveImports(parentPort, parseWorkspaceStart(workerData));
