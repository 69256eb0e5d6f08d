import { type PolicySpec } from '../domain/policy-spec.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { createWalkColumns, firstKeptRun, knobsOf, measuredBefore, walkPolicy } from './policy-walk.ts';
import { type ReplayBasis } from './replay-options.ts';
import { type ScaledProfile } from './scaled-profile.ts';
import { modelledSummaryTokens } from './summary-sizing.ts';

/** The smallest keep window there ever is, and what lies before it. */
interface SmallestWindow {
  readonly keptTokens: number;
  readonly coveredTokens: number;
}

const smallestWindows = new WeakMap<ProfileIndex, Map<number, SmallestWindow | null>>();

/** Null when there are never more blocks than are kept. The same for every threshold, so it is remembered. */
function smallestWindow(index: ProfileIndex, keep: number): SmallestWindow | null {
  const known = smallestWindows.get(index) ?? new Map<number, SmallestWindow | null>();
  smallestWindows.set(index, known);
  let window = known.get(keep);
  if (window === undefined) {
    window = findSmallestWindow(index, keep);
    known.set(keep, window);
  }
  return window;
}

function findSmallestWindow(index: ProfileIndex, keep: number): SmallestWindow | null {
  let keptTokens = Infinity;
  let coveredTokens = 0;
  for (let call = 0; call < index.callCount; call += 1) {
    const run = at(index.callRun, call);
    if (at(index.blocksBefore, run) + 1 <= keep) continue;
    const start = at(index.runStartTokens, firstKeptRun(index, run, keep));
    const kept = at(index.promptTokens, call) - start;
    if (kept >= keptTokens) continue;
    keptTokens = kept;
    coveredTokens = start;
  }
  return keptTokens === Infinity ? null : { keptTokens, coveredTokens };
}

/**
 * The smallest prompt that a fold can leave: overhead, the smallest keep window, and a summary. Null when
 * there are never more blocks than the policy keeps, or no summarizer. Not rounded.
 */
export function floorTokens(policy: PolicySpec, { scaled, sizing }: ReplayBasis): number | null {
  const { keep, leavesSummary } = knobsOf(policy);
  const window = keep === 0 ? null : smallestWindow(scaled.index, keep);
  if (window === null) return null;
  const summary = leavesSummary ? modelledSummaryTokens(sizing, window.coveredTokens) : 0;
  return scaled.overheadTokens + summary + scaled.factor * window.keptTokens;
}

const highest = new WeakMap<ScaledProfile, number>();

/** The highest occupancy before any call, had nothing ever been folded; 0 without calls. Not rounded. */
export function highestOccupancyTokens(scaled: ScaledProfile): number {
  const known = highest.get(scaled);
  if (known !== undefined) return known;
  const { index } = scaled;
  const columns = createWalkColumns(index.callCount);
  walkPolicy(
    scaled,
    {
      policy: { summarizer: 'none' },
      sizing: { kind: 'tokens', tokens: 0 },
      realSummaries: null,
    },
    columns,
  );
  let tokens = 0;
  for (let call = 0; call < index.callCount; call += 1) {
    tokens = Math.max(tokens, measuredBefore(columns, call) + at(index.addedTokens, call));
  }
  highest.set(scaled, tokens);
  return tokens;
}

/** What every prompt holds besides the transcript is over the threshold by itself, as soon as anything is said. */
export function fixedPartExceeds(policy: PolicySpec, overheadTokens: number): boolean {
  return policy.summarizer === 'llm' && overheadTokens > 0 && overheadTokens >= policy.tokenThreshold;
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

export function thresholdZones(policy: PolicySpec, basis: ReplayBasis): ThresholdZones {
  const floor = floorTokens(policy, basis);
  const rounded = floor === null ? null : Math.round(floor);
  const isLlm = policy.summarizer === 'llm';
  return {
    floorTokens: rounded,
    // With never more runs than the keep window, no threshold fires: the zone is the whole scale.
    neverFiresFromTokens:
      isLlm && rounded === null ? 0 : Math.ceil(highestOccupancyTokens(basis.scaled) - ROUNDING_NOISE),
    reachable: !isLlm || rounded === null || policy.tokenThreshold > rounded,
  };
}
