import type { ThreadOverview } from '../../../core/contract.ts';
import { coveredRunsAt } from '../../selectors/replay-columns.ts';
import { useLabStore } from '../../stores/lab-store.ts';
import { useReplay } from './use-replay.ts';

export interface ReplayPosition {
  readonly run: number;
  /** Runs that are not sent as written at this call. */
  readonly coveredRuns: number;
}

/** Where the replay of this thread stands; null while none is on. */
export function useReplayPosition(overview: ThreadOverview): ReplayPosition | null {
  const call = useLabStore((state) => (state.cursor?.thread === overview.thread ? state.cursor.call : null));
  const columns = useReplay(overview, call !== null);
  if (call === null || columns === null) return null;
  return { run: columns.run[call] ?? 0, coveredRuns: coveredRunsAt(columns, call) };
}
