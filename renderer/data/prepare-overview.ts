import type { ThreadOverview } from '../../core/contract.ts';
import { calibrate, indexProfile } from '../../core/replay/index.ts';
import { recordedView } from '../selectors/occupancy-view.ts';
import { policyPreview } from '../selectors/policy-preview.ts';
import { policyOfKnobs } from '../selectors/policy-spec-of.ts';
import { usePolicyStore } from '../stores/policy-store.ts';

/**
 * Works out what the views of a thread ask for first, a piece at a time, so that showing a long thread
 * is never one long task. Every result is remembered where it is asked for.
 */
export async function prepareOverview(overview: ThreadOverview): Promise<void> {
  const { profile } = overview;
  const steps: readonly (() => unknown)[] = [
    () => indexProfile(profile),
    () => calibrate(indexProfile(profile)),
    () => policyPreview(profile, policyOfKnobs(usePolicyStore.getState().knobs)),
    () => recordedView(overview),
  ];
  for (const step of steps) {
    step();
    await nextTask();
  }
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 0);
  });
}
