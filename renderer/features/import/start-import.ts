import { importDropped, newJobId, request } from '../../app/inspector-api.ts';
import type { JobId, Result } from '../../../core/contract.ts';
import { useJobsStore } from '../../stores/jobs-store.ts';
import { toastActions } from '../../stores/toast-store.ts';

export function chooseAndImport(what: 'files' | 'folder'): Promise<void> {
  return start((jobId) => request('import:choose', { jobId, what }), false);
}

export function importFiles(files: readonly File[]): Promise<void> {
  return start((jobId) => importDropped(jobId, files), true);
}

export function importAgain(path: string): Promise<void> {
  return start((jobId) => request('import:start', { jobId, paths: [path], openAnyway: true }), true);
}

/**
 * A job whose files are known is shown at once. One that first asks for files is only shown when it
 * begins: the person may close the dialog.
 */
async function start(ask: (jobId: JobId) => Promise<Result<null>>, isKnown: boolean): Promise<void> {
  const { actions } = useJobsStore.getState();
  const jobId = newJobId();
  if (isKnown)
    actions.put({
      kind: 'import',
      jobId,
      startedAtMs: Date.now(),
      fileCount: null,
      progress: null,
      end: null,
    });
  const result = await ask(jobId);
  if (result.ok) return;
  actions.dismiss(jobId);
  toastActions().complain(result.error.message);
}
