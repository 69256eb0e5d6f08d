import type { ReactElement } from 'react';
import { bytes, counted, grouped } from '../../components/format.ts';
import type { ImportJob } from '../../stores/jobs-store.ts';

export function ImportProgressView({ job }: { readonly job: ImportJob }): ReactElement {
  const { progress } = job;
  const rate = rateOf(job);
  const share =
    progress === null || progress.jobBytesTotal === 0 ? 0 : progress.jobBytesDone / progress.jobBytesTotal;
  return (
    <div className="flex flex-col gap-2">
      <p className="truncate" title={progress?.file}>
        {progress === null ? 'Looking at the files…' : progress.file}
      </p>
      <div
        role="progressbar"
        aria-label="Import"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-full bg-track"
      >
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="flex justify-between gap-3 text-sm text-muted tabular-nums">
        <span>
          {progress === null
            ? ''
            : `file ${grouped(progress.fileIndex + 1)} of ${grouped(progress.fileCount)} · ${bytes(progress.jobBytesDone)} of ${bytes(progress.jobBytesTotal)} · ${counted(progress.runs, 'run')}`}
        </span>
        <span>{rate === null ? '' : `${bytes(rate)}/s`}</span>
      </p>
    </div>
  );
}

/** Bytes per second since the job began; null before there is anything to tell. */
function rateOf({ progress, startedAtMs }: ImportJob): number | null {
  if (progress === null || progress.atMs - startedAtMs < 300) return null;
  return (progress.jobBytesDone * 1_000) / (progress.atMs - startedAtMs);
}
