import { Worker } from 'node:worker_threads';
import type { WorkspaceStart } from './worker-messages.ts';

/**
 * The workspace's worker, started while the window opens and long before anyone can ask it. Without a
 * default context window, which isn't read yet: that is told when it is.
 */
export function startWorkspaceWorker(workspacePath: string, workerFolder: URL): Worker {
  const start: WorkspaceStart = { workspacePath, defaultContextWindow: null };
  const worker = new Worker(new URL('workspace-worker.js', workerFolder), { workerData: start });
  // Whoever connects to a worker that has ended starts another, and tells what is wrong with that one.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}
