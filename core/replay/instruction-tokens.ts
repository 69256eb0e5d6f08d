import type { RunRecord } from '../domain/thread.ts';
import { estimateItemTokens } from '../domain/token-estimate.ts';
import { parseInputItem } from '../importers/parse-input-item.ts';

/**
 * Estimate, in tokens, of the instructions that a source tells beside the messages of its thread: an
 * importer keeps them, as items, in the meta of the thread's first run.
 *
 * @returns null when it tells none.
 */
export function instructionTokens(firstRun: Pick<RunRecord, 'meta'> | undefined): number | null {
  const items = firstRun?.meta['instructions'];
  if (!Array.isArray(items) || items.length === 0) return null;
  return items.reduce<number>((sum, item) => sum + estimateItemTokens(parseInputItem(item)), 0);
}
