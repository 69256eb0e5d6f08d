import type { ThreadOverview } from '../../core/contract.ts';
import { policyView, recordedView, type OccupancyView } from '../selectors/occupancy-view.ts';
import type { FoldedRuns } from '../selectors/run-state.ts';
import { useViewStore } from '../stores/view-store.ts';
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
  if (mode === 'recorded') {
    const applied =
      overview.appliedBoundary === null ? undefined : overview.boundaries[overview.appliedBoundary];
    if (applied === undefined || applied.coveredRuns === 0) return null;
    return {
      runs: applied.coveredRuns,
      by: applied.text === null && !applied.opaque ? 'dropped' : 'summary',
    };
  }
  if (preview.coveredRuns === 0) return null;
  return { runs: preview.coveredRuns, by: policy.summarizer === 'sliding-window' ? 'dropped' : 'summary' };
}
