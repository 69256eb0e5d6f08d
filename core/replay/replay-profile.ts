import { type PolicySpec } from '../domain/policy-spec.ts';
import { assumesCacheAlive } from './call-cost.ts';
import { type Calibration } from './calibration.ts';
import { createCostColumns, fillCostColumns } from './cost-columns.ts';
import { thresholdZones, type ThresholdZones } from './floor.ts';
import { indexProfile } from './index-profile.ts';
import { foldLedger, type LedgerEntry } from './ledger.ts';
import type { OverheadSource } from './occupancy-scale.ts';
import { createWalkColumns, walkPolicy, type Fold } from './policy-walk.ts';
import { replayFindings, type ReplayFinding } from './replay-findings.ts';
import { replayBasis, type ReplayOptions } from './replay-options.ts';
import { stepsOf, type ReplayStep } from './replay-step.ts';
import { NO_PRICES, summarizerFigures, totalsOf, type ReplayTotals } from './replay-totals.ts';
import { type ThreadProfile } from './thread-profile.ts';

export interface Replay extends ThresholdZones {
  readonly policy: PolicySpec;
  /** Null when no call reported anything: every figure is an estimate. */
  readonly calibration: Calibration | null;
  readonly overheadTokens: number;
  readonly overheadSource: OverheadSource;
  readonly factor: number;
  readonly steps: readonly ReplayStep[];
  readonly totals: ReplayTotals;
  readonly findings: readonly ReplayFinding[];
  /** By fold; null without the prices of both models. */
  readonly ledger: readonly LedgerEntry[] | null;
  /** Prices were used, and some times between calls aren't known: the cache was taken to be still there. */
  readonly cacheTimesAssumed: boolean;
  /** The replay stopped before this fold, whose real summary it doesn't have yet. */
  readonly pendingFold: Fold | null;
}

/**
 * Replays a thread under a policy, one step per model call. Works on the numbers of the profile alone.
 * A knob out of range is read as the summarizers read it.
 */
export function replayProfile(
  profile: ThreadProfile,
  policy: PolicySpec,
  options: ReplayOptions = {},
): Replay {
  const index = indexProfile(profile);
  const basis = replayBasis(index, options);
  const { scaled, sizing } = basis;
  const columns = createWalkColumns(index.callCount);
  const walk = walkPolicy(scaled, { policy, sizing, realSummaries: options.realSummaries ?? null }, columns);
  const prices = options.prices ?? NO_PRICES;
  const summarizer = summarizerFigures(
    index,
    walk.folds,
    options.instructionTokens ?? 0,
    prices.summarizer,
    options.realSummaries ?? null,
  );
  const agent = prices.agent === null ? null : createCostColumns(scaled, prices.agent);
  if (agent !== null && prices.agent !== null) {
    fillCostColumns(scaled, walk, columns, prices.agent, agent);
  }
  const zones = thresholdZones(policy, basis);
  const steps = stepsOf(scaled, policy, walk, columns, agent, summarizer);
  return {
    policy,
    calibration: basis.calibration,
    overheadTokens: Math.round(scaled.overheadTokens),
    overheadSource: basis.overheadSource,
    factor: scaled.factor,
    ...zones,
    steps,
    totals: totalsOf(walk, columns, summarizer, agent?.agent ?? null, options.limitTokens ?? null),
    findings: replayFindings(walk, columns, steps, policy, basis, zones, options),
    ledger:
      agent === null || prices.agent === null || summarizer.costs === null
        ? null
        : foldLedger(scaled, walk, summarizer.costs, agent.prompt, prices.agent),
    cacheTimesAssumed: agent !== null && assumesCacheAlive(index),
    pendingFold: walk.pendingFold,
  };
}
