import { effectiveKeepCount, effectiveKeepRecentCount, type PolicySpec } from '../domain/policy-spec.ts';
import { at, firstBlockRun, type ProfileIndex } from './index-profile.ts';
import { byPointOrEstimate, offsetOf, type ScaledProfile, type SentView } from './scaled-profile.ts';
import { modelledSummaryTokens, type SummarySizing } from './summary-sizing.ts';

/** What is sent at each call takes, and what is left behind. Overwritten by each walk, so that a sweep allocates it once. */
export interface WalkColumns {
  /** The prompt, and prompt plus reply. Not rounded. */
  readonly promptTokens: Float64Array;
  readonly totalTokens: Float64Array;
}

export function createWalkColumns(callCount: number): WalkColumns {
  return { promptTokens: new Float64Array(callCount), totalTokens: new Float64Array(callCount) };
}

export interface Fold {
  /** It stands before this call. */
  readonly call: number;
  readonly before: SentView;
  readonly after: SentView;
  /** Size of what is covered now, the summary before it included. */
  readonly coveredTokens: number;
}

export interface WalkSettings {
  readonly policy: PolicySpec;
  readonly sizing: SummarySizing;
  /** Real summaries, by fold. When there is a fold more, the walk stops before it. */
  readonly realSummaries: readonly { readonly tokens: number }[] | null;
}

export interface Walk {
  readonly folds: readonly Fold[];
  /** The fold whose real summary isn't there yet; its call and all later ones are not filled in. */
  readonly pendingFold: Fold | null;
  /** Calls that are filled in. */
  readonly callCount: number;
  /** Sum of the prompts, and the largest. Not rounded. */
  readonly sentTokens: number;
  readonly peakTokens: number;
}

/**
 * Replays one policy, call by call: the one place where occupancy and decision meet. Replay, preview and
 * sweep read its outcome in different ways, so they can't disagree.
 */
export function walkPolicy(scaled: ScaledProfile, settings: WalkSettings, columns: WalkColumns): Walk {
  const { index, factor, prompt, total, sentFrom } = scaled;
  const { promptTokens, totalTokens } = columns;
  const { threshold, keep } = knobsOf(settings.policy);
  const folds: Fold[] = [];
  let view = wholeTranscript(index);
  let offset = offsetOf(index, view);
  let scaledOffset = factor * offset;
  // No call was sent from run −2: with a summary in front nothing is as it was sent.
  let asSentFrom = view.firstRun;
  let blocksBefore = at(index.blocksBefore, view.firstRun);
  let measuredBefore = 0;
  let sentTokens = 0;
  let peakTokens = 0;
  for (let call = 0; call < index.callCount; call += 1) {
    if (measuredBefore + at(index.addedTokens, call) > threshold) {
      const run = at(index.callRun, call);
      if (at(index.blocksBefore, run) - blocksBefore + 1 > keep) {
        const fold = foldAt(index, call, keep, view, sizeOf(settings, folds.length));
        if (fold === null) return { folds, ...pendingAt(index, call, keep, view), sentTokens, peakTokens };
        folds.push(fold);
        view = fold.after;
        offset = offsetOf(index, view);
        scaledOffset = factor * offset;
        asSentFrom = view.summaryTokens < 0 ? view.firstRun : -2;
        blocksBefore = at(index.blocksBefore, view.firstRun);
      }
    }
    const isSent = at(sentFrom, call) === asSentFrom;
    const sent =
      isSent && !Number.isNaN(at(prompt.measured, call))
        ? at(prompt.measured, call)
        : byPointOrEstimate(prompt, call, offset, scaledOffset);
    measuredBefore =
      isSent && !Number.isNaN(at(total.measured, call))
        ? at(total.measured, call)
        : byPointOrEstimate(total, call, offset, scaledOffset);
    promptTokens[call] = sent;
    totalTokens[call] = measuredBefore;
    sentTokens += sent;
    if (sent > peakTokens) peakTokens = sent;
  }
  return { folds, pendingFold: null, callCount: index.callCount, sentTokens, peakTokens };
}

export function wholeTranscript(index: ProfileIndex): SentView {
  return { firstRun: firstBlockRun(index, 0), summaryTokens: -1 };
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

/** How large the summary of what is covered is; null: it is a real one that isn't there yet. */
type SizeRule = (coveredTokens: number) => number | null;

function sizeOf(settings: WalkSettings, foldIndex: number): SizeRule {
  if (settings.policy.summarizer !== 'llm') return () => -1;
  const real = settings.realSummaries;
  if (real !== null) return () => real[foldIndex]?.tokens ?? null;
  return (coveredTokens) => modelledSummaryTokens(settings.sizing, coveredTokens);
}

function foldAt(
  index: ProfileIndex,
  call: number,
  keep: number,
  before: SentView,
  sizeRule: SizeRule,
): Fold | null {
  const firstRun = firstKeptRun(index, at(index.callRun, call), keep);
  const coveredTokens = at(index.runStartTokens, firstRun) + offsetOf(index, before);
  const summaryTokens = sizeRule(coveredTokens);
  if (summaryTokens === null) return null;
  return { call, before, after: { firstRun, summaryTokens }, coveredTokens };
}

function pendingAt(
  index: ProfileIndex,
  call: number,
  keep: number,
  view: SentView,
): Pick<Walk, 'pendingFold' | 'callCount'> {
  return { pendingFold: foldAt(index, call, keep, view, () => 0), callCount: call };
}

/** The first of the last `keep` blocks while `run` is in flight; there must be more than that. */
export function firstKeptRun(index: ProfileIndex, run: number, keep: number): number {
  return keep === 1 ? run : at(index.blockRuns, at(index.blocksBefore, run) - keep + 1);
}
