import { memo, useCallback, useDeferredValue, useEffect, useMemo, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { policiesOf, type PolicyGrid } from '../../../core/replay/index.ts';
import { defaultGrid, gridOfText } from '../../selectors/sweep-grid.ts';
import { policyOfKnobs } from '../../selectors/policy-spec-of.ts';
import { useLabStore, type SweepJob } from '../../stores/lab-store.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { valueOf } from '../../data/async.ts';
import { cancelSweep, currentScope, startSweep } from './lab-actions.ts';
import { SweepControls } from './SweepControls.tsx';
import { SweepProgress } from './SweepProgress.tsx';
import { SweepResult } from './SweepResult.tsx';

/** A grid of policies tried on one thread or many. One thread is swept by itself; for many one presses the button. */
export const SweepSection = memo(function SweepSection({
  overview,
}: {
  readonly overview: ThreadOverview;
}): ReactElement {
  const grid = useGrid(overview);
  const key = useScopeKey(overview);
  const scope = useLabStore((state) => state.scope);
  const agentModel = useLabStore((state) => state.agentModel);
  const summarizerModel = useLabStore((state) => state.summarizerModel);
  const prices = useLabStore((state) => state.prices);
  const isRunning = useLabStore((state) => isUnderWay(state.sweep));
  const run = useCallback(() => void startSweep(overview, grid), [overview, grid]);

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
        onRun={run}
        onCancel={cancelSweep}
      />
      {isRunning ? <SweepProgress scopeKey={key} /> : null}
      <NewestResult scopeKey={key} isAutomatic={scope === 'thread'} onRetry={run} />
    </>
  );
});

function isUnderWay(sweep: SweepJob | null): boolean {
  return sweep !== null && sweep.outcome === null && sweep.error === null;
}

/** Deferred: cells and points of hundreds of policies are drawn in slices, and the window goes on answering. */
function NewestResult({
  scopeKey,
  isAutomatic,
  onRetry,
}: {
  readonly scopeKey: string;
  readonly isAutomatic: boolean;
  readonly onRetry: () => void;
}): ReactElement {
  const newest = useLabStore((state) => state.sweep);
  const sweep = useDeferredValue(newest, null);
  return sweep?.scopeKey === scopeKey ? (
    <SweepResult sweep={sweep} isRunning={isUnderWay(sweep)} onRetry={onRetry} />
  ) : (
    <p className="card p-6 text-center text-muted">
      {isAutomatic || newest?.scopeKey === scopeKey
        ? 'Reading…'
        : 'Press Sweep: every policy is tried on every thread chosen.'}
    </p>
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
  useLabStore((state) => state.savedSearch);
  useThreadStore((state) => valueOf(state.listing)?.search);
  return currentScope(overview).key;
}
