import type Database from 'better-sqlite3';
import type { ImportFileReport, ImportProgress, ImportReport } from '../../core/contract.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { importFile, report } from './import-file.ts';
import { listFiles } from './list-files.ts';
import { withTightHeap } from './tight-heap.ts';
import type { ImportJob } from './workspace-requests.ts';

export interface ImportJobOptions {
  readonly signal: CancelSignal;
  readonly nowMs: () => number;
  readonly onStarted: (fileCount: number) => void;
  readonly onProgress: (progress: ImportProgress) => void;
  /** After files that brought something; not after each of a thousand small ones. */
  readonly onChanged: (threads: readonly number[]) => void;
}

const PROGRESS_EVERY_MS = 100;

/** Imports files one after another. A cancel keeps those that are done. */
export async function runImportJob(
  db: Database.Database,
  job: ImportJob,
  options: ImportJobOptions,
): Promise<ImportReport> {
  const startedAtMs = options.nowMs();
  const listed = await listFiles(job.paths);
  const watched = job.watched ?? false;
  // A watched file is one of a folder's: what isn't meant is skipped, and one that went away is no news.
  const files = watched ? listed.files.map((file) => ({ ...file, isNamed: false })) : listed.files;
  const missing = watched ? [] : listed.missing;
  const jobBytesTotal = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  let jobBytesBefore = 0;
  let runsBefore = 0;
  const changes = batchedChanges(options);
  options.onStarted(files.length);
  const reports: ImportFileReport[] = missing.map(({ path, reason }) =>
    report({ path, sizeBytes: 0 }, null, { errors: [{ code: 'unreadable', line: null, message: reason }] }),
  );
  let cancelled = false;
  for (const [fileIndex, file] of files.entries()) {
    try {
      options.signal.throwIfAborted();
      const onProgress = throttled(options.nowMs, (bytesDone, runs) => {
        options.onProgress({
          jobId: job.jobId,
          file: file.path,
          fileIndex,
          fileCount: files.length,
          bytesDone,
          bytesTotal: file.sizeBytes,
          jobBytesDone: jobBytesBefore + Math.min(bytesDone, file.sizeBytes),
          jobBytesTotal,
          runs: runsBefore + runs,
        });
      });
      const done = await withTightHeap(file.sizeBytes, () =>
        importFile(db, file, {
          signal: options.signal,
          openAnyway: job.openAnyway,
          isSample: job.isSample ?? false,
          format: job.format ?? null,
          ...(job.mapping === undefined ? {} : { mapping: job.mapping }),
          watched,
          nowMs: options.nowMs,
          onProgress,
        }),
      );
      reports.push(done);
      jobBytesBefore += file.sizeBytes;
      runsBefore += done.newRuns;
      if (done.outcome === 'new' || done.outcome === 'grown') changes.add(done.threads);
    } catch (error) {
      if (!(error instanceof InspectorError && error.code === 'cancelled')) {
        changes.flush();
        throw error;
      }
      cancelled = true;
      break;
    }
  }
  changes.flush();
  return { files: reports, cancelled, durationMs: options.nowMs() - startedAtMs };
}

/** Every change has the window read its lists again. */
const CHANGES_EVERY_MS = 400;

function batchedChanges({ nowMs, onChanged }: Pick<ImportJobOptions, 'nowMs' | 'onChanged'>): {
  readonly add: (threads: readonly number[]) => void;
  readonly flush: () => void;
} {
  const waiting = new Set<number>();
  let toldAtMs = -Infinity;
  const flush = (): void => {
    if (waiting.size === 0) return;
    toldAtMs = nowMs();
    onChanged([...waiting]);
    waiting.clear();
  };
  return {
    add: (threads) => {
      for (const thread of threads) waiting.add(thread);
      if (nowMs() - toldAtMs >= CHANGES_EVERY_MS) flush();
    },
    flush,
  };
}

function throttled(
  nowMs: () => number,
  send: (bytesDone: number, runs: number) => void,
): (bytesDone: number, runs: number) => void {
  let sentAtMs = -Infinity;
  return (bytesDone, runs) => {
    const now = nowMs();
    if (now - sentAtMs < PROGRESS_EVERY_MS) return;
    sentAtMs = now;
    send(bytesDone, runs);
  };
}
