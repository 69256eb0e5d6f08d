import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { ReplayDock } from '../lab/ReplayDock.tsx';
import { OccupancyChart } from '../occupancy/OccupancyChart.tsx';
import { FindBar } from './FindBar.tsx';
import { RunList } from './RunList.tsx';

/** The thread as blocks: the chart stays in sight, the runs scroll below it. */
export function RunsView({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const findOpen = useViewStore((state) => state.findOpen);
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0 px-5 pt-3.5 pb-2">
        <OccupancyChart overview={overview} />
      </div>
      <ReplayDock overview={overview} />
      <div className="relative min-h-0 flex-1">
        {findOpen ? <FindBar thread={overview.thread} /> : null}
        <RunList overview={overview} />
      </div>
    </div>
  );
}
