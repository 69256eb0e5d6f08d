import { grouped } from '../components/format.ts';
import { foldAt, reasonAt, type ReplayColumns } from './replay-columns.ts';

/** Blocks of the view at a call, for the keep window: a summary in front is one, each run after it another. */
export interface KeepState {
  readonly runs: number;
  readonly hasSummary: boolean;
  readonly keep: number;
}

/** Before the fold that may happen at this call. */
export function keepStateAt(columns: ReplayColumns, call: number): KeepState {
  const { policy, folds } = columns;
  const before = folds[foldAt(columns, call - 1)];
  const firstRun = before === undefined ? 0 : before.lastRun + 1;
  const keep =
    policy.summarizer === 'llm'
      ? policy.keepRecentCount
      : policy.summarizer === 'sliding-window'
        ? policy.keepCount
        : 0;
  return {
    runs: (columns.run[call] ?? 0) - firstRun + 1,
    hasSummary: before !== undefined && policy.summarizer === 'llm',
    keep,
  };
}

/** Why the summarizer did or didn't fold before a call, in a sentence with its numbers. */
export function decisionWords(columns: ReplayColumns, call: number): string {
  const { policy } = columns;
  const occupancy = (columns.measuredTokens[call] ?? 0) + (columns.pendingTokens[call] ?? 0);
  const { runs, keep } = keepStateAt(columns, call);
  const threshold = policy.summarizer === 'llm' ? policy.tokenThreshold : 0;
  switch (reasonAt(columns, call)) {
    case 'no-summarizer':
      return 'No summarizer: everything is sent.';
    case 'below-threshold':
      return `${grouped(occupancy)} tokens are not above the threshold of ${grouped(threshold)}: nothing is folded.`;
    case 'too-few-runs':
      return policy.summarizer === 'llm'
        ? `${grouped(occupancy)} tokens are above the threshold, but ${count(runs)} are not more than the ${grouped(keep)} that are kept.`
        : `${count(runs)} are not more than the ${grouped(keep)} that are kept: nothing is dropped.`;
    case 'nothing-new':
      return 'Above the threshold, but only the earlier summary lies outside the keep window: there is nothing new to cover.';
    case 'fired': {
      const fold = columns.folds[foldAt(columns, call)];
      if (fold === undefined) return 'Folded.';
      const covered =
        fold.firstRun === fold.lastRun
          ? `run ${grouped(fold.lastRun + 1)}`
          : `runs ${grouped(fold.firstRun + 1)}–${grouped(fold.lastRun + 1)}`;
      return policy.summarizer === 'llm'
        ? `${grouped(occupancy)} tokens exceed the threshold of ${grouped(threshold)}: ${covered} become a summary of ≈ ${grouped(fold.summaryTokens)} tokens.`
        : `More than ${grouped(keep)} runs: ${covered} ${fold.firstRun === fold.lastRun ? 'is' : 'are'} dropped.`;
    }
  }
}

function count(runs: number): string {
  return `${grouped(runs)} ${runs === 1 ? 'run' : 'runs'}`;
}
