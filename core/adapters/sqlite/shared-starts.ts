import { sharedStartTokens } from '../../replay/shared-start.ts';
import type { RunId } from '../../domain/ids.ts';
import type { ThreadReader } from './stored-thread.ts';

export interface ComparedRun {
  readonly run: { readonly runId: RunId };
  readonly figures: { readonly messageCount: number; readonly startMark: number };
  readonly bodyKeys: readonly number[];
}

/** How many runs are compared in full with the one before: beyond it two runs are no longer alike by chance. */
const COMPARED_RUNS = 8;

/**
 * `sharedStartTokens` of every run, without all their texts at once: a run that begins differently from
 * the next shares nothing with it, and its mark tells.
 */
export function sharedStarts(reader: ThreadReader, runs: readonly ComparedRun[]): readonly number[] {
  const shared = runs.map(() => 0);
  let later: number | null = null;
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index];
    if (run === undefined || run.figures.messageCount === 0) continue;
    if (later !== null && runs[later]?.figures.startMark === run.figures.startMark) {
      const window = runs.slice(index, later + COMPARED_RUNS).map(({ run: compared, bodyKeys }) => ({
        messages: reader.messagesOf(bodyKeys, compared.runId),
      }));
      shared[index] = sharedStartTokens(window)[0] ?? 0;
    }
    later = index;
  }
  return shared;
}
