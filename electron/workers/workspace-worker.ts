import { parentPort, workerData } from 'node:worker_threads';
import { serveWorkspace } from '../workspace/serve-workspace.ts';
import { parseWorkspaceStart } from '../workspace/workspace-start.ts';

if (parentPort === null) throw new Error('workspace-worker is started as a worker thread');
serveWorkspace(parentPort, parseWorkspaceStart(workerData));
