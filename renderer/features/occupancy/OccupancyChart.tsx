import { Table2 } from 'lucide-react';
import { Suspense, useState, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { useOccupancy } from '../../app/use-occupancy.ts';
import { useContextWindow } from '../../app/use-preview.ts';
import { classNames } from '../../components/class-names.ts';
import { roundTokens } from '../../components/format.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { later } from '../../components/later.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import { maxTokensOf } from './chart-geometry.ts';
import { ChartPlot } from './ChartPlot.tsx';

const OccupancyTable = later('rest', async () => (await import('./OccupancyTable.tsx')).OccupancyTable);

/** How full the context was at each model call. Its threshold line is the knob. */
export function OccupancyChart({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const view = useOccupancy(overview);
  const mode = useViewStore((state) => state.chartMode);
  const contextWindow = useContextWindow(overview);
  const threshold = usePolicyStore((state) =>
    state.knobs.summarizer === 'llm' ? state.knobs.tokenThreshold : null,
  );
  // While the threshold is dragged the scale stands still under the pointer.
  const [heldMax, setHeldMax] = useState<number | null>(null);
  const reachedTokens = Math.max(view.peakTokens, Math.min(threshold ?? 0, view.unfoldedPeakTokens));
  const maxTokens = heldMax ?? maxTokensOf(reachedTokens, contextWindow);
  const [tableOpen, setTableOpen] = useState(false);
  return (
    <section aria-label="Occupancy over the thread" className="@container card pt-2 pb-1.5">
      {/* In a narrow window or large letters, what is above the chart has a line of its own. */}
      <div className="flex items-center gap-x-3 gap-y-1 px-2.5 @max-[32rem]:flex-wrap">
        <Segmented
          label="What gauge, chart and runs show"
          size="small"
          value={mode}
          options={[
            { value: 'recorded', label: 'As recorded' },
            { value: 'policy', label: 'Under this policy' },
          ]}
          onChange={(next) => {
            viewActions().setChartMode(next);
          }}
        />
        <OffScale maxTokens={maxTokens} threshold={threshold} limit={contextWindow} />
        <Legend />
        <IconButton
          label="Show as a table"
          size="small"
          className="ml-auto"
          icon={<Table2 aria-hidden className="size-3.5" />}
          onClick={() => {
            setTableOpen(true);
          }}
        />
      </div>
      <ChartPlot
        view={view}
        contextWindow={contextWindow}
        threshold={threshold}
        maxTokens={maxTokens}
        onHold={(isHeld) => {
          setHeldMax(isHeld ? maxTokens : null);
        }}
      />
      {tableOpen ? (
        <Suspense fallback={null}>
          <OccupancyTable
            open
            view={view}
            onClose={() => {
              setTableOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Lines that are too high to be drawn are said. */
function OffScale({
  maxTokens,
  threshold,
  limit,
}: {
  readonly maxTokens: number;
  readonly threshold: number | null;
  readonly limit: number | null;
}): ReactElement {
  const above = [
    ...(threshold !== null && threshold > maxTokens ? [`threshold ${roundTokens(threshold)}`] : []),
    ...(limit !== null && limit > maxTokens ? [`limit ${roundTokens(limit)}`] : []),
  ];
  const words = above.length === 0 ? '' : `↑ ${above.join(', ')}: above this chart`;
  return (
    <span
      title={words}
      className={classNames(
        'min-w-0 flex-1 truncate text-right text-xs text-muted',
        words !== '' && '@max-[32rem]:order-last @max-[32rem]:basis-full @max-[32rem]:text-left',
      )}
    >
      {words}
    </span>
  );
}

function Legend(): ReactElement {
  return (
    <span className="flex gap-3 text-xs text-muted @max-[46rem]:hidden">
      <span className="flex items-center gap-1.5">
        <svg aria-hidden className="h-2 w-5">
          <path d="M0 4H20" className="stroke-measured" strokeWidth="2" />
        </svg>
        measured
      </span>
      <span className="flex items-center gap-1.5">
        <svg aria-hidden className="h-2 w-5">
          <path d="M0 4H20" className="stroke-measured" strokeWidth="2" strokeDasharray="2 3" />
        </svg>
        adjusted or estimated
      </span>
    </span>
  );
}
