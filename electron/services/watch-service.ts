import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { ImportFileReport, WatchedFolder } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { SendEvent } from '../ipc/channels.ts';
import type { WorkspaceClient } from '../workspace/worker-client.ts';
import type { FolderWatcher } from './folder-watcher.ts';
import type { WatchNews } from './watch-messages.ts';

export interface WatchService {
  list(): Promise<readonly WatchedFolder[]>;
  /**
   * Watches a folder from now on, over restarts.
   *
   * @throws InspectorError 'invalid-option' for one that is watched already.
   */
  add(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Counts anew what came in today, after something was taken back. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** One import reads this many files; an import that a person started gets its turn in between. */
const FILES_PER_IMPORT = 50;
/** What can't be read now may be half written: it is complained about when it has stayed so this long. */
const SETTLED_MS = 2_000;
/** A file is read again at most this share of the time: a large one that keeps growing must not hold everything up. */
const READING_SHARE = 1 / 4;
const MOST_PROBLEMS = 50;

interface Folder {
  state: WatchedFolder['state'];
  newRunsToday: number;
  /** By path. */
  readonly problems: Map<string, string>;
}

/**
 * Imports what comes into watched folders, by itself and one import after another. What goes wrong is told
 * once for each state of a file.
 */
export function createWatchService(options: {
  readonly workspace: Pick<WorkspaceClient, 'importFiles' | 'watchedRuns' | 'ready'>;
  readonly folders: {
    readonly read: () => Promise<readonly string[]>;
    readonly write: (folders: readonly string[]) => Promise<void>;
  };
  readonly openWatcher: (onNews: (news: WatchNews) => void) => FolderWatcher;
  readonly send: SendEvent;
  readonly nowMs: () => number;
}): WatchService {
  const { workspace, send, nowMs } = options;
  const folders = new Map<string, Folder>();
  const ready = new Map<string, string>();
  const notBeforeMs = new Map<string, number>();
  const toldStates = new Map<string, string>();
  const timers = new Set<NodeJS.Timeout>();
  let isImporting = false;
  const ending = { isClosed: false };
  let lastJob = 0;
  let cancel = (): void => undefined;

  const later = (waitMs: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, waitMs);
    timers.add(timer);
  };

  const view = (): readonly WatchedFolder[] =>
    [...folders].map(([path, { state, newRunsToday, problems }]) => ({
      path,
      state,
      newRunsToday,
      problems: [...problems].slice(0, MOST_PROBLEMS).map(([file, message]) => ({ path: file, message })),
    }));
  const tellChanged = (): void => {
    send('watch:changed', { folders: view() });
  };

  const count = async (): Promise<void> => {
    const midnight = new Date(nowMs());
    midnight.setHours(0, 0, 0, 0);
    for (const [path, folder] of folders) {
      const runs = await workspace.watchedRuns(path, midnight.getTime());
      if (runs.ok) folder.newRunsToday = runs.value;
    }
  };

  const onNews = (news: WatchNews): void => {
    const folder = folders.get(news.folder);
    if (folder === undefined || ending.isClosed) return;
    if (news.kind === 'state') {
      folder.state = news.state;
      tellChanged();
      return;
    }
    ready.set(news.path, news.folder);
    void importReady();
  };

  const importReady = async (): Promise<void> => {
    if (isImporting || ending.isClosed) return;
    const paths = nextPaths();
    if (paths.length === 0) return;
    isImporting = true;
    const startedAtMs = nowMs();
    lastJob += 1;
    const job = {
      jobId: `watch-${lastJob}`,
      paths: paths.map(([path]) => path),
      openAnyway: false,
      watched: true,
    };
    const running = workspace.importFiles(job);
    cancel = () => {
      running.cancel();
    };
    const result = await running.report;
    const tookMs = (nowMs() - startedAtMs) / paths.length;
    for (const [path] of paths) notBeforeMs.set(path, nowMs() + tookMs / READING_SHARE);
    const reports = new Map(result.ok ? result.value.files.map((file) => [file.path, file]) : []);
    let isNews = false;
    for (const [path, folder] of paths) {
      const report = reports.get(path);
      isNews ||= report !== undefined && (report.outcome === 'new' || report.outcome === 'grown');
      if (await judge(path, folder, report ?? null)) isNews = true;
    }
    if (isNews) {
      await count();
      tellChanged();
    }
    isImporting = false;
    void importReady();
  };

  /** Takes the files that may be read now; looks again when the next one may. */
  const nextPaths = (): readonly (readonly [string, string])[] => {
    const taken: (readonly [string, string])[] = [];
    let nextMs = Infinity;
    for (const [path, folder] of ready) {
      const fromMs = notBeforeMs.get(path) ?? 0;
      if (fromMs > nowMs()) nextMs = Math.min(nextMs, fromMs);
      else if (taken.length < FILES_PER_IMPORT) taken.push([path, folder]);
    }
    for (const [path] of taken) {
      ready.delete(path);
      notBeforeMs.delete(path);
    }
    if (taken.length === 0 && nextMs < Infinity) later(nextMs - nowMs() + 1, () => void importReady());
    return taken;
  };

  /** @returns Whether what is known of the folder's problems changed. */
  const judge = async (path: string, folder: string, report: ImportFileReport | null): Promise<boolean> => {
    const problems = folders.get(folder)?.problems;
    if (problems === undefined) return false;
    if (report?.outcome !== 'failed') {
      toldStates.delete(path);
      return problems.delete(path);
    }
    const state = await stat(path).catch(() => null);
    if (state === null) return problems.delete(path);
    const key = `${state.size}/${state.mtimeMs}`;
    if (toldStates.get(path) === key) return false;
    if (nowMs() - state.mtimeMs < SETTLED_MS || state.size !== report.bytes) {
      later(SETTLED_MS, () => {
        onNews({ kind: 'file', folder, path });
      });
      return false;
    }
    const [error] = report.errors;
    const message = placed(error?.line ?? null, error?.message ?? 'It can’t be read.');
    toldStates.set(path, key);
    problems.set(path, message);
    send('watch:problem', { path, message });
    return true;
  };

  const watcher = options.openWatcher(onNews);
  const watchFolder = (path: string): void => {
    folders.set(path, { state: 'starting', newRunsToday: 0, problems: new Map() });
    watcher.watch(path);
  };
  const countAtMidnight = (): void => {
    const next = new Date(nowMs());
    next.setHours(24, 0, 1, 0);
    later(next.getTime() - nowMs(), () => {
      void count().then(tellChanged);
      countAtMidnight();
    });
  };

  const started = (async (): Promise<void> => {
    const [paths, opened] = await Promise.all([options.folders.read(), workspace.ready]);
    if (!opened.ok || ending.isClosed) return;
    for (const path of paths) watchFolder(path);
    await count();
    countAtMidnight();
    tellChanged();
  })();

  return {
    list: async () => {
      await started;
      return view();
    },
    add: async (path) => {
      await started;
      const around = [...folders.keys()].find((known) => path === known || path.startsWith(withEnd(known)));
      if (around !== undefined) {
        throw new InspectorError(
          'invalid-option',
          `${path} is watched already${path === around ? '' : `, with ${around}`}.`,
        );
      }
      await options.folders.write([...folders.keys(), path]);
      watchFolder(path);
      tellChanged();
    },
    remove: async (path) => {
      await started;
      if (!folders.delete(path)) return;
      watcher.unwatch(path);
      for (const [file, folder] of ready) if (folder === path) ready.delete(file);
      await options.folders.write([...folders.keys()]);
      tellChanged();
    },
    refresh: async () => {
      await started;
      await count();
      tellChanged();
    },
    close: async () => {
      ending.isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      cancel();
      await watcher.close();
    },
  };
}

/** Most sentences about a line name it themselves. */
function placed(line: number | null, message: string): string {
  return line === null || message.startsWith(`Line ${line}`) ? message : `Line ${line}: ${message}`;
}

function withEnd(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}
