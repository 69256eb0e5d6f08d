import { Worker } from 'node:worker_threads';
import type { RequestError, Result } from '../../core/contract.ts';
import type { CallMap, MessageFromWorker } from './worker-messages.ts';

export interface ConnectionOptions {
  readonly entry: URL;
  /** Handed to each worker as it starts. */
  readonly start: unknown;
  /** A worker of `entry` that runs already; a new one is started without it, or when it has ended. */
  readonly started?: Worker;
  /** Room for short-lived objects, in MB; more of it costs memory and saves time where much is read. */
  readonly youngGenerationMb?: number;
  /** What to call it in an error, e.g. `The workspace`. */
  readonly name: string;
  /** Whatever is no answer to a call. */
  readonly onMessage: (message: Exclude<MessageFromWorker, { readonly kind: 'answer' }>) => void;
}

export interface Connection<Calls extends CallMap> {
  /** Never rejects: a worker that ends answers everything that waits on it with 'storage-failed'. */
  call<Channel extends keyof Calls & string>(
    channel: Channel,
    argument: Parameters<Calls[Channel]>[0],
  ): Promise<Result<ReturnType<Calls[Channel]>>>;
  post(message: unknown): void;
  /** Ends the worker after what it is doing; resolves when everything it had open is closed. */
  close(): Promise<void>;
}

/** A worker that died may have met a fault of the moment; one that dies again would do so for ever. */
const RESTARTS = 1;
const CLOSE_TIMEOUT_MS = 3000;

/** Talks to one worker by request ids, and starts another in its place when it dies. */
export function connectWorker<Calls extends CallMap>(options: ConnectionOptions): Connection<Calls> {
  const waiting = new Map<number, (result: Result<never>) => void>();
  let nextId = 1;
  let restartsLeft = RESTARTS;
  let closing = false;
  let worker: Worker | null = follow(isRunning(options.started) ? options.started : startWorker());

  function startWorker(): Worker {
    return new Worker(options.entry, {
      workerData: options.start,
      ...(options.youngGenerationMb === undefined
        ? {}
        : { resourceLimits: { maxYoungGenerationSizeMb: options.youngGenerationMb } }),
    });
  }

  function follow(started: Worker): Worker {
    let reason: string | null = null;
    started.on('message', (message: MessageFromWorker) => {
      if (message.kind !== 'answer') {
        options.onMessage(message);
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
      ended(reason ?? `it ended with code ${code}`);
    });
    // A worker that waits for work must not keep the process alive; a call in flight does.
    started.unref();
    return started;
  }

  function ended(reason: string): void {
    worker = null;
    const again = !closing && restartsLeft > 0;
    if (again) {
      restartsLeft -= 1;
      worker = follow(startWorker());
    }
    const remedy = again ? 'It was started again: please repeat what you did.' : 'Restart Tidemark to go on.';
    const error: RequestError = {
      code: 'storage-failed',
      message: `${options.name} stopped working (${reason}). ${remedy}`,
    };
    const left = [...waiting.values()];
    waiting.clear();
    for (const settle of left) settle({ ok: false, error });
  }

  const post = (message: unknown): void => {
    worker?.postMessage(message);
  };

  const call = (channel: string, argument: unknown): Promise<Result<never>> =>
    new Promise((resolve) => {
      if (worker === null || closing) {
        resolve({ ok: false, error: { code: 'storage-failed', message: `${options.name} is closed.` } });
        return;
      }
      const id = nextId;
      nextId += 1;
      waiting.set(id, resolve);
      worker.ref();
      post({ kind: 'call', id, channel, argument });
    });

  return {
    call,
    post,
    close: async () => {
      if (worker === null || closing) return;
      const last = worker;
      closing = true;
      const id = nextId;
      nextId += 1;
      // Its answer is enough: the end of a thread itself may take long, and nothing is open in it any more.
      const closed = new Promise<void>((resolve) => {
        waiting.set(id, () => {
          resolve();
        });
        last.once('exit', () => {
          resolve();
        });
      });
      last.ref();
      post({ kind: 'call', id, channel: 'worker:close', argument: null });
      const timer = setTimeout(() => void last.terminate(), CLOSE_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** A thread that has ended has lost its number. */
function isRunning(worker: Worker | undefined): worker is Worker {
  return worker !== undefined && worker.threadId >= 0;
}
