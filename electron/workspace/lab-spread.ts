import type { Spread, SweepSpread } from '../../core/contract.ts';
import type { SweepRow } from '../../core/replay/index.ts';

const BINS = 12;

/** How a figure is spread over threads; null when no thread has it. Threads without it are left out. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null).sort((left, right) => left - right);
  const min = known[0];
  const max = known.at(-1);
  if (min === undefined || max === undefined) return null;
  const middle = known.length >> 1;
  const upper = known[middle] ?? min;
  const median = known.length % 2 === 1 ? upper : ((known[middle - 1] ?? min) + upper) / 2;
  if (min === max) return { min, median, max, bins: [known.length] };
  const bins = new Array<number>(BINS).fill(0);
  for (const value of known) {
    const bin = Math.min(BINS - 1, Math.floor(((value - min) / (max - min)) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { min, median, max, bins };
}

/** A hundred threads' figures as a few numbers; null for a single thread. */
export function rowSpread({ byThread }: SweepRow): SweepSpread | null {
  if (byThread.summaries.length <= 1) return null;
  return {
    cost: spreadOf(byThread.cost),
    peakTokens: spreadOf(byThread.peakTokens),
    summaries: spreadOf(byThread.summaries),
    sentTokens: spreadOf(byThread.sentTokens),
    retention: spreadOf(byThread.retention),
  };
}
