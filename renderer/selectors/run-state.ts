import type { RunStatus } from '../../core/domain/thread.ts';

export type RunViewState = 'verbatim' | 'covered' | 'dropped';

/** What the runs before the boundary are; null boundary: every run is in the model view as written. */
export interface FoldedRuns {
  readonly runs: number;
  readonly by: 'summary' | 'dropped';
}

export function runViewState(run: number, folded: FoldedRuns | null): RunViewState {
  if (folded === null || run >= folded.runs) return 'verbatim';
  return folded.by === 'summary' ? 'covered' : 'dropped';
}

/** A word for how a run ended, where it did not simply complete. */
export function statusWord(status: RunStatus): string | null {
  return status === 'complete' ? null : status === 'open' ? 'in flight' : status;
}
