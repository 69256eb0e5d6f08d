import { calibrate, type Calibration } from './calibration.ts';
import { type ProfileIndex } from './index-profile.ts';
import { occupancyScale, type OverheadSource } from './occupancy-scale.ts';
import { type ReplayPrices } from './prices.ts';
import { scaleProfile, type ScaledProfile } from './scaled-profile.ts';
import { defaultSizing, type SummarySizing } from './summary-sizing.ts';

/** What a replay may be told besides the policy. Everything is optional; null is the same as not given. */
export interface ReplayOptions {
  /** Context window of the agent's model, in tokens. */
  readonly limitTokens?: number | null;
  /** System prompt and tools, in tokens, in place of what calibration or instructions tell. */
  readonly overheadTokens?: number | null;
  /** Size of a modelled summary; default: the median of the thread's own, else a tenth of what is covered. */
  readonly summary?: SummarySizing | null;
  /** Real summaries, in the order of the folds. The replay stops before a fold that has none yet. */
  readonly realSummaries?: readonly RealSummary[] | null;
  /** Estimate of the summarizer's instruction; default: none. */
  readonly instructionTokens?: number | null;
  /** Without it no figure is in money. */
  readonly prices?: ReplayPrices | null;
}

/** A summary that was really written, as far as a replay needs to know it. */
export interface RealSummary {
  /** Estimate of its message. */
  readonly tokens: number;
  /** What the model reported for writing it; null: nothing, and both are estimated. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

/** The numbers that a replay rests on, whatever its policy. */
export interface ReplayBasis {
  readonly scaled: ScaledProfile;
  readonly overheadSource: OverheadSource;
  readonly calibration: Calibration | null;
  readonly sizing: SummarySizing;
}

export function replayBasis(index: ProfileIndex, options: ReplayOptions): ReplayBasis {
  const scale = occupancyScale(index, options.overheadTokens ?? null);
  return {
    scaled: scaleProfile(index, scale),
    overheadSource: scale.overheadSource,
    calibration: calibrate(index),
    sizing: options.summary ?? defaultSizing(index.ownSummaryTokens),
  };
}
