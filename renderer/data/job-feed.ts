import { onEvent, request } from '../app/inspector-api.ts';
import { useJobsStore, type ExperimentJob, type ImportJob, type Job } from '../stores/jobs-store.ts';
import type { JobId } from '../../core/contract.ts';

function onImport(jobId: JobId, change: (job: ImportJob) => ImportJob): void {
  const { jobs, actions } = useJobsStore.getState();
  // An import can begin outside this window's dialogs: opened by the system, or from the menu.
  if (!jobs.some((job) => job.jobId === jobId))
    actions.put({
      kind: 'import',
      jobId,
      startedAtMs: Date.now(),
      fileCount: null,
      progress: null,
      earlier: null,
      end: null,
    });
  actions.update(jobId, (job) => (job.kind === 'import' ? change(job) : job));
}

function onExperiment(jobId: JobId, change: (job: ExperimentJob) => ExperimentJob): void {
  const apply = (job: Job): Job => (job.kind === 'experiment' ? change(job) : job);
  useJobsStore.getState().actions.update(jobId, apply);
}

/**
 * Follows the events of jobs. Streamed text is gathered and written once per frame: a fast model sends
 * hundreds of pieces a second. An event of a job that was dismissed is dropped.
 *
 * @returns A function that stops.
 */
export function startJobFeed(): () => void {
  const streamed = new Map<JobId, string>();
  let frame: number | null = null;
  const flush = (): void => {
    frame = null;
    for (const [jobId, text] of streamed) onExperiment(jobId, (job) => ({ ...job, text: job.text + text }));
    streamed.clear();
  };
  const stops = [
    onEvent('import:started', ({ jobId, fileCount }) => {
      onImport(jobId, (job) => ({ ...job, fileCount }));
    }),
    onEvent('import:progress', (progress) => {
      onImport(progress.jobId, (job) => ({ ...job, progress: { ...progress, atMs: Date.now() } }));
    }),
    onEvent('import:ended', ({ jobId, report, error }) => {
      onImport(jobId, (job) => ({ ...job, end: { report, error } }));
    }),
    onEvent('experiment:text', ({ jobId, text }) => {
      streamed.set(jobId, (streamed.get(jobId) ?? '') + text);
      frame ??= requestAnimationFrame(flush);
    }),
    onEvent('experiment:ended', ({ jobId, experiment, reason, error }) => {
      flush();
      onExperiment(jobId, (job) => ({ ...job, end: { experiment, reason, error } }));
    }),
  ];
  return () => {
    if (frame !== null) cancelAnimationFrame(frame);
    for (const stop of stops) stop();
  };
}

export async function cancelJob(jobId: JobId): Promise<void> {
  await request('job:cancel', { jobId });
}
