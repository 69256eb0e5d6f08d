import { type PolicySpec } from '../domain/policy-spec.ts';
import { thresholdZones, type ThresholdZones } from './floor.ts';
import { at, indexProfile, lastBlockBefore } from './index-profile.ts';
import type { OverheadSource } from './occupancy-scale.ts';
import { createWalkColumns, measuredBefore, walkPolicy, wholeTranscript } from './policy-walk.ts';
import { sourceOf, type SentView } from './scaled-profile.ts';
import { replayBasis, type ReplayOptions } from './replay-options.ts';
import { type ThreadProfile } from './thread-profile.ts';

/** What a policy makes of a thread, in the figures that change while a slider moves. Whole tokens. */
export interface PolicyPreview extends ThresholdZones {
  /** Runs 0 … coveredRuns−1 are not in the view as written after the last call. */
  readonly coveredRuns: number;
  /** Index of the last covered run with messages; null when nothing is covered. */
  readonly boundaryRun: number | null;
  /** Estimate of the covered runs as written. */
  readonly coveredTokens: number;
  /** Size of the summary in the view; null when none stands there. */
  readonly summaryTokens: number | null;
  /** Estimate of the view after the last run, and of the transcript it stands for. */
  readonly viewTokens: number;
  readonly transcriptTokens: number;
  readonly series: OccupancySeries;
  /** The calls before which something was folded, ascending. */
  readonly foldCalls: readonly number[];
  readonly highestTokens: number;
  /** What every prompt holds besides the transcript, and how that is known. */
  readonly overheadTokens: number;
  readonly overheadSource: OverheadSource;
}

/** One entry per model call in every column. */
export interface OccupancySeries {
  /** Index of the call's run. */
  readonly run: Float64Array;
  /** The occupancy that the summarizer saw: measured part, and what was appended since. */
  readonly measuredTokens: Float64Array;
  readonly pendingTokens: Float64Array;
  /** The prompt as sent. */
  readonly promptTokens: Float64Array;
  /** Index into SOURCES: how the prompt is known. */
  readonly source: Uint8Array;
}

/** The same numbers as `replayProfile`, without steps, money and findings: quick enough for every move of a slider. */
export function previewPolicy(
  profile: ThreadProfile,
  policy: PolicySpec,
  options: ReplayOptions = {},
): PolicyPreview {
  const index = indexProfile(profile);
  const basis = replayBasis(index, options);
  const { scaled, sizing } = basis;
  const columns = createWalkColumns(index.callCount);
  const { folds } = walkPolicy(scaled, { policy, sizing, realSummaries: null }, columns);
  const view = folds.at(-1)?.after ?? wholeTranscript(index);
  const summaryTokens = view.summaryTokens < 0 ? null : view.summaryTokens;
  const coveredRuns = folds.length === 0 ? 0 : view.firstRun;
  const transcriptTokens = at(index.runStartTokens, index.runCount);
  const coveredTokens = at(index.runStartTokens, coveredRuns);

  const measuredTokens = new Float64Array(index.callCount);
  const promptTokens = new Float64Array(index.callCount);
  const source = new Uint8Array(index.callCount);
  let highestTokens = 0;
  let sent: SentView = wholeTranscript(index);
  let nextFold = 0;
  for (let call = 0; call < index.callCount; call += 1) {
    measuredTokens[call] = Math.round(measuredBefore(columns, call));
    const fold = folds[nextFold];
    if (fold?.call === call) {
      sent = fold.after;
      nextFold += 1;
    }
    source[call] = sourceOf(scaled, call, sent);
    promptTokens[call] = Math.round(at(columns.promptTokens, call));
    highestTokens = Math.max(highestTokens, at(measuredTokens, call) + at(index.addedTokens, call));
  }
  return {
    ...thresholdZones(policy, basis),
    coveredRuns,
    boundaryRun: lastBlockBefore(index, coveredRuns),
    coveredTokens,
    summaryTokens: summaryTokens === null ? null : Math.round(summaryTokens),
    viewTokens: Math.round((summaryTokens ?? 0) + transcriptTokens - coveredTokens),
    transcriptTokens,
    series: {
      run: index.callRun,
      measuredTokens,
      pendingTokens: index.addedTokens,
      promptTokens,
      source,
    },
    foldCalls: folds.map((fold) => fold.call),
    highestTokens,
    overheadTokens: Math.round(scaled.overheadTokens),
    overheadSource: basis.overheadSource,
  };
}
