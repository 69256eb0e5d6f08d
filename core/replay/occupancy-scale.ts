import { calibrate } from './calibration.ts';
import type { ProfileIndex } from './index-profile.ts';
import type { Scale } from './scaled-profile.ts';

/** How the overhead is known: told by the user, fitted to reports, the estimate of the instructions, or not at all. */
export type OverheadSource = 'given' | 'calibrated' | 'instructions' | 'unknown';

export interface OccupancyScale extends Scale {
  readonly overheadSource: OverheadSource;
}

/**
 * What turns estimates of a thread's content into tokens of a prompt. Where no call reported anything,
 * the instructions that the source tells are still in every prompt: their estimate is then the least
 * that is fixed, tools aside.
 *
 * @param givenOverhead In tokens, in place of everything else; null: not given.
 */
export function occupancyScale(index: ProfileIndex, givenOverhead: number | null = null): OccupancyScale {
  const calibration = calibrate(index);
  const factor = calibration?.factor ?? 1;
  if (givenOverhead !== null) return { overheadTokens: givenOverhead, factor, overheadSource: 'given' };
  if (calibration !== null)
    return { overheadTokens: calibration.overheadTokens, factor, overheadSource: 'calibrated' };
  return index.instructionTokens === null
    ? { overheadTokens: 0, factor, overheadSource: 'unknown' }
    : { overheadTokens: index.instructionTokens, factor, overheadSource: 'instructions' };
}
