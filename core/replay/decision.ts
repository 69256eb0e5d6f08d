import { type PolicySpec } from '../domain/policy-spec.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { knobsOf } from './policy-walk.ts';
import { type SentView } from './scaled-profile.ts';

/** Why a summarizer did or didn't fold before a call; tested in this order. */
export type DecisionReason = 'no-summarizer' | 'below-threshold' | 'too-few-runs' | 'nothing-new' | 'fired';

/**
 * Explains a decision. The run in flight is a block, also when the call is the first thing in it; runs
 * without messages are none.
 *
 * @param occupancyTokens Measured and pending before the call.
 * @param view What would be sent without a fold here.
 */
export function decisionReason(
  index: ProfileIndex,
  policy: PolicySpec,
  call: number,
  occupancyTokens: number,
  view: SentView,
): DecisionReason {
  const { threshold, keep } = knobsOf(policy);
  if (keep === 0) return 'no-summarizer';
  if (occupancyTokens <= threshold) return 'below-threshold';
  const run = at(index.callRun, call);
  const runBlocks = at(index.blocksBefore, run) - at(index.blocksBefore, view.firstRun) + 1;
  if (runBlocks > keep) return 'fired';
  // Only an earlier summary lies before the keep window: there is no run to cover.
  return view.summaryTokens >= 0 && runBlocks + 1 > keep ? 'nothing-new' : 'too-few-runs';
}
