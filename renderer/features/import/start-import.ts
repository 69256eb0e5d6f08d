import { importDropped, newJobId, request } from '../../app/inspector-api.ts';
import type { FieldMapping, ImportReport, JobId, Result } from '../../../core/contract.ts';
import { useJobsStore } from '../../stores/jobs-store.ts';
import { toastActions } from '../../stores/toast-store.ts';

export function chooseAndImport(what: 'files' | 'folder'): Promise<void> {
  return startJob((jobId) => request('import:choose', { jobId, what }), false);
}

export function importFiles(files: readonly File[]): Promise<void> {
  return startJob((jobId) => importDropped(jobId, files), true);
}

/** @param earlier The report that names the file: its other files are still worth reading afterwards. */
export function importAgain(
  path: string,
  earlier: ImportReport,
  how: { readonly openAnyway: boolean; readonly format?: string; readonly mapping?: FieldMapping },
): Promise<void> {
  return startJob((jobId) => request('import:start', { jobId, paths: [path], ...how }), true, earlier);
}

/**
 * A job whose files are known is shown at once. One that first asks for files is only shown when it
 * begins: the person may close the dialog.
 */
export async function startJob(
  ask: (jobId: JobId) => Promise<Result<null>>,
  isKnown: boolean,
  earlier: ImportReport | null = null,
): Promise<void> {
  const { actions } = useJobsStore.getState();
  const jobId = newJobId();
  if (isKnown)
    actions.put({
      kind: 'import',
      jobId,
      startedAtMs: Date.now(),
      fileCount: null,
      progress: null,
      earlier,
      end: null,
    });
  const result = await ask(jobId);
  if (result.ok) return;
  actions.dismiss(jobId);
  toastActions().complain(result.error.message);
}
