import type { SweepRowView } from '../../../core/contract.ts';

export interface ScatterPoint {
  /** Index of the row. */
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

export interface Scatter {
  readonly points: readonly ScatterPoint[];
  /** The Pareto front from left to right, as an SVG path. */
  readonly front: string;
  readonly lowestCost: number;
  readonly highestCost: number;
  readonly lowestRetention: number;
  readonly highestRetention: number;
  /** Money; else tokens. */
  readonly isMoney: boolean;
}

export interface ScatterBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where each row stands: what it costs to the right, what survives upwards. Rows without both are left out. */
export function scatterOf(rows: readonly SweepRowView[], box: ScatterBox): Scatter | null {
  const isMoney = rows.every((row) => row.totals.cost !== null);
  const costOf = ({ totals }: SweepRowView): number =>
    isMoney ? (totals.cost ?? 0) : totals.sentTokens + totals.summarizerTokens;
  const shown = rows.flatMap((row, place) =>
    row.retention === null ? [] : [{ place, row, cost: costOf(row), retention: row.retention }],
  );
  if (shown.length === 0) return null;
  const costs = rangeOf(shown.map(({ cost }) => cost));
  const kept = rangeOf(shown.map(({ retention }) => retention));
  const points = shown.map(({ place, cost, retention }) => ({
    row: place,
    x: box.left + ((cost - costs.low) / costs.length) * box.width,
    y: box.top + (1 - (retention - kept.low) / kept.length) * box.height,
  }));
  const front = points
    .filter(({ row }) => rows[row]?.pareto === true)
    .sort((left, right) => left.x - right.x || right.y - left.y)
    .map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
  return {
    points,
    front,
    lowestCost: costs.low,
    highestCost: costs.low + costs.length,
    lowestRetention: kept.low,
    highestRetention: kept.low + kept.length,
    isMoney,
  };
}

/** A range of its own for a single value, so that it stands in the middle and not on an edge. */
function rangeOf(values: readonly number[]): { readonly low: number; readonly length: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high > low) return { low, length: high - low };
  const room = Math.abs(low) * 0.1 || 0.5;
  return { low: low - room, length: room * 2 };
}

/** The point nearest to a place, within reach. */
export function nearestPoint(
  points: readonly ScatterPoint[],
  x: number,
  y: number,
  reach: number,
): ScatterPoint | null {
  let best: ScatterPoint | null = null;
  let bestDistance = reach * reach;
  for (const point of points) {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
    if (distance > bestDistance) continue;
    best = point;
    bestDistance = distance;
  }
  return best;
}
