import type { PolicyPreview } from '../../core/replay/index.ts';

export interface ThresholdScale {
  readonly max: number;
  readonly step: number;
  /** Occupancies that the thread really has, ascending; at most twelve, evenly picked over its calls. */
  readonly ticks: readonly number[];
}

const MOST_TICKS = 12;
const STEPS_ON_SCALE = 400;

/** A scale on which the thread's own occupancies, its never-fires zone and the value in force all fit. */
export function thresholdScale(preview: PolicyPreview, threshold: number): ThresholdScale {
  const top = Math.max(preview.neverFiresFromTokens, preview.highestTokens, preview.floorTokens ?? 0);
  const step = roundStep(Math.max(top * 1.25, threshold, 1_000) / STEPS_ON_SCALE);
  const max = Math.ceil(Math.max(top * 1.25, threshold, 1_000) / step) * step;
  return { max, step, ticks: ticksOf(preview) };
}

function ticksOf({ series }: PolicyPreview): readonly number[] {
  const calls = series.run.length;
  const picked = new Set<number>();
  for (let tick = 1; tick <= MOST_TICKS && calls > 0; tick += 1) {
    const call = Math.min(calls - 1, Math.floor((tick * calls) / MOST_TICKS));
    picked.add((series.measuredTokens[call] ?? 0) + (series.pendingTokens[call] ?? 0));
  }
  return [...picked].sort((left, right) => left - right);
}

/** 1, 2 or 5 times a power of ten, not below the given one, and at least 1. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, atLeast)));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= atLeast) ?? power);
}

/** A threshold at which this thread folds now and then: two thirds of the way from its floor to its peak. */
export function fittingThreshold(preview: PolicyPreview): number {
  const floor = preview.floorTokens ?? 0;
  const raw = floor + ((preview.neverFiresFromTokens - floor) * 2) / 3;
  const step = roundStep(raw / 100);
  return Math.max(1, Math.round(raw / step) * step);
}
