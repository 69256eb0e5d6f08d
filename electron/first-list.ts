import type { Worker } from 'node:worker_threads';
import type { ThreadPage } from '../core/contract.ts';
import type { MessageFromWorker } from './workspace/worker-messages.ts';

/** Rows enough for the tallest window; the page asks for the rest itself. */
const FIRST_ROWS = 40;
/** Whoever connects to the worker later counts its calls from 1. */
const FIRST_CALL = 0;

/** The top of the list of threads, for the first frame; null when the workspace can't be read. */
export function readFirstList(worker: Worker): Promise<ThreadPage | null> {
  return new Promise((settle) => {
    const give = (list: ThreadPage | null): void => {
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      settle(list);
    };
    const onExit = (): void => {
      give(null);
    };
    const onMessage = (message: MessageFromWorker): void => {
      if (message.kind !== 'answer' || message.id !== FIRST_CALL) return;
      const { result } = message;
      give(result.ok ? result.value : null);
    };
    worker.on('message', onMessage);
    worker.once('exit', onExit);
    worker.postMessage({
      kind: 'call',
      id: FIRST_CALL,
      channel: 'threads:list',
      argument: { search: '', offset: 0, limit: FIRST_ROWS },
    });
  });
}
