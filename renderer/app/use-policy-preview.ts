import type { ThreadOverview } from '../../core/contract.ts';
import type { PolicyPreview } from '../../core/replay/index.ts';
import { policyPreview } from '../selectors/policy-preview.ts';
import { policyOfKnobs } from '../selectors/policy-spec-of.ts';
import { usePolicyStore } from '../stores/policy-store.ts';

/** The thread under the knobs as they stand, worked out in the window: it follows a slider as it moves. */
export function usePolicyPreview(overview: ThreadOverview): PolicyPreview {
  const knobs = usePolicyStore((state) => state.knobs);
  return policyPreview(overview.profile, policyOfKnobs(knobs));
}
