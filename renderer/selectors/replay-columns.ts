import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import {
  replayProfile,
  SOURCES,
  type DecisionReason,
  type OccupancySource,
  type Replay,
  type ReplayOptions,
  type ReplayStep,
  type ThreadProfile,
} from '../../core/replay/index.ts';
import { memoizeLast } from './memoize-last.ts';

export const REASONS: readonly DecisionReason[] = [
  'no-summarizer',
  'below-threshold',
  'too-few-runs',
  'nothing-new',
  'fired',
];

export interface ReplayFold {
  readonly call: number;
  readonly run: number;
  /** Runs that this fold newly covers, first and last. */
  readonly firstRun: number;
  readonly lastRun: number;
  readonly summaryTokens: number;
  /** US dollars; null without prices. */
  readonly summarizerCost: number | null;
  /** Balance after the fold's call and each later one, until the next fold; empty without prices. */
  readonly balances: readonly number[];
  /** Null: never, or not known. */
  readonly paidBackAtCall: number | null;
}

/**
 * A replay in columns, one entry per model call: steps as objects would make a long thread too heavy to
 * hand from a worker to the window. NaN is "not known".
 */
export interface ReplayColumns extends Pick<
  Replay,
  | 'policy'
  | 'calibration'
  | 'overheadTokens'
  | 'factor'
  | 'totals'
  | 'findings'
  | 'cacheTimesAssumed'
  | 'floorTokens'
  | 'neverFiresFromTokens'
  | 'reachable'
> {
  readonly callCount: number;
  readonly run: Float64Array;
  readonly measuredTokens: Float64Array;
  readonly pendingTokens: Float64Array;
  readonly sentTokens: Float64Array;
  readonly totalTokens: Float64Array;
  readonly sentMessages: Float64Array;
  readonly cachedTokens: Float64Array;
  readonly agentCost: Float64Array;
  /** Agent and summarizer up to and with this call. */
  readonly costSoFar: Float64Array;
  /** Prompts up to and with this call. */
  readonly sentSoFar: Float64Array;
  /** Indexes into SOURCES and REASONS. */
  readonly source: Uint8Array;
  readonly reason: Uint8Array;
  readonly folds: readonly ReplayFold[];
  /** Ledgers were made: agent and summarizer have prices. */
  readonly hasLedger: boolean;
}

export function replayColumnsOf(replay: Replay): ReplayColumns {
  const { steps } = replay;
  const column = (read: (step: ReplayStep) => number): Float64Array => Float64Array.from(steps, read);
  const agentCost = column((step) => step.cost.agent ?? NaN);
  const sentTokens = column((step) => step.sentTokens);
  const costs = column((step) => (step.cost.agent ?? NaN) + (step.cost.summarizer ?? NaN));
  return {
    policy: replay.policy,
    calibration: replay.calibration,
    overheadTokens: replay.overheadTokens,
    factor: replay.factor,
    totals: replay.totals,
    findings: replay.findings,
    cacheTimesAssumed: replay.cacheTimesAssumed,
    floorTokens: replay.floorTokens,
    neverFiresFromTokens: replay.neverFiresFromTokens,
    reachable: replay.reachable,
    callCount: steps.length,
    run: column((step) => step.run),
    measuredTokens: column((step) => step.before.measuredTokens),
    pendingTokens: column((step) => step.before.pendingTokens),
    sentTokens,
    totalTokens: column((step) => step.totalTokens),
    sentMessages: column((step) => step.sentMessages),
    cachedTokens: column((step) => step.cachedTokens ?? NaN),
    agentCost,
    costSoFar: running(costs),
    sentSoFar: running(sentTokens),
    source: Uint8Array.from(steps, (step) => SOURCES.indexOf(step.source)),
    reason: Uint8Array.from(steps, (step) => REASONS.indexOf(step.reason)),
    folds: foldsOf(replay),
    hasLedger: replay.ledger !== null,
  };
}

function running(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function foldsOf({ steps, ledger }: Replay): readonly ReplayFold[] {
  return steps
    .filter((step) => step.fired && step.covered !== null)
    .map((step, place) => {
      const entry = ledger?.[place];
      return {
        call: step.index,
        run: step.run,
        firstRun: step.covered?.firstRun ?? 0,
        lastRun: step.covered?.lastRun ?? 0,
        summaryTokens: step.summaryTokens,
        summarizerCost: step.cost.summarizer,
        balances: entry?.balances ?? [],
        paidBackAtCall: entry?.paidBackAtCall ?? null,
      };
    });
}

/** The newest fold at or before a call; −1: none yet. */
export function foldAt({ folds }: Pick<ReplayColumns, 'folds'>, call: number): number {
  let low = 0;
  let high = folds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((folds[middle]?.call ?? Infinity) <= call) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Runs that are not sent as written at a call. */
export function coveredRunsAt(columns: Pick<ReplayColumns, 'folds'>, call: number): number {
  const fold = columns.folds[foldAt(columns, call)];
  return fold === undefined ? 0 : fold.lastRun + 1;
}

export function reasonAt(columns: ReplayColumns, call: number): DecisionReason {
  return REASONS[columns.reason[call] ?? 0] ?? 'no-summarizer';
}

export function sourceAt(columns: ReplayColumns, call: number): OccupancySource {
  return SOURCES[columns.source[call] ?? 2] ?? 'estimated';
}

/** NaN as null: not known. */
export function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** For threads that are short enough to be replayed between two frames. */
export const replayColumns = memoizeLast(
  (profile: ThreadProfile, policy: PolicySpec, options: ReplayOptions): ReplayColumns =>
    replayColumnsOf(replayProfile(profile, policy, options)),
);
