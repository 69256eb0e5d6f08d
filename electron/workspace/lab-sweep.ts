import type { LabBasis, SweepOutcome, SweepRowView, SweepScope } from '../../core/contract.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { estimateTextTokens } from '../../core/domain/token-estimate.ts';
import { contextWindowOf } from '../../core/inspect/context-windows.ts';
import {
  findPrice,
  policiesOf,
  rankRows,
  sweepRows,
  type ModelPrice,
  type ReplayPrices,
  type SweepRow,
  type SweepThread,
} from '../../core/replay/index.ts';
import { cancelSignalOf } from './cancel-flag.ts';
import type { LabFactsCache } from './lab-threads.ts';
import type { LabWorkerEvent, SweepCall } from './lab-messages.ts';
import { rowView } from './lab-spread.ts';
import { threadOf } from './open-thread.ts';
import { listThreads, searchThreads } from './thread-list.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** Rows and progress are told at most this often, in milliseconds. */
const TELL_EVERY_MS = 200;
const PAGE = 500;
/** More than anybody waits for; each keeps its columns of numbers while the sweep runs. */
const MAX_THREADS = 2_000;

/**
 * Sweeps a grid over threads. Rows are told as they come; the answer ranks them.
 *
 * @throws InspectorError 'cancelled' once the flag is set; 'not-found' when the scope holds no thread.
 */
export async function runSweep(
  context: WorkspaceContext,
  facts: LabFactsCache,
  call: SweepCall,
  tell: (event: LabWorkerEvent) => void,
): Promise<SweepOutcome> {
  const startedAt = performance.now();
  const signal = cancelSignalOf(call.cancelFlag);
  const scope = await threadsOf(context, call.scope);
  if (scope.length === 0) throw new InspectorError('not-found', 'There is no thread to sweep over.');
  const { threads, unpriced, assumed } = prepare(context, facts, call, scope, signal, tell);
  const policies = policiesOf(call.grid);
  const references = [...sweepRows(threads, call.references, {})];
  const rows = await tellRows(threads, call, policies.length, signal, tell);
  const { rows: ranked, recommended } = rankRows(rows);
  return {
    pareto: ranked.map((row) => row.pareto),
    recommended,
    references: references.map(rowView),
    threadCount: threads.length,
    unpricedThreads: unpriced,
    assumedPriceThreads: assumed,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

async function threadsOf(context: WorkspaceContext, scope: SweepScope): Promise<readonly ThreadRowRecord[]> {
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
  return found;
}

function prepare(
  context: WorkspaceContext,
  facts: LabFactsCache,
  call: SweepCall,
  scope: readonly ThreadRowRecord[],
  signal: CancelSignal,
  tell: (event: LabWorkerEvent) => void,
): { readonly threads: readonly SweepThread[]; readonly unpriced: number; readonly assumed: number } {
  const instructionTokens = estimateTextTokens(call.basis.instruction);
  let toldAt = performance.now();
  let unpriced = 0;
  let assumed = 0;
  const threads = scope.map((row, done): SweepThread => {
    signal.throwIfAborted();
    if (performance.now() - toldAt > TELL_EVERY_MS) {
      toldAt = performance.now();
      const payload = { jobId: call.jobId, phase: 'threads', done, total: scope.length } as const;
      tell({ name: 'lab:progress', payload });
    }
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
  table: SweepCall['prices'],
): ReplayPrices & { readonly isAssumed: boolean } {
  const priceOf = (name: string | null): ModelPrice | null => (name === null ? null : findPrice(table, name));
  const own = priceOf(basis.agentModel ?? model);
  const agent = own ?? priceOf(basis.fallbackModel);
  const summarizer = basis.summarizerModel === null ? agent : priceOf(basis.summarizerModel);
  return { agent, summarizer, isAssumed: own === null && agent !== null };
}

async function tellRows(
  threads: readonly SweepThread[],
  call: SweepCall,
  total: number,
  signal: CancelSignal,
  tell: (event: LabWorkerEvent) => void,
): Promise<readonly SweepRow[]> {
  const rows: SweepRow[] = [];
  let waiting: SweepRowView[] = [];
  let toldAt = performance.now();
  const flush = (): void => {
    if (waiting.length === 0) return;
    const from = rows.length - waiting.length;
    tell({ name: 'lab:rows', payload: { jobId: call.jobId, from, rows: waiting } });
    tell({
      name: 'lab:progress',
      payload: { jobId: call.jobId, phase: 'policies', done: rows.length, total },
    });
    waiting = [];
    toldAt = performance.now();
  };
  for (const row of sweepRows(threads, policiesOf(call.grid), {})) {
    rows.push(row);
    waiting.push(rowView(row));
    if (performance.now() - toldAt > TELL_EVERY_MS) {
      flush();
      // Others that wait for this worker get their turn.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    signal.throwIfAborted();
  }
  flush();
  return rows;
}
