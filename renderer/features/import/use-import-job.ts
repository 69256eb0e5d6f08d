import { useEffect } from 'react';
import type { ImportReport } from '../../../core/contract.ts';
import { counted } from '../../components/format.ts';
import { mergedReport } from './merged-report.ts';
import { useJobsStore, type ImportJob } from '../../stores/jobs-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { viewActions } from '../../stores/view-store.ts';

/** The newest import, running or just ended. */
export function useImportJob(): ImportJob | null {
  const job = useJobsStore((state) => state.jobs.findLast((found) => found.kind === 'import'));
  return job?.kind === 'import' ? job : null;
}

/**
 * A running import shows the dialog. When it ends, the first thread that came in is selected; the dialog
 * stays only when there is something in it that needs to be read.
 */
export function useFollowImport(): void {
  const job = useImportJob();
  const jobId = job?.jobId ?? null;
  const end = job?.end ?? null;
  const earlier = job?.earlier ?? null;
  useEffect(() => {
    if (jobId !== null) viewActions().openDialog('import');
  }, [jobId]);
  useEffect(() => {
    if (jobId === null || end === null) return;
    if (end.report === null) return;
    const first = end.report.files.flatMap((file) => file.threads)[0];
    if (first !== undefined) viewActions().selectThread(first);
    if (needsReading(mergedReport({ earlier, end }) ?? end.report)) return;
    viewActions().closeDialog();
    toastActions().say(inWords(end.report));
    dismissEndedImports();
  }, [jobId, end, earlier]);
}

/** All of them: one that was tried again, or followed by another, must not come up when that one goes. */
export function dismissEndedImports(): void {
  const { jobs, actions } = useJobsStore.getState();
  for (const job of jobs) if (job.kind === 'import' && job.end !== null) actions.dismiss(job.jobId);
}

function needsReading({ files, cancelled }: ImportReport): boolean {
  return (
    cancelled ||
    files.length === 0 ||
    files.some(
      ({ outcome, warnings, errors }) =>
        warnings.length + errors.length > 0 || outcome === 'failed' || outcome === 'skipped',
    )
  );
}

export function inWords({ files }: ImportReport): string {
  const threads = files.reduce((sum, file) => sum + file.newThreads, 0);
  const runs = files.reduce((sum, file) => sum + file.newRuns, 0);
  if (threads + runs === 0) {
    const isAllKnown = files.some(({ outcome }) => outcome === 'duplicate');
    return isAllKnown
      ? 'Nothing new: everything in there is in the workspace already.'
      : 'Nothing came in: none of it could be read as a thread.';
  }
  return `${threads === 0 ? '' : `${counted(threads, 'new thread')}, `}${counted(runs, 'new run')}.`;
}
