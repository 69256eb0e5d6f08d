import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { useLabStore } from '../../stores/lab-store.ts';
import { ReplayBar } from './ReplayBar.tsx';
import { useReplay } from './use-replay.ts';

/** The replay's transport above the runs, while one is on: chart, blocks and reason move together. */
export function ReplayDock({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  const call = useLabStore((state) => (state.cursor?.thread === overview.thread ? state.cursor.call : null));
  const columns = useReplay(overview, call !== null);
  if (call === null || columns === null || columns.callCount === 0) return null;
  return (
    <div className="shrink-0 px-5 pb-2">
      <div className="card px-3 py-2">
        <ReplayBar columns={columns} call={Math.min(call, columns.callCount - 1)} withReason />
      </div>
    </div>
  );
}
