import type { SummaryBoundary, ThreadRun } from '../domain/thread.ts';

/** What findings look at of a run: never its messages. */
export type ProblemRun = Pick<
  ThreadRun,
  'runId' | 'status' | 'calls' | 'occupancyAfter' | 'copiedFrom' | 'reopened'
>;

export interface ProblemDocument {
  /** In order; gone through more than once. */
  readonly runs: Iterable<ProblemRun>;
  readonly boundaries: readonly SummaryBoundary[];
}
