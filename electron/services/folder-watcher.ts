import { Worker } from 'node:worker_threads';
import type { WatchNews, WatchOrder } from './watch-messages.ts';

/** Tells of files in folders; started with the first folder. */
export interface FolderWatcher {
  watch(folder: string): void;
  unwatch(folder: string): void;
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 1_000;

export function createFolderWatcher(
  entry: URL,
  onNews: (news: WatchNews) => void,
  onFault: (error: unknown) => void,
): FolderWatcher {
  const folders = new Set<string>();
  let worker: Worker | null = null;
  let isClosing = false;
  let restartsLeft = 1;

  const order = (message: WatchOrder): void => {
    worker?.postMessage(message);
  };
  const start = (): void => {
    const started = new Worker(entry);
    worker = started;
    started.on('message', onNews);
    started.on('error', onFault);
    started.on('exit', () => {
      worker = null;
      if (isClosing || restartsLeft === 0) return;
      restartsLeft -= 1;
      start();
    });
    started.unref();
    for (const folder of folders) order({ kind: 'watch', folder });
  };

  return {
    watch: (folder) => {
      folders.add(folder);
      if (worker === null) start();
      else order({ kind: 'watch', folder });
    },
    unwatch: (folder) => {
      folders.delete(folder);
      order({ kind: 'unwatch', folder });
    },
    close: async () => {
      const last = worker;
      if (last === null) return;
      isClosing = true;
      const exited = new Promise<void>((resolve) => {
        last.once('exit', () => {
          resolve();
        });
      });
      last.ref();
      order({ kind: 'close' });
      const timer = setTimeout(() => void last.terminate(), CLOSE_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
