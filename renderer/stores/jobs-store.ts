import { create } from 'zustand';
import type {
  ExperimentId,
  ImportProgress,
  ImportReport,
  JobId,
  RequestError,
  ThreadRef,
} from '../../core/contract.ts';

export interface ImportJob {
  readonly kind: 'import';
  readonly jobId: JobId;
  readonly startedAtMs: number;
  readonly fileCount: number | null;
  /** `atMs`: when it arrived. */
  readonly progress: (ImportProgress & { readonly atMs: number }) | null;
  /** The report whose files are tried again; null for an import of its own. */
  readonly earlier: ImportReport | null;
  /** Null while it runs. */
  readonly end: { readonly report: ImportReport | null; readonly error: RequestError | null } | null;
}

export interface ExperimentJob {
  readonly kind: 'experiment';
  readonly jobId: JobId;
  readonly thread: ThreadRef;
  readonly startedAtMs: number;
  /** The summary as far as it was streamed. */
  readonly text: string;
  /** Null while it runs. */
  readonly end: {
    readonly experiment: ExperimentId | null;
    readonly reason: string | null;
    readonly error: RequestError | null;
  } | null;
}

export type Job = ImportJob | ExperimentJob;

/** Jobs of this window, oldest first. Written by data/job-feed.ts and by whoever starts or dismisses one. */
export interface JobsState {
  readonly jobs: readonly Job[];
  readonly actions: {
    readonly put: (job: Job) => void;
    readonly update: (jobId: JobId, change: (job: Job) => Job) => void;
    readonly dismiss: (jobId: JobId) => void;
  };
}

export const useJobsStore = create<JobsState>()((set) => ({
  jobs: [],
  actions: {
    put: (job) => {
      set((state) => ({ jobs: [...state.jobs.filter((other) => other.jobId !== job.jobId), job] }));
    },
    update: (jobId, change) => {
      set((state) =>
        state.jobs.some((job) => job.jobId === jobId)
          ? { jobs: state.jobs.map((job) => (job.jobId === jobId ? change(job) : job)) }
          : state,
      );
    },
    dismiss: (jobId) => {
      set((state) => ({ jobs: state.jobs.filter((job) => job.jobId !== jobId) }));
    },
  },
}));
