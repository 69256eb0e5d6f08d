import type Database from 'better-sqlite3';
import type { ImportFileReport, ImportProgress, ImportReport } from '../../core/contract.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { importFile, report } from './import-file.ts';
import { listFiles } from './list-files.ts';
import type { ImportJob } from './workspace-requests.ts';

export interface ImportJobOptions {
  readonly signal: CancelSignal;
  readonly nowMs: () => number;
  readonly onStarted: (fileCount: number) => void;
  readonly onProgress: (progress: ImportProgress) => void;
  /** After each file that brought something. */
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
  const { files, missing } = await listFiles(job.paths);
  options.onStarted(files.length);
  const reports: ImportFileReport[] = missing.map(({ path, reason }) =>
    report({ path, sizeBytes: 0 }, null, { errors: [{ code: 'unreadable', line: null, message: reason }] }),
  );
  let cancelled = false;
  for (const [fileIndex, file] of files.entries()) {
    try {
      options.signal.throwIfAborted();
      const done = await importFile(db, file, {
        signal: options.signal,
        openAnyway: job.openAnyway,
        isSample: job.isSample ?? false,
        nowMs: options.nowMs,
        onProgress: throttled(options.nowMs, (bytesDone, runs) => {
          options.onProgress({
            jobId: job.jobId,
            file: file.path,
            fileIndex,
            fileCount: files.length,
            bytesDone,
            bytesTotal: file.sizeBytes,
            runs,
          });
        }),
      });
      reports.push(done);
      if (done.outcome === 'new' || done.outcome === 'grown') options.onChanged(done.threads);
    } catch (error) {
      if (!(error instanceof InspectorError && error.code === 'cancelled')) throw error;
      cancelled = true;
      break;
    }
  }
  return { files: reports, cancelled, durationMs: options.nowMs() - startedAtMs };
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
