import { type PolicySpec } from '../domain/policy-spec.ts';
import { assumesCacheAlive } from './call-cost.ts';
import { type Calibration } from './calibration.ts';
import { createCostColumns, fillCostColumns, type CostColumns } from './cost-columns.ts';
import { thresholdZones, type ThresholdZones } from './floor.ts';
import { at, indexProfile, type ProfileIndex } from './index-profile.ts';
import { foldLedger, type LedgerEntry } from './ledger.ts';
import { SOURCES, type OccupancySource } from './occupancy-rule.ts';
import {
  createWalkColumns,
  measuredBefore,
  REASONS,
  walkPolicy,
  type DecisionReason,
  type Fold,
  type WalkColumns,
} from './policy-walk.ts';
import { replayFindings, type ReplayFinding } from './replay-findings.ts';
import { replayBasis, type ReplayBasis, type ReplayOptions } from './replay-options.ts';
import {
  NO_PRICES,
  summarizerFigures,
  totalsOf,
  type ReplayTotals,
  type SummarizerFigures,
} from './replay-totals.ts';
import { type ThreadProfile } from './thread-profile.ts';

/** One model call under the policy. Token figures are whole; money is US dollars, not rounded. */
export interface ReplayStep {
  /** Index of the call. */
  readonly index: number;
  /** Index of its run. */
  readonly run: number;
  /** The occupancy that the summarizer saw. */
  readonly before: { readonly measuredTokens: number; readonly pendingTokens: number };
  readonly fired: boolean;
  readonly reason: DecisionReason;
  /** Runs covered by this fold that were not before: first and last index. Null: nothing was folded. */
  readonly covered: { readonly firstRun: number; readonly lastRun: number } | null;
  /** Index of the last run that is covered from this call on because of this fold. */
  readonly boundaryRun: number | null;
  /** Size of the summary that this fold made; 0 for none. */
  readonly summaryTokens: number;
  /** The prompt, and how it is known. */
  readonly sentTokens: number;
  readonly source: OccupancySource;
  readonly sentMessages: number;
  /** Prompt and reply: the measured part of the next call's occupancy. */
  readonly totalTokens: number;
  /** Null without prices: what is cached depends on the provider. */
  readonly cachedTokens: number | null;
  readonly cost: StepCost;
}

/** US dollars; null where the price isn't known. `summarizer` is 0 for a call before which nothing was summarized. */
export interface StepCost {
  readonly agent: number | null;
  readonly summarizer: number | null;
}

export interface Replay extends ThresholdZones {
  readonly policy: PolicySpec;
  readonly calibration: Calibration | null;
  readonly overheadTokens: number;
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
 * Replays a thread under a policy, one step per model call.
 *
 * @throws Nothing: a policy out of range is read as the summarizers read it.
 */
export function replayProfile(
  profile: ThreadProfile,
  policy: PolicySpec,
  options: ReplayOptions = {},
): Replay {
  const index = indexProfile(profile);
  const basis = replayBasis(index, options);
  const columns = createWalkColumns(index.callCount);
  const { folds, pendingFold } = walkPolicy(
    index,
    { policy, ...basis, realSummaryTokens: options.realSummaryTokens ?? null },
    columns,
  );
  const callCount = pendingFold === null ? index.callCount : pendingFold.call;
  const figures = costFigures(index, columns, folds, callCount, basis, options);
  const steps = stepsOf(index, columns, folds, callCount, figures);
  const zones = thresholdZones(index, policy, basis);
  const totals = totalsOf(
    columns,
    folds,
    callCount,
    figures.summarizer,
    figures.agent?.agent ?? null,
    options.limitTokens ?? null,
  );
  return {
    policy,
    calibration: basis.calibration,
    overheadTokens: Math.round(basis.overheadTokens),
    factor: basis.factor,
    ...zones,
    steps,
    totals,
    findings: replayFindings(index, columns, folds, callCount, policy, basis, zones, options),
    ledger: figures.ledger,
    cacheTimesAssumed: figures.agent !== null && assumesCacheAlive(index),
    pendingFold,
  };
}

interface CostFigures {
  readonly agent: CostColumns | null;
  readonly summarizer: SummarizerFigures;
  readonly ledger: readonly LedgerEntry[] | null;
}

function costFigures(
  index: ProfileIndex,
  columns: WalkColumns,
  folds: readonly Fold[],
  callCount: number,
  basis: ReplayBasis,
  options: ReplayOptions,
): CostFigures {
  const prices = options.prices ?? NO_PRICES;
  const summarizer = summarizerFigures(index, folds, options.instructionTokens ?? 0, prices.summarizer);
  if (prices.agent === null) return { agent: null, summarizer, ledger: null };
  const agent = createCostColumns(index, prices.agent, basis);
  fillCostColumns(index, columns, callCount, prices.agent, basis, agent);
  const ledger =
    summarizer.costs === null
      ? null
      : foldLedger(index, columns, folds, callCount, summarizer.costs, agent.prompt, prices.agent, basis);
  return { agent, summarizer, ledger };
}

function stepsOf(
  index: ProfileIndex,
  columns: WalkColumns,
  folds: readonly Fold[],
  callCount: number,
  figures: CostFigures,
): readonly ReplayStep[] {
  const steps: ReplayStep[] = [];
  let nextFold = 0;
  for (let call = 0; call < callCount; call += 1) {
    const fold = folds[nextFold]?.call === call ? folds[nextFold] : undefined;
    const summarizer = figures.summarizer.costs;
    const summarizerCost =
      fold === undefined || fold.summaryTokens < 0 ? 0 : (summarizer?.[nextFold] ?? null);
    if (fold !== undefined) nextFold += 1;
    const boundaryRun = fold === undefined ? null : lastBlockBefore(index, fold.firstRun);
    const summaryMessages = at(columns.summaryTokens, call) < 0 ? 0 : 1;
    steps.push({
      index: call,
      run: at(index.callRun, call),
      before: {
        measuredTokens: Math.round(measuredBefore(columns, call)),
        pendingTokens: at(index.addedTokens, call),
      },
      fired: fold !== undefined,
      reason: REASONS[columns.reason[call] ?? 0] ?? 'no-summarizer',
      covered:
        fold === undefined || boundaryRun === null
          ? null
          : { firstRun: fold.firstRunBefore, lastRun: boundaryRun },
      boundaryRun,
      summaryTokens: Math.round(Math.max(0, fold?.summaryTokens ?? 0)),
      sentTokens: Math.round(at(columns.promptTokens, call)),
      source: SOURCES[columns.source[call] ?? 0] ?? 'estimated',
      sentMessages:
        summaryMessages +
        at(index.promptMessages, call) -
        at(index.runStartMessages, at(columns.firstRun, call)),
      totalTokens: Math.round(at(columns.totalTokens, call)),
      cachedTokens: figures.agent === null ? null : Math.round(at(figures.agent.cachedTokens, call)),
      cost: {
        agent: figures.agent === null ? null : at(figures.agent.agent, call),
        summarizer: summarizerCost,
      },
    });
  }
  return steps;
}

/** The newest block before a run: what a boundary there names. */
export function lastBlockBefore(index: ProfileIndex, run: number): number | null {
  return index.blockRuns[at(index.blocksBefore, run) - 1] ?? null;
}
