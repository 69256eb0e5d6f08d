import type { ReactElement } from 'react';
import { bytes, counted } from '../../components/format.ts';
import type { ImportJob } from '../../stores/jobs-store.ts';

export function ImportProgressView({ job }: { readonly job: ImportJob }): ReactElement {
  const { progress } = job;
  const rate = rateOf(job);
  const share = progress === null || progress.bytesTotal === 0 ? 0 : progress.bytesDone / progress.bytesTotal;
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
            : `file ${progress.fileIndex + 1} of ${progress.fileCount} · ${bytes(progress.bytesDone)} of ${bytes(progress.bytesTotal)} · ${counted(progress.runs, 'run')}`}
        </span>
        <span>{rate === null ? '' : `${bytes(rate)}/s`}</span>
      </p>
    </div>
  );
}

/** Bytes per second since the job began; null before there is anything to tell. */
function rateOf({ progress, startedAtMs }: ImportJob): number | null {
  if (progress === null || progress.atMs - startedAtMs < 300) return null;
  return (progress.bytesDone * 1_000) / (progress.atMs - startedAtMs);
}
