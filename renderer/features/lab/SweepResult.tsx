import { memo, type ReactElement } from 'react';
import type { SweepRowView } from '../../../core/contract.ts';
import { usePolicy } from '../../app/use-preview.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { grouped } from '../../components/format.ts';
import { Select } from '../../components/Select.tsx';
import { samePolicy } from '../../selectors/sweep-grid.ts';
import { METRICS, metricOf } from '../../selectors/sweep-metrics.ts';
import { labActions, useLabStore, type SweepJob } from '../../stores/lab-store.ts';
import { CostScatter } from './CostScatter.tsx';
import { Distributions } from './Distributions.tsx';
import { HeatMap } from './HeatMap.tsx';
import { LabCard } from './LabCard.tsx';
import { RecommendationCard } from './RecommendationCard.tsx';
import { SweepTable } from './SweepTable.tsx';

/** What a sweep has come to, as far as it has. */
export const SweepResult = memo(function SweepResult({
  sweep,
  isRunning,
  onRetry,
}: {
  readonly sweep: SweepJob;
  readonly isRunning: boolean;
  readonly onRetry: () => void;
}): ReactElement {
  const current = usePolicy();
  const metricId = useLabStore((state) => state.metric);
  const metric = metricOf(metricId);
  const { rows, outcome, error, grid } = sweep;
  const recommended = outcome?.recommended?.policy ?? null;
  const focus = spreadRow(rows, outcome?.references ?? [], (row) => samePolicy(row.policy, current));
  return (
    <>
      {error === null ? null : error.code === 'cancelled' ? (
        <p role="status" className="text-sm text-muted">
          Cancelled after {grouped(rows.length)} of {grouped(sweep.policies.length)} policies; those that were
          done are shown.
        </p>
      ) : (
        <ErrorState title="The sweep failed" message={error.message} onRetry={onRetry} />
      )}
      <PriceNote sweep={sweep} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,21rem),1fr))] gap-3.5">
        <LabCard
          title={`${metric.label} · threshold × keep recent`}
          aside={
            <Select
              label="Figure in the cells"
              value={metricId}
              options={METRICS.map(({ id, label }) => ({ value: id, label }))}
              onChange={(value) => {
                labActions().chooseMetric(value);
              }}
            />
          }
        >
          <HeatMap
            grid={grid}
            policies={sweep.policies}
            rows={rows}
            metric={metric}
            current={current}
            recommended={recommended}
          />
          <HeatLegend />
        </LabCard>
        <LabCard
          title="Cost vs survival"
          aside={
            <span className="flex items-center gap-1.5 text-sm text-muted">
              <svg aria-hidden className="h-2 w-5">
                <path d="M0 4H20" className="stroke-kept" strokeWidth="2" />
              </svg>
              Pareto front
            </span>
          }
        >
          <CostScatter rows={isRunning ? NO_ROWS : rows} current={current} recommended={recommended} />
          <p className="mt-1.5 text-xs text-muted">
            Survival counts kept runs only: what a summary would keep isn&apos;t known before it is written.
          </p>
        </LabCard>
      </div>
      {outcome === null ? null : <RecommendationCard outcome={outcome} rows={rows} />}
      {outcome === null || focus === null || outcome.threadCount === 1 ? null : (
        <Distributions
          policy={focus.policy}
          scope={sweep.scope}
          basis={sweep.basis}
          threadCount={outcome.threadCount}
        />
      )}
      <section
        aria-label="All policies"
        className="card p-3.5 [contain-intrinsic-height:auto_24rem] [content-visibility:auto]"
      >
        <SweepTable
          rows={rows}
          references={outcome?.references ?? NO_ROWS}
          current={current}
          recommended={recommended}
        />
      </section>
    </>
  );
});

/** The front isn't known before the end, so the points wait for it. */
const NO_ROWS: readonly SweepRowView[] = [];

/** The policy in force where it was tried, else whatever comes first. */
function spreadRow(
  rows: readonly SweepRowView[],
  references: readonly SweepRowView[],
  isCurrent: (row: SweepRowView) => boolean,
): SweepRowView | null {
  return rows.find(isCurrent) ?? references.find(isCurrent) ?? rows[0] ?? null;
}

function HeatLegend(): ReactElement {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-[3px] border-2 border-summary" />
        in force
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-[3px] border-2 border-kept" />
        recommended
      </span>
      <span>
        <b className="text-dropped-ink">!</b> fires for ever, or run after run
      </span>
    </p>
  );
}

function PriceNote({ sweep }: { readonly sweep: SweepJob }): ReactElement | null {
  const { outcome } = sweep;
  if (outcome === null) return null;
  const { unpricedThreads, assumedPriceThreads, threadCount } = outcome;
  if (unpricedThreads > 0)
    return (
      <p className="text-sm text-summary-ink">
        {threadCount === 1
          ? 'No prices are known for this thread’s model'
          : `No prices are known for the models of ${grouped(unpricedThreads)} of ${grouped(threadCount)} threads`}
        : policies are ranked by tokens. Choose whose prices count above.
      </p>
    );
  if (assumedPriceThreads > 0 && threadCount > 1)
    return (
      <p className="text-sm text-muted">
        {grouped(assumedPriceThreads)} of {grouped(threadCount)} threads name no model with known prices:
        those of the configured model stand in.
      </p>
    );
  return null;
}
