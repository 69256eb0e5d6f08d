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
 * Whether a view is word for word what the exporting system sent. A modelled summary never is, whatever
 * its size.
 */
export function isAsSent(index: ProfileIndex, call: number, firstRun: number, hasSummary: boolean): boolean {
  return (
    !hasSummary && at(index.factualFirstRun, call) === firstRun && at(index.factualSummaryTokens, call) === 0
  );
}

/** Whether a point is near enough to a content that only the difference has to be estimated. */
export function isNear(point: number, pointContent: number, contentTokens: number): boolean {
  return !Number.isNaN(point) && Math.abs(contentTokens - pointContent) <= contentTokens;
}

export function adjusted(point: number, pointContent: number, contentTokens: number, scale: Scale): number {
  return Math.max(0, point + scale.factor * (contentTokens - pointContent));
}

export function estimated(contentTokens: number, scale: Scale): number {
  return scale.overheadTokens + scale.factor * contentTokens;
}

/** The prompt that a view of `viewTokens` takes at a call. */
export function promptOf(
  index: ProfileIndex,
  call: number,
  viewTokens: number,
  asSent: boolean,
  scale: Scale,
): number {
  const measured = at(index.measuredPrompt, call);
  if (asSent && !Number.isNaN(measured)) return measured;
  const point = at(index.promptPoint, call);
  const content = at(index.promptPointContent, call);
  return isNear(point, content, viewTokens)
    ? adjusted(point, content, viewTokens, scale)
    : estimated(viewTokens, scale);
}
