import type { LabBasis, SweepScope } from '../../core/contract.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { estimateTextTokens } from '../../core/domain/token-estimate.ts';
import { contextWindowOf } from '../../core/inspect/context-windows.ts';
import { findPrice, type ModelPrice, type ReplayPrices, type SweepThread } from '../../core/replay/index.ts';
import type { SweepBasis } from './lab-messages.ts';
import type { LabFactsCache } from './lab-threads.ts';
import { threadOf } from './open-thread.ts';
import { listThreads, searchThreads } from './thread-list.ts';
import type { WorkspaceContext } from './workspace-context.ts';

const PAGE = 500;
/** More than anybody waits for; each keeps its columns of numbers while the sweep runs. */
const MAX_THREADS = 2_000;

/**
 * The threads of a scope.
 *
 * @throws InspectorError 'not-found' when it holds none.
 */
export async function threadsInScope(
  context: WorkspaceContext,
  scope: SweepScope,
): Promise<readonly ThreadRowRecord[]> {
  if (scope.kind === 'threads') return scope.threads.map((thread) => threadOf(context.reader, thread));
  const found: ThreadRowRecord[] = [];
  for (let offset = 0; offset < MAX_THREADS; offset += PAGE) {
    const query = { search: scope.search, offset, limit: PAGE };
    const page =
      scope.search.trim() === ''
        ? listThreads(context.db, query, context)
        : await searchThreads(context.db, query, context, () => false);
    for (const { thread } of page.rows) found.push(threadOf(context.reader, thread));
    if (page.rows.length < PAGE) break;
  }
  if (found.length === 0) throw new InspectorError('not-found', 'There is no thread to sweep over.');
  return found;
}

/** Threads as a sweep takes them: profile, facts, prices and context window. */
export function prepareThreads(
  context: WorkspaceContext,
  facts: LabFactsCache,
  call: SweepBasis & { readonly basis: LabBasis },
  scope: readonly ThreadRowRecord[],
  onThread: (done: number) => CancelSignal | undefined,
): { readonly threads: readonly SweepThread[]; readonly unpriced: number; readonly assumed: number } {
  const instructionTokens = estimateTextTokens(call.basis.instruction);
  let unpriced = 0;
  let assumed = 0;
  const threads = scope.map((row, done): SweepThread => {
    const signal = onThread(done);
    const prices = pricesOf(row.model, call.basis, call.prices);
    if (prices.agent === null || prices.summarizer === null) unpriced += 1;
    else if (prices.isAssumed) assumed += 1;
    return {
      profile: context.cache.profile(row),
      facts: facts.get(context, row, signal).retention,
      options: {
        limitTokens: contextWindowOf(row.model) ?? call.defaultContextWindow,
        instructionTokens,
        prices,
      },
    };
  });
  return { threads, unpriced, assumed };
}

function pricesOf(
  model: string | null,
  basis: LabBasis,
  table: SweepBasis['prices'],
): ReplayPrices & { readonly isAssumed: boolean } {
  const priceOf = (name: string | null): ModelPrice | null => (name === null ? null : findPrice(table, name));
  const own = priceOf(basis.agentModel ?? model);
  const agent = own ?? priceOf(basis.fallbackModel);
  const summarizer = basis.summarizerModel === null ? agent : priceOf(basis.summarizerModel);
  return { agent, summarizer, isAssumed: own === null && agent !== null };
}
