import { useEffect, useMemo, useState } from 'react';
import type { DiffSummary, ThreadOverview, ViewChoice } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { usePolicy } from '../../app/use-preview.ts';
import { IDLE, loading, settled, valueOf, type Async } from '../../data/async.ts';
import { useDiffStore, type DiffChoice } from '../../stores/diff-store.ts';
import { useExperimentsStore } from '../../stores/experiments-store.ts';

/** While a knob turns, only where it comes to rest is asked for. */
const SETTLE_MS = 120;

/** The choice in force: an experiment of another thread, or one that is gone, counts as the policy. */
export function useDiffChoice(overview: ThreadOverview): DiffChoice {
  const choice = useDiffStore((state) => state.choice);
  const rows = valueOf(useExperimentsStore((state) => state.experiments)) ?? [];
  if (choice === 'policy') return choice;
  if (choice === 'stored') return overview.boundaries.length > 0 ? choice : 'policy';
  return rows.some((row) => row.experiment === choice) ? choice : 'policy';
}

/** A new object only when the choice, or the policy it names, is another one. */
export function useViewChoice(overview: ThreadOverview): ViewChoice {
  const choice = useDiffChoice(overview);
  const policy = usePolicy();
  return useMemo(() => {
    if (choice === 'policy') return { kind: 'policy', policy };
    return choice === 'stored' ? { kind: 'stored' } : { kind: 'experiment', experiment: choice };
  }, [choice, policy]);
}

/** What the chosen view covers. The one before stays until the new one is there. */
export function useDiffSummary(overview: ThreadOverview): Async<DiffSummary> {
  const view = useViewChoice(overview);
  const [summary, setSummary] = useState<Async<DiffSummary>>(IDLE);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      setSummary((before) => loading(before));
      void request('diff:summary', { thread: overview.thread, view }).then((result) => {
        if (wanted) setSummary(settled(result));
      });
    }, SETTLE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [overview, view]);
  return summary;
}
