import type { SummaryBoundary, ThreadRun } from '../domain/thread.ts';

/** What findings look at of a run: never its messages. */
export type ProblemRun = Pick<
  ThreadRun,
  'runId' | 'status' | 'calls' | 'occupancyAfter' | 'copiedFrom' | 'reopened'
>;

export interface ProblemDocument {
  readonly runs: readonly ProblemRun[];
  readonly boundaries: readonly SummaryBoundary[];
}
