import { at, type ProfileIndex } from './index-profile.ts';

/** `measured = overhead + factor × estimate`, fitted to the calls that reported. Not rounded. */
export interface Calibration {
  /** What every prompt holds besides the transcript: system prompt and tools. Never negative. */
  readonly overheadTokens: number;
  readonly factor: number;
  readonly samples: number;
  /** Median of |fit − measured| / measured: 0.04 is 4 %. */
  readonly medianError: number;
  /** A factor was fitted and not used: reports and content cannot belong together. */
  readonly rejectedFactor: number | null;
}

export interface CalibrationPoint {
  readonly call: number;
  readonly estimatedTokens: number;
  readonly measuredTokens: number;
}

// All pairs of points are compared: 400 points are 79,800 slopes.
const MAX_POINTS = 400;
const MIN_POINTS_FOR_FACTOR = 3;
/** The largest content must be more than this many times the smallest to tell a slope from noise. */
const MIN_SPREAD = 1.2;
/** Outside of this, the reports count something else than the transcript. */
const FACTOR_RANGE = { lowest: 0.5, highest: 3 };

const calibrations = new WeakMap<ProfileIndex, Calibration | { readonly none: true }>();

/** Null when no call reported anything. Fitted once per profile. */
export function calibrate(index: ProfileIndex): Calibration | null {
  let known = calibrations.get(index);
  if (known === undefined) {
    known = fit(calibrationPoints(index)) ?? { none: true };
    calibrations.set(index, known);
  }
  return 'none' in known ? null : known;
}

/** One point per call that reported: its prompt, else its total with the reply in the content. */
export function calibrationPoints(index: ProfileIndex): readonly CalibrationPoint[] {
  const points: CalibrationPoint[] = [];
  for (let call = 0; call < index.callCount; call += 1) {
    const firstRun = at(index.factualFirstRun, call);
    if (firstRun < 0) continue;
    const prompt = at(index.measuredPrompt, call);
    const hasPrompt = !Number.isNaN(prompt);
    const measuredTokens = hasPrompt ? prompt : at(index.measuredTotal, call);
    if (Number.isNaN(measuredTokens)) continue;
    const estimatedTokens =
      at(index.factualSummaryTokens, call) +
      at(index.promptTokens, call) -
      at(index.runStartTokens, firstRun) +
      (hasPrompt ? 0 : at(index.replyTokens, call));
    points.push({ call, estimatedTokens, measuredTokens });
  }
  if (points.length <= MAX_POINTS) return points;
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, position) => position % step === 0);
}

function fit(points: readonly CalibrationPoint[]): Calibration | null {
  if (points.length === 0) return null;
  const slope = spreads(points) ? medianSlope(points) : null;
  const isUsable = slope !== null && slope >= FACTOR_RANGE.lowest && slope <= FACTOR_RANGE.highest;
  const factor = isUsable ? slope : 1;
  const overheadTokens = Math.max(
    0,
    median(points.map((point) => point.measuredTokens - factor * point.estimatedTokens)),
  );
  const medianError = median(
    points.map(
      ({ estimatedTokens, measuredTokens }) =>
        Math.abs(overheadTokens + factor * estimatedTokens - measuredTokens) / measuredTokens,
    ),
  );
  const rejectedFactor = isUsable ? null : slope;
  return { overheadTokens, factor, samples: points.length, medianError, rejectedFactor };
}

function spreads(points: readonly CalibrationPoint[]): boolean {
  if (points.length < MIN_POINTS_FOR_FACTOR) return false;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const { estimatedTokens } of points) {
    lowest = Math.min(lowest, estimatedTokens);
    highest = Math.max(highest, estimatedTokens);
  }
  return highest > lowest * MIN_SPREAD;
}

/** Theil–Sen: a few wrong reports don't move it. */
function medianSlope(points: readonly CalibrationPoint[]): number {
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2);
  let count = 0;
  points.forEach((left, position) => {
    for (let other = position + 1; other < points.length; other += 1) {
      const right = points[other];
      if (right === undefined || right.estimatedTokens === left.estimatedTokens) continue;
      slopes[count] =
        (right.measuredTokens - left.measuredTokens) / (right.estimatedTokens - left.estimatedTokens);
      count += 1;
    }
  });
  return medianOfSorted(slopes.subarray(0, count).sort());
}

/** The mean of the middle two for an even number of values. @returns NaN for none. */
export function median(values: readonly number[]): number {
  return medianOfSorted(new Float64Array(values).sort());
}

function medianOfSorted(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
