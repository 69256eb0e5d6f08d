import { InspectorError } from '../domain/errors.ts';
import type { RunId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import { groupIntoRunBlocks, newestRunOf } from '../domain/run-block.ts';
import type { SummarizeRequest } from './history-summarizer.ts';

/** A conversation cut before its keep window. */
export interface KeepWindowCut {
  readonly covered: readonly Message[];
  readonly kept: readonly Message[];
  readonly lastSummarizedRunId: RunId | null;
}

/**
 * Cuts the conversation before its newest `keepCount` run blocks. The run in flight is one of them.
 *
 * @returns null when there is nothing to cover: no block is older than the window, or nothing but an
 *   earlier summary is. Summarizing a summary alone would shorten it without need, and a window that
 *   only drops would lose all that was left of the runs it stands for.
 */
export function cutKeepWindow(request: SummarizeRequest, keepCount: number): KeepWindowCut | null {
  const blocks = groupIntoRunBlocks(request.messages, request.originOf);
  const covered = blocks.slice(0, Math.max(0, blocks.length - keepCount));
  if (covered.every((block) => block.origin?.kind === 'summary')) return null;
  return {
    covered: covered.flatMap((block) => block.messages),
    kept: blocks.slice(covered.length).flatMap((block) => block.messages),
    lastSummarizedRunId: newestRunOf(covered),
  };
}

/** @throws InspectorError 'invalid-option' for a knob that is not a whole, finite number. */
export function requireWhole(name: string, value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new InspectorError('invalid-option', `${name} must be a whole number, not ${value}`);
}
