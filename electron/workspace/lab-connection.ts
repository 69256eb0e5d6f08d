import { Worker } from 'node:worker_threads';
import type { RequestError, Result } from '../../core/contract.ts';
import type { LabCalls, LabWorkerEvent, MessageFromLab } from './lab-messages.ts';
import type { WorkspaceStart } from './worker-messages.ts';

/** The way to a lab worker. It starts with the first call, and again after it has died. */
export interface LabConnection {
  /** Never rejects: a worker that ends answers everything that waits on it with an error. */
  call<Channel extends keyof LabCalls>(
    channel: Channel,
    argument: Parameters<LabCalls[Channel]>[0],
  ): Promise<Result<ReturnType<LabCalls[Channel]>>>;
  close(): Promise<void>;
}

export function connectLab(options: {
  readonly entry: URL;
  readonly start: WorkspaceStart;
  readonly onEvent: (event: LabWorkerEvent) => void;
}): LabConnection {
  const waiting = new Map<number, (result: Result<never>) => void>();
  let nextId = 1;
  let worker: Worker | null = null;

  function startWorker(): Worker {
    const started = new Worker(options.entry, { workerData: options.start });
    let reason: string | null = null;
    started.on('message', (message: MessageFromLab) => {
      if (message.kind === 'lab') {
        options.onEvent(message.event);
        return;
      }
      const settle = waiting.get(message.id);
      waiting.delete(message.id);
      if (waiting.size === 0) started.unref();
      settle?.(message.result);
    });
    started.on('error', (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    started.on('exit', (code) => {
      worker = null;
      failAll(`The lab stopped working (${reason ?? `it ended with code ${code}`}). Please try again.`);
    });
    // A worker that waits for work must not keep the process alive; a call in flight does.
    started.unref();
    return started;
  }

  function failAll(message: string): void {
    const error: RequestError = { code: 'internal', message };
    const left = [...waiting.values()];
    waiting.clear();
    for (const settle of left) settle({ ok: false, error });
  }

  return {
    call: (channel, argument) =>
      new Promise((resolve) => {
        worker ??= startWorker();
        const id = nextId;
        nextId += 1;
        waiting.set(id, resolve);
        worker.ref();
        worker.postMessage({ kind: 'call', id, channel, argument });
      }),
    close: async () => {
      // It writes nothing, so nothing is lost by ending it at once.
      await worker?.terminate();
    },
  };
}
