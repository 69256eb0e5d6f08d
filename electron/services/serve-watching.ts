import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { watch, type FSWatcher } from 'chokidar';
import type { WatchNews, WatchOrder } from './watch-messages.ts';

/** A file that is being written to is told of when it has been quiet this long… */
const QUIET_MS = 400;
/** …or, when it never is, this often. */
const LONGEST_WAIT_MS = 2_000;
/** A folder that went away tells nobody; one on a drive that comes back doesn't either. */
const LOOK_EVERY_MS = 2_000;
const POLL_EVERY_MS = 2_000;

interface WatchedRoot {
  watcher: FSWatcher | null;
  state: 'live' | 'missing' | null;
}

/** Watches folders to their depths, without what is hidden, in a thread of its own: a first look may find thousands of files. */
export function serveWatching(port: MessagePort): void {
  const roots = new Map<string, WatchedRoot>();
  const waiting = new Map<string, { readonly sinceMs: number; timer: NodeJS.Timeout }>();
  const send = (news: WatchNews): void => {
    port.postMessage(news);
  };

  const fileChanged = (folder: string, path: string): void => {
    const nowMs = Date.now();
    const before = waiting.get(path);
    if (before !== undefined) clearTimeout(before.timer);
    const sinceMs = before?.sinceMs ?? nowMs;
    const waitMs = Math.max(0, Math.min(QUIET_MS, sinceMs + LONGEST_WAIT_MS - nowMs));
    const timer = setTimeout(() => {
      waiting.delete(path);
      if (roots.has(folder)) send({ kind: 'file', folder, path });
    }, waitMs);
    waiting.set(path, { sinceMs, timer });
  };

  const tell = (folder: string, root: WatchedRoot, state: 'live' | 'missing'): void => {
    if (root.state === state) return;
    root.state = state;
    send({ kind: 'state', folder, state });
  };

  const open = (folder: string, root: WatchedRoot, usePolling: boolean): void => {
    const watcher = watch(folder, {
      usePolling,
      interval: POLL_EVERY_MS,
      binaryInterval: POLL_EVERY_MS,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored: (path) => path !== folder && basename(path).startsWith('.'),
    });
    root.watcher = watcher;
    watcher.on('add', (path) => {
      fileChanged(folder, path);
    });
    watcher.on('change', (path) => {
      fileChanged(folder, path);
    });
    watcher.on('ready', () => {
      if (root.watcher === watcher) tell(folder, root, 'live');
    });
    watcher.on('error', () => {
      // The system's watchers are used up: looking from time to time needs none.
      if (usePolling || root.watcher !== watcher) return;
      void watcher.close();
      open(folder, root, true);
    });
  };

  const look = async (folder: string, root: WatchedRoot): Promise<void> => {
    const isThere = await stat(folder).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (roots.get(folder) !== root) return;
    if (isThere && root.watcher === null) open(folder, root, false);
    if (isThere) return;
    const { watcher } = root;
    root.watcher = null;
    await watcher?.close();
    tell(folder, root, 'missing');
  };

  const timer = setInterval(() => {
    for (const [folder, root] of roots) void look(folder, root);
  }, LOOK_EVERY_MS);

  const unwatch = async (folder: string): Promise<void> => {
    const root = roots.get(folder);
    roots.delete(folder);
    await root?.watcher?.close();
  };

  port.on('message', (order: WatchOrder) => {
    switch (order.kind) {
      case 'watch': {
        if (roots.has(order.folder)) return;
        const root: WatchedRoot = { watcher: null, state: null };
        roots.set(order.folder, root);
        void look(order.folder, root);
        return;
      }
      case 'unwatch':
        void unwatch(order.folder);
        return;
      case 'close':
        clearInterval(timer);
        for (const { timer: pending } of waiting.values()) clearTimeout(pending);
        void Promise.all([...roots.keys()].map(unwatch)).then(() => {
          port.close();
        });
        return;
    }
  });
}
