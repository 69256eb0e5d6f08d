import { useMemo } from 'react';
import type { ThreadOverview } from '../../core/contract.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { PolicyPreview } from '../../core/replay/index.ts';
import { policyView, recordedView, type OccupancyView } from '../selectors/occupancy-view.ts';
import type { FoldedRuns } from '../selectors/run-state.ts';
import { useViewStore } from '../stores/view-store.ts';
import { useReplayPosition } from '../features/lab/use-replay-position.ts';
import { usePolicy, usePreview } from './use-preview.ts';

/** Gauge and chart in the chosen mode: as recorded, or under the policy. */
export function useOccupancy(overview: ThreadOverview): OccupancyView {
  const mode = useViewStore((state) => state.chartMode);
  const preview = usePreview(overview);
  return mode === 'recorded' ? recordedView(overview) : policyView(overview, preview);
}

/** Which runs the model no longer sees as written, in the chosen mode; null: none. */
export function useFoldedRuns(overview: ThreadOverview): FoldedRuns | null {
  const mode = useViewStore((state) => state.chartMode);
  const policy = usePolicy();
  const preview = usePreview(overview);
  const replayed = useReplayPosition(overview);
  const folded = mode === 'recorded' ? recordedFold(overview) : previewedFold(policy, preview);
  // While a replay is on, the blocks are those of the call where it stands.
  const runs = mode === 'policy' && replayed !== null ? replayed.coveredRuns : (folded?.runs ?? 0);
  const by = folded?.by ?? 'summary';
  return useMemo(() => (runs === 0 ? null : { runs, by }), [runs, by]);
}

function recordedFold({ appliedBoundary, boundaries }: ThreadOverview): FoldedRuns | null {
  const applied = appliedBoundary === null ? undefined : boundaries[appliedBoundary];
  if (applied === undefined) return null;
  return { runs: applied.coveredRuns, by: applied.text === null && !applied.opaque ? 'dropped' : 'summary' };
}

function previewedFold(policy: PolicySpec, preview: PolicyPreview): FoldedRuns {
  return { runs: preview.coveredRuns, by: policy.summarizer === 'sliding-window' ? 'dropped' : 'summary' };
}
