import { effectiveKeepCount, effectiveKeepRecentCount, type PolicySpec } from '../domain/policy-spec.ts';
import { at, firstBlockRun, type ProfileIndex } from './index-profile.ts';
import {
  ADJUSTED,
  adjusted,
  ESTIMATED,
  estimated,
  isAsSent,
  isNear,
  MEASURED,
  type Scale,
} from './occupancy-rule.ts';
import { modelledSummaryTokens, type SummarySizing } from './summary-sizing.ts';

/** Why a summarizer did or didn't fold before a call; tested in this order. */
export type DecisionReason = 'no-summarizer' | 'below-threshold' | 'too-few-runs' | 'nothing-new' | 'fired';

export const REASONS: readonly DecisionReason[] = [
  'no-summarizer',
  'below-threshold',
  'too-few-runs',
  'nothing-new',
  'fired',
];
const [NO_SUMMARIZER, BELOW_THRESHOLD, TOO_FEW_RUNS, NOTHING_NEW, FIRED] = [0, 1, 2, 3, 4] as const;

/** What is sent at each call, and what it takes. Overwritten by each walk, so that a sweep allocates it once. */
export interface WalkColumns {
  /** First run that is sent as written. */
  readonly firstRun: Float64Array;
  /** Size of the summary in front of it; −1 where there is none. */
  readonly summaryTokens: Float64Array;
  readonly viewTokens: Float64Array;
  /** The prompt, and prompt plus reply. Not rounded. */
  readonly promptTokens: Float64Array;
  readonly totalTokens: Float64Array;
  /** Index into SOURCES, of the prompt. */
  readonly source: Uint8Array;
  /** Index into REASONS. */
  readonly reason: Uint8Array;
}

export interface Fold {
  readonly call: number;
  /** The view before it. */
  readonly firstRunBefore: number;
  readonly summaryTokensBefore: number;
  /** First run kept. */
  readonly firstRun: number;
  /** Size of what is covered now, the summary before it included. */
  readonly coveredTokens: number;
  /** −1 for a sliding window. */
  readonly summaryTokens: number;
}

export interface WalkSettings extends Scale {
  readonly policy: PolicySpec;
  readonly sizing: SummarySizing;
  /** Sizes of real summaries, by fold. When there is a fold more, the walk stops before it. */
  readonly realSummaryTokens: readonly number[] | null;
}

export function createWalkColumns(callCount: number): WalkColumns {
  return {
    firstRun: new Float64Array(callCount),
    summaryTokens: new Float64Array(callCount),
    viewTokens: new Float64Array(callCount),
    promptTokens: new Float64Array(callCount),
    totalTokens: new Float64Array(callCount),
    source: new Uint8Array(callCount),
    reason: new Uint8Array(callCount),
  };
}

export interface Walk {
  readonly folds: readonly Fold[];
  /** The fold whose real summary isn't there yet; its call and all later ones are not filled in. */
  readonly pendingFold: Fold | null;
}

/**
 * Replays one policy, call by call: the one place where the rules of occupancy and of the decision are
 * applied. Replay, preview and sweep only read `columns` in different ways, so they can't disagree.
 */
export function walkPolicy(index: ProfileIndex, settings: WalkSettings, columns: WalkColumns): Walk {
  const folds: Fold[] = [];
  const { threshold, keep, leavesSummary } = knobsOf(settings.policy);
  let firstRun = firstBlockRun(index, 0);
  let summaryTokens = -1;
  for (let call = 0; call < index.callCount; call += 1) {
    const run = at(index.callRun, call);
    const occupancy = (call === 0 ? 0 : at(columns.totalTokens, call - 1)) + at(index.addedTokens, call);
    let reason: number = NO_SUMMARIZER;
    if (keep > 0) {
      reason = decide(index, occupancy, threshold, keep, run, firstRun, summaryTokens >= 0);
    }
    if (reason === FIRED) {
      const fold = foldAt(index, call, keep, firstRun, summaryTokens);
      const real = settings.realSummaryTokens;
      const size = !leavesSummary
        ? -1
        : real === null
          ? modelledSummaryTokens(settings.sizing, fold.coveredTokens)
          : real[folds.length];
      if (size === undefined) return { folds, pendingFold: fold };
      folds.push({ ...fold, summaryTokens: size });
      firstRun = fold.firstRun;
      summaryTokens = size;
    }
    columns.reason[call] = reason;
    send(index, settings, columns, call, firstRun, summaryTokens);
  }
  return { folds, pendingFold: null };
}

/** What the call before left behind: the measured part of the occupancy before this one. */
export function measuredBefore(columns: WalkColumns, call: number): number {
  return call === 0 ? 0 : at(columns.totalTokens, call - 1);
}

interface Knobs {
  readonly threshold: number;
  /** 0: no summarizer. */
  readonly keep: number;
  readonly leavesSummary: boolean;
}

export function knobsOf(policy: PolicySpec): Knobs {
  switch (policy.summarizer) {
    case 'none':
      return { threshold: Infinity, keep: 0, leavesSummary: false };
    case 'llm':
      return {
        threshold: policy.tokenThreshold,
        keep: effectiveKeepRecentCount(policy.keepRecentCount),
        leavesSummary: true,
      };
    case 'sliding-window':
      // Its only trigger is the number of runs: any occupancy is enough.
      return { threshold: -Infinity, keep: effectiveKeepCount(policy.keepCount), leavesSummary: false };
  }
}

function decide(
  index: ProfileIndex,
  occupancy: number,
  threshold: number,
  keep: number,
  run: number,
  firstRun: number,
  hasSummary: boolean,
): number {
  if (occupancy <= threshold) return BELOW_THRESHOLD;
  // The run in flight is a block, also when the call is the first thing in it.
  const runBlocks = at(index.blocksBefore, run) - at(index.blocksBefore, firstRun) + 1;
  if (runBlocks + (hasSummary ? 1 : 0) <= keep) return TOO_FEW_RUNS;
  return runBlocks <= keep ? NOTHING_NEW : FIRED;
}

function foldAt(
  index: ProfileIndex,
  call: number,
  keep: number,
  firstRunBefore: number,
  summaryTokensBefore: number,
): Fold {
  const firstRun = firstKeptRun(index, at(index.callRun, call), keep);
  const coveredTokens =
    Math.max(0, summaryTokensBefore) +
    at(index.runStartTokens, firstRun) -
    at(index.runStartTokens, firstRunBefore);
  return { call, firstRunBefore, summaryTokensBefore, firstRun, coveredTokens, summaryTokens: -1 };
}

/** The first of the last `keep` blocks while `run` is in flight; there must be more than that. */
export function firstKeptRun(index: ProfileIndex, run: number, keep: number): number {
  return keep === 1 ? run : at(index.blockRuns, at(index.blocksBefore, run) - keep + 1);
}

function send(
  index: ProfileIndex,
  scale: Scale,
  columns: WalkColumns,
  call: number,
  firstRun: number,
  summaryTokens: number,
): void {
  const viewTokens =
    Math.max(0, summaryTokens) + at(index.promptTokens, call) - at(index.runStartTokens, firstRun);
  const asSent = isAsSent(index, call, firstRun, summaryTokens >= 0);
  columns.firstRun[call] = firstRun;
  columns.summaryTokens[call] = summaryTokens;
  columns.viewTokens[call] = viewTokens;

  const measured = at(index.measuredPrompt, call);
  const point = at(index.promptPoint, call);
  const content = at(index.promptPointContent, call);
  if (asSent && !Number.isNaN(measured)) {
    columns.promptTokens[call] = measured;
    columns.source[call] = MEASURED;
  } else if (isNear(point, content, viewTokens)) {
    columns.promptTokens[call] = adjusted(point, content, viewTokens, scale);
    columns.source[call] = ADJUSTED;
  } else {
    columns.promptTokens[call] = estimated(viewTokens, scale);
    columns.source[call] = ESTIMATED;
  }
  columns.totalTokens[call] = totalOf(index, scale, call, viewTokens, asSent);
}

/** Prompt and reply, by the same three rules: the measured part of the occupancy before the next call. */
function totalOf(
  index: ProfileIndex,
  scale: Scale,
  call: number,
  viewTokens: number,
  asSent: boolean,
): number {
  const measured = at(index.measuredTotal, call);
  if (asSent && !Number.isNaN(measured)) return measured;
  const tokens = viewTokens + at(index.replyTokens, call);
  const point = at(index.totalPoint, call);
  const content = at(index.totalPointContent, call);
  return isNear(point, content, tokens) ? adjusted(point, content, tokens, scale) : estimated(tokens, scale);
}
