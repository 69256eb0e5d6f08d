import type { ProfileIndex } from '../../core/replay/index.ts';

/** How full the context is now. Whole tokens; the parts add up to the total. */
export interface OccupancyNow {
  /** System prompt and tools, as the calibration found them, else the instructions' estimate; 0: neither tells. */
  readonly overheadTokens: number;
  readonly summaryTokens: number;
  readonly keptTokens: number;
  /** What only an estimate tells: appended since the last report. */
  readonly pendingTokens: number;
  readonly totalTokens: number;
  /** The reported part of the total; 0 when nothing was reported for what is sent now. */
  readonly measuredTokens: number;
}

/** Splits a total into parts that add up, whatever the rounding and the calibration say. */
export function partsOf(known: {
  readonly overheadTokens: number;
  readonly summaryTokens: number;
  readonly knownTokens: number;
  readonly pendingTokens: number;
  readonly isMeasured: boolean;
}): OccupancyNow {
  const summaryTokens = Math.min(known.summaryTokens, known.knownTokens);
  const overheadTokens = Math.min(known.overheadTokens, known.knownTokens - summaryTokens);
  return {
    overheadTokens,
    summaryTokens,
    keptTokens: known.knownTokens - summaryTokens - overheadTokens,
    pendingTokens: known.pendingTokens,
    totalTokens: known.knownTokens + known.pendingTokens,
    measuredTokens: known.isMeasured ? known.knownTokens : 0,
  };
}

/** Estimate of what stands after the last call's reply. */
export function tailTokens(index: ProfileIndex): number {
  const whole = index.runStartTokens[index.runCount] ?? 0;
  const last = index.callCount - 1;
  if (last < 0) return whole;
  return Math.max(0, whole - (index.promptTokens[last] ?? 0) - (index.replyTokens[last] ?? 0));
}
