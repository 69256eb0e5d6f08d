import { type PolicySpec } from '../domain/policy-spec.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { type Scale } from './occupancy-rule.ts';
import { createWalkColumns, firstKeptRun, knobsOf, measuredBefore, walkPolicy } from './policy-walk.ts';
import { type ReplayBasis } from './replay-options.ts';
import { modelledSummaryTokens } from './summary-sizing.ts';

/**
 * The smallest prompt that a fold can leave: overhead, the smallest keep window there ever is, and a
 * summary. Null when there are never more blocks than the policy keeps, or no summarizer. Not rounded.
 */
export function floorTokens(index: ProfileIndex, policy: PolicySpec, basis: ReplayBasis): number | null {
  const { keep, leavesSummary } = knobsOf(policy);
  if (keep === 0) return null;
  let smallest = Infinity;
  let covered = 0;
  for (let call = 0; call < index.callCount; call += 1) {
    const run = at(index.callRun, call);
    if (at(index.blocksBefore, run) + 1 <= keep) continue;
    const start = at(index.runStartTokens, firstKeptRun(index, run, keep));
    const kept = at(index.promptTokens, call) - start;
    if (kept >= smallest) continue;
    smallest = kept;
    covered = start;
  }
  if (smallest === Infinity) return null;
  const summary = leavesSummary ? modelledSummaryTokens(basis.sizing, covered) : 0;
  return basis.overheadTokens + summary + basis.factor * smallest;
}

const highest = new WeakMap<ProfileIndex, { readonly overheadTokens: number; readonly tokens: number }>();

/** The highest occupancy before any call, had nothing ever been folded; 0 without calls. Not rounded. */
export function highestOccupancyTokens(index: ProfileIndex, scale: Scale): number {
  // Asked for with every move of a slider, and the same as long as the overhead is.
  const known = highest.get(index);
  if (known?.overheadTokens === scale.overheadTokens) return known.tokens;
  const columns = createWalkColumns(index.callCount);
  const settings = { policy: { summarizer: 'none' }, ...scale } as const;
  walkPolicy(index, { ...settings, sizing: { kind: 'tokens', tokens: 0 }, realSummaryTokens: null }, columns);
  let tokens = 0;
  for (let call = 0; call < index.callCount; call += 1) {
    tokens = Math.max(tokens, measuredBefore(columns, call) + at(index.addedTokens, call));
  }
  highest.set(index, { overheadTokens: scale.overheadTokens, tokens });
  return tokens;
}

/** A whole number of tokens that was summed up in fractions is still that number. */
const ROUNDING_NOISE = 1e-6;

/** Where on the threshold's scale a policy does something. Whole tokens. */
export interface ThresholdZones {
  /** At this threshold and below, a fold can't bring the thread under it. Null: nothing can ever be folded. */
  readonly floorTokens: number | null;
  /** At this threshold and above, it never fires. */
  readonly neverFiresFromTokens: number;
  /** False: the threshold is in the zone where it fires for ever. */
  readonly reachable: boolean;
}

export function thresholdZones(index: ProfileIndex, policy: PolicySpec, basis: ReplayBasis): ThresholdZones {
  const floor = floorTokens(index, policy, basis);
  const rounded = floor === null ? null : Math.round(floor);
  const isLlm = policy.summarizer === 'llm';
  return {
    floorTokens: rounded,
    // With never more runs than the keep window, no threshold fires: the zone is the whole scale.
    neverFiresFromTokens:
      isLlm && rounded === null ? 0 : Math.ceil(highestOccupancyTokens(index, basis) - ROUNDING_NOISE),
    reachable: !isLlm || rounded === null || policy.tokenThreshold > rounded,
  };
}
