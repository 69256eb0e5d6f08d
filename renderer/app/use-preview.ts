import type { ThreadOverview } from '../../core/contract.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { PolicyPreview } from '../../core/replay/index.ts';
import { policyPreview } from '../selectors/policy-preview.ts';
import { policyOfKnobs } from '../selectors/policy-spec-of.ts';
import { usePolicyStore } from '../stores/policy-store.ts';
import { useSettingsStore } from '../stores/settings-store.ts';
import { valueOf } from '../data/async.ts';

/** The policy in force; a new object only when one of its own knobs was turned. */
export function usePolicy(): PolicySpec {
  return usePolicyStore((state) => policyOfKnobs(state.knobs));
}

/** The thread under the policy in force: follows every move of a slider. */
export function usePreview(overview: ThreadOverview): PolicyPreview {
  return policyPreview(overview.profile, usePolicy());
}

/** Tokens: the thread's own window, else the one from the settings; null before these are known. */
export function useContextWindow(overview: ThreadOverview): number | null {
  const fallback = useSettingsStore((state) => valueOf(state.settings)?.defaultContextWindow ?? null);
  return overview.contextWindow ?? fallback;
}
