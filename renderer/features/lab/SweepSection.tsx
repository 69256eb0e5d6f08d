import { useDeferredValue, useEffect, useMemo, type ReactElement } from 'react';
import type { SweepRowView, ThreadOverview } from '../../../core/contract.ts';
import { policiesOf, type PolicyGrid } from '../../../core/replay/index.ts';
import { usePolicy } from '../../app/use-preview.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { grouped } from '../../components/format.ts';
import { Select } from '../../components/Select.tsx';
import { defaultGrid, gridOfText, samePolicy } from '../../selectors/sweep-grid.ts';
import { METRICS, metricOf } from '../../selectors/sweep-metrics.ts';
import { policyOfKnobs } from '../../selectors/policy-spec-of.ts';
import { labActions, useLabStore, type SweepJob } from '../../stores/lab-store.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { valueOf } from '../../data/async.ts';
import { CostScatter } from './CostScatter.tsx';
import { Distributions } from './Distributions.tsx';
import { HeatMap } from './HeatMap.tsx';
import { cancelSweep, currentScope, startSweep } from './lab-actions.ts';
import { LabCard } from './LabCard.tsx';
import { RecommendationCard } from './RecommendationCard.tsx';
import { SweepControls } from './SweepControls.tsx';
import { SweepTable } from './SweepTable.tsx';

/** A grid of policies tried on one thread or many. One thread is swept by itself; for many one presses the button. */
export function SweepSection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const grid = useGrid(overview);
  const key = useScopeKey(overview);
  const scope = useLabStore((state) => state.scope);
  const sweep = useLabStore((state) => state.sweep);
  const agentModel = useLabStore((state) => state.agentModel);
  const summarizerModel = useLabStore((state) => state.summarizerModel);
  const prices = useLabStore((state) => state.prices);
  const isRunning = sweep !== null && sweep.outcome === null && sweep.error === null;
  const shown = sweep?.scopeKey === key ? sweep : null;

  useEffect(() => {
    // Until the prices are read, figures in money would be those of the defaults.
    if (scope !== 'thread' || prices.state === 'loading' || prices.state === 'idle') return;
    void startSweep(overview, grid);
    // Every one of them changes what comes out.
  }, [overview, grid, key, scope, agentModel, summarizerModel, prices]);

  return (
    <>
      <SweepControls
        overview={overview}
        grid={grid}
        policyCount={policiesOf(grid).length}
        isRunning={isRunning}
        onRun={() => void startSweep(overview, grid)}
        onCancel={cancelSweep}
      />
      {shown === null ? (
        <p className="card p-6 text-center text-muted">
          {scope === 'thread'
            ? 'Reading the thread…'
            : 'Press Sweep: every policy is tried on every thread chosen.'}
        </p>
      ) : (
        <SweepResult sweep={shown} isRunning={isRunning} onRetry={() => void startSweep(overview, grid)} />
      )}
    </>
  );
}

/** The typed grid, or the one that fits the thread. It doesn't follow the knobs: a drag would start it over and over. */
function useGrid(overview: ThreadOverview): PolicyGrid {
  const typed = useLabStore((state) => state.gridText);
  return useMemo(() => {
    const parsed = typed === null ? null : gridOfText(typed);
    if (parsed !== null && 'grid' in parsed) return parsed.grid;
    return fittingGrid(overview);
  }, [typed, overview]);
}

const fitting = new WeakMap<ThreadOverview, PolicyGrid>();

function fittingGrid(overview: ThreadOverview): PolicyGrid {
  const known = fitting.get(overview);
  if (known !== undefined) return known;
  const { knobs } = usePolicyStore.getState();
  const grid = defaultGrid(overview.profile, overview.runCount, policyOfKnobs(knobs));
  fitting.set(overview, grid);
  return grid;
}

function useScopeKey(overview: ThreadOverview): string {
  useLabStore((state) => state.scope);
  useLabStore((state) => state.picked);
  useThreadStore((state) => valueOf(state.listing)?.search);
  return currentScope(overview).key;
}

function SweepResult({
  sweep: newest,
  isRunning,
  onRetry,
}: {
  readonly sweep: SweepJob;
  readonly isRunning: boolean;
  readonly onRetry: () => void;
}): ReactElement {
  // Deferred: cells and points of hundreds of policies are drawn in slices, and the window goes on answering.
  const sweep = useDeferredValue(newest);
  const current = usePolicy();
  const metricId = useLabStore((state) => state.metric);
  const metric = metricOf(metricId);
  const { rows, outcome, error, grid } = sweep;
  const recommended = outcome?.recommended?.policy ?? null;
  const focus = spreadRow(rows, outcome?.references ?? [], (row) => samePolicy(row.policy, current));
  return (
    <>
      {isRunning ? <Progress sweep={sweep} /> : null}
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
      {outcome === null || focus === null || focus.spread === null ? null : (
        <Distributions row={focus} threadCount={outcome.threadCount} />
      )}
      <section aria-label="All policies" className="card p-3.5">
        <SweepTable
          rows={rows}
          references={outcome?.references ?? NO_ROWS}
          current={current}
          recommended={recommended}
        />
      </section>
    </>
  );
}

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

function Progress({ sweep }: { readonly sweep: SweepJob }): ReactElement | null {
  const { progress } = sweep;
  if (progress === null) return null;
  const what = progress.phase === 'threads' ? 'Reading threads' : 'Trying policies';
  const share = progress.total === 0 ? 0 : progress.done / progress.total;
  return (
    <div
      role="progressbar"
      aria-label={what}
      aria-valuemin={0}
      aria-valuemax={progress.total}
      aria-valuenow={progress.done}
      className="flex items-center gap-3 text-sm text-muted"
    >
      <span className="w-44 tabular-nums">
        {what} · {grouped(progress.done)} of {grouped(progress.total)}
      </span>
      <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-track">
        <span
          className="block h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </div>
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
