import type { JobId } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';

/** What is running, by the name that the window gave it. */
export interface JobRegistry {
  /**
   * Runs `work` as a job; the registry forgets it when it ends.
   *
   * @throws InspectorError 'invalid-option' when a job of that name is still running.
   */
  start(jobId: JobId, work: (signal: AbortSignal) => Promise<void>): void;
  /** Nothing happens when no job of that name runs: it may have ended a moment before. */
  cancel(jobId: JobId): void;
  /** Cancels everything and waits until it has ended. */
  close(): Promise<void>;
}

interface RunningJob {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** @param onFault A job's own rejection: jobs tell their errors themselves, so this is a fault of the app. */
export function createJobRegistry(onFault: (jobId: JobId, error: unknown) => void): JobRegistry {
  const running = new Map<JobId, RunningJob>();
  return {
    start: (jobId, work) => {
      if (running.has(jobId)) throw new InspectorError('invalid-option', `job ${jobId} is still running`);
      const controller = new AbortController();
      const ended = work(controller.signal)
        .catch((error: unknown) => {
          onFault(jobId, error);
        })
        .finally(() => {
          running.delete(jobId);
        });
      running.set(jobId, { controller, ended });
    },
    cancel: (jobId) => {
      running.get(jobId)?.controller.abort();
    },
    close: async () => {
      const jobs = [...running.values()];
      for (const job of jobs) job.controller.abort();
      await Promise.all(jobs.map((job) => job.ended));
    },
  };
}
