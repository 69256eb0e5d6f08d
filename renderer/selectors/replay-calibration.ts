import type { TokenizerReport } from '../../core/contract.ts';
import {
  indexProfile,
  type Calibration,
  type CalibrationPoint,
  type ThreadProfile,
} from '../../core/replay/index.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Series {
  readonly id: string;
  readonly kind: 'points' | 'line';
  readonly className: string;
  readonly points: readonly Point[];
  readonly dashed?: boolean;
}

/** Reports, the fit through them, and the exact count of the same text where the whole transcript was sent. */
export function calibrationSeries(
  profile: ThreadProfile,
  { overheadTokens, factor }: Calibration,
  points: readonly CalibrationPoint[],
  tokens: TokenizerReport | null,
): readonly Series[] {
  const reported = points.map(({ estimatedTokens, measuredTokens }) => ({
    x: estimatedTokens,
    y: measuredTokens,
  }));
  const low = Math.min(...reported.map(({ x }) => x));
  const high = Math.max(...reported.map(({ x }) => x));
  const fit = [low, high].map((x) => ({ x, y: overheadTokens + factor * x }));
  const exact = exactPoints(profile, tokens).filter(({ x }) => x >= low && x <= high);
  return [
    { id: 'fit', kind: 'line', className: 'stroke-accent', points: fit },
    { id: 'exact', kind: 'line', className: 'stroke-summary', points: exact, dashed: true },
    { id: 'reported', kind: 'points', className: 'fill-measured', points: reported },
  ];
}

function exactPoints(profile: ThreadProfile, tokens: TokenizerReport | null): readonly Point[] {
  const index = indexProfile(profile);
  return (tokens?.points ?? []).map(({ call, exactTokens }) => ({
    x: index.promptTokens[call] ?? 0,
    y: exactTokens,
  }));
}

/** By report: the fit's error as a share of what was measured. */
export function residuals(
  { overheadTokens, factor }: Calibration,
  points: readonly CalibrationPoint[],
): readonly Point[] {
  return points.map(({ call, estimatedTokens, measuredTokens }) => ({
    x: call,
    y:
      measuredTokens === 0
        ? 0
        : (overheadTokens + factor * estimatedTokens - measuredTokens) / measuredTokens,
  }));
}
