import { at, type ProfileIndex } from './index-profile.ts';

/** Where a figure comes from: reported for exactly this content, reported for a near one, or estimated. */
export type OccupancySource = 'measured' | 'adjusted' | 'estimated';

export const SOURCES: readonly OccupancySource[] = ['measured', 'adjusted', 'estimated'];
export const MEASURED = 0;
export const ADJUSTED = 1;
export const ESTIMATED = 2;

/** How estimates become tokens of the provider. */
export interface Scale {
  readonly overheadTokens: number;
  readonly factor: number;
}

/**
 * A profile with the part of the occupancy rule that doesn't depend on the policy worked out.
 *
 * A view at call n holds everything up to it but for what is folded: its estimate is the transcript's
 * plus an offset (the summary's size less that of the covered runs), the same for all calls between two
 * folds. So is what it takes: a base, by rule, plus factor × offset.
 */
export interface ScaledProfile extends Scale {
  readonly index: ProfileIndex;
  readonly prompt: RuleColumns;
  /** Of prompt and reply. */
  readonly total: RuleColumns;
  /** First run that was sent as written where the export sent no summary; −1 elsewhere. */
  readonly sentFrom: Float64Array;
}

export interface RuleColumns {
  /** Reported for the content that was sent. NaN: not told. */
  readonly measured: Float64Array;
  /** The nearest reported point, moved to the whole transcript. */
  readonly adjusted: Float64Array;
  readonly estimated: Float64Array;
  /** The point is near enough when this is at most twice the offset. NaN: there is no point. */
  readonly distance: Float64Array;
}

const scaledProfiles = new WeakMap<ProfileIndex, ScaledProfile>();

/** Remembers the last scale of each profile: a slider or a sweep asks for the same one over and over. */
export function scaleProfile(index: ProfileIndex, scale: Scale): ScaledProfile {
  const known = scaledProfiles.get(index);
  if (known?.overheadTokens === scale.overheadTokens && known.factor === scale.factor) return known;
  const totalTokens = index.promptTokens.map((tokens, call) => tokens + at(index.replyTokens, call));
  const scaled: ScaledProfile = {
    index,
    overheadTokens: scale.overheadTokens,
    factor: scale.factor,
    prompt: ruleColumns(
      scale,
      index.promptTokens,
      index.measuredPrompt,
      index.promptPoint,
      index.promptPointContent,
    ),
    total: ruleColumns(scale, totalTokens, index.measuredTotal, index.totalPoint, index.totalPointContent),
    sentFrom: index.factualFirstRun.map((run, call) =>
      at(index.factualSummaryTokens, call) === 0 ? run : -1,
    ),
  };
  scaledProfiles.set(index, scaled);
  return scaled;
}

function ruleColumns(
  scale: Scale,
  contentTokens: Float64Array,
  measured: Float64Array,
  point: Float64Array,
  pointContent: Float64Array,
): RuleColumns {
  return {
    measured,
    adjusted: contentTokens.map(
      (tokens, call) => at(point, call) + scale.factor * (tokens - at(pointContent, call)),
    ),
    estimated: contentTokens.map((tokens) => scale.overheadTokens + scale.factor * tokens),
    // |E(V) − E(C)| ≤ E(V) holds when E(C) ≤ 2 × E(V), and E(V) is the transcript's plus the offset.
    distance: contentTokens.map((tokens, call) => at(pointContent, call) - 2 * tokens),
  };
}

/** What stands in front of a call's prompt instead of the transcript's beginning. */
export interface SentView {
  /** First run that is sent as written. */
  readonly firstRun: number;
  /** −1: no summary. */
  readonly summaryTokens: number;
}

/** What a view's estimate is more than the transcript's: negative, as a rule. */
export function offsetOf(index: ProfileIndex, view: SentView): number {
  return Math.max(0, view.summaryTokens) - at(index.runStartTokens, view.firstRun);
}

/** Whether a view is word for word what the exporting system sent. A modelled summary never is, whatever its size. */
export function isAsSent(scaled: ScaledProfile, call: number, view: SentView): boolean {
  return view.summaryTokens < 0 && at(scaled.sentFrom, call) === view.firstRun;
}

/** What a view takes at a call, by the first of the three rules that applies. */
export function tokensOf(scaled: ScaledProfile, rule: RuleColumns, call: number, view: SentView): number {
  const measured = at(rule.measured, call);
  if (!Number.isNaN(measured) && isAsSent(scaled, call, view)) return measured;
  const offset = offsetOf(scaled.index, view);
  return byPointOrEstimate(rule, call, offset, scaled.factor * offset);
}

/** The second and third rule. `scaledOffset` is factor × offset. */
export function byPointOrEstimate(
  rule: RuleColumns,
  call: number,
  offset: number,
  scaledOffset: number,
): number {
  return at(rule.distance, call) <= 2 * offset
    ? Math.max(0, at(rule.adjusted, call) + scaledOffset)
    : at(rule.estimated, call) + scaledOffset;
}

/** Index into SOURCES: which of the rules it was, for the prompt. */
export function sourceOf(scaled: ScaledProfile, call: number, view: SentView): number {
  if (!Number.isNaN(at(scaled.prompt.measured, call)) && isAsSent(scaled, call, view)) return MEASURED;
  return at(scaled.prompt.distance, call) <= 2 * offsetOf(scaled.index, view) ? ADJUSTED : ESTIMATED;
}
