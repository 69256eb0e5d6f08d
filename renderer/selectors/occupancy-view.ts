import type { ThreadOverview } from '../../core/contract.ts';
import {
  indexProfile,
  occupancyScale,
  SOURCES,
  type OccupancySource,
  type PolicyPreview,
  type ProfileIndex,
} from '../../core/replay/index.ts';
import { memoizeLast } from './memoize-last.ts';
import { partsOf, tailTokens, type OccupancyNow } from './occupancy-now.ts';
import { isSentAt, recordedCalls, recordedNow } from './recorded-occupancy.ts';

/** The chart's data: one entry per model call in every column. */
export interface OccupancyView {
  readonly callCount: number;
  /** Index of the call's run. */
  readonly run: Float64Array;
  /** The occupancy before the call, which the threshold is compared with. */
  readonly before: Float64Array;
  /** What is drawn for the call: the same, but for a fold, after which the prompt is what is left. */
  readonly level: Float64Array;
  /** Index into SOURCES. */
  readonly source: Uint8Array;
  /** Calls before which something was folded, ascending. */
  readonly foldCalls: readonly number[];
  readonly now: OccupancyNow;
  readonly peakTokens: number;
  /** The peak if nothing were ever folded, as far as estimates tell: a threshold above it does nothing. */
  readonly unfoldedPeakTokens: number;
}

export const sourceOf = (view: OccupancyView, call: number): OccupancySource =>
  SOURCES[view.source[call] ?? 0] ?? 'estimated';

/** The thread as the exporting system ran it. */
export const recordedView = memoizeLast((overview: ThreadOverview): OccupancyView => {
  const index = indexProfile(overview.profile);
  const { before, level, source, foldCalls } = recordedCalls(index);
  const now = recordedNow(index, overview);
  return {
    callCount: index.callCount,
    run: index.callRun,
    before,
    level,
    source,
    foldCalls,
    now,
    peakTokens: peakOf(before, now),
    unfoldedPeakTokens: unfoldedPeakOf(index),
  };
});

/** The thread as the policy would have left it. */
export const policyView = memoizeLast((overview: ThreadOverview, preview: PolicyPreview): OccupancyView => {
  const index = indexProfile(overview.profile);
  const { series, foldCalls } = preview;
  const before = new Float64Array(index.callCount);
  for (let call = 0; call < before.length; call += 1)
    before[call] = (series.measuredTokens[call] ?? 0) + (series.pendingTokens[call] ?? 0);
  const level = Float64Array.from(before);
  for (const call of foldCalls) level[call] = series.promptTokens[call] ?? 0;
  const now = policyNow(index, overview, preview);
  return {
    callCount: index.callCount,
    run: series.run,
    before,
    level,
    source: series.source,
    foldCalls,
    now,
    peakTokens: peakOf(before, now),
    unfoldedPeakTokens: unfoldedPeakOf(index),
  };
});

function policyNow(index: ProfileIndex, overview: ThreadOverview, preview: PolicyPreview): OccupancyNow {
  const last = index.callCount - 1;
  // A policy that leaves things as they were sent has their reports, too.
  const isAsSent =
    overview.appliedBoundary === null &&
    preview.coveredRuns === 0 &&
    isSentAt(index, Math.max(0, last), 0, 0);
  if (isAsSent || last < 0) return recordedNow(index, overview);
  const { overheadTokens, factor } = occupancyScale(index);
  const prompt = preview.series.promptTokens[last] ?? 0;
  return partsOf({
    overheadTokens: Math.round(overheadTokens),
    summaryTokens: Math.round(factor * (preview.summaryTokens ?? 0)),
    knownTokens: Math.round(prompt + factor * (index.replyTokens[last] ?? 0)),
    pendingTokens: tailTokens(index),
    isMeasured: false,
  });
}

function unfoldedPeakOf(index: ProfileIndex): number {
  const { overheadTokens, factor } = occupancyScale(index);
  const whole = index.runStartTokens[index.runCount] ?? 0;
  return Math.round(overheadTokens + factor * whole);
}

function peakOf(before: Float64Array, now: OccupancyNow): number {
  let peak = now.totalTokens;
  for (const tokens of before) if (tokens > peak) peak = tokens;
  return peak;
}
