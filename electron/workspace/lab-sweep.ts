import type { SweepOutcome, SweepRowView, SweepSpread } from '../../core/contract.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { policiesOf, rankRows, sweepRows, type SweepRow, type SweepThread } from '../../core/replay/index.ts';
import { cancelSignalOf } from './cancel-flag.ts';
import type { LabWorkerEvent, SpreadCall, SweepCall } from './lab-messages.ts';
import { prepareThreads, threadsInScope } from './lab-scope.ts';
import { rowSpread } from './lab-spread.ts';
import type { LabFactsCache } from './lab-threads.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** Rows and progress are told at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

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
  const scope = await threadsInScope(context, call.scope);
  let toldAt = startedAt;
  const { threads, unpriced, assumed } = prepareThreads(context, facts, call, scope, (done) => {
    signal.throwIfAborted();
    if (performance.now() - toldAt > TELL_EVERY_MS) {
      toldAt = performance.now();
      const payload = { jobId: call.jobId, phase: 'threads', done, total: scope.length } as const;
      tell({ name: 'lab:progress', payload });
    }
    return signal;
  });
  const references = [...sweepRows(threads, call.references, {})];
  const rows = await tellRows(threads, call, signal, tell);
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

/**
 * How the figures of one policy are spread over the threads of a scope.
 *
 * @throws InspectorError 'not-found' when the scope holds no thread.
 */
export async function runSpread(
  context: WorkspaceContext,
  facts: LabFactsCache,
  call: SpreadCall,
): Promise<SweepSpread | null> {
  const scope = await threadsInScope(context, call.scope);
  const { threads } = prepareThreads(context, facts, call, scope, () => undefined);
  const [row] = sweepRows(threads, [call.policy], {});
  return row === undefined ? null : rowSpread(row);
}

function rowView({ byThread: _byThread, ...row }: SweepRow): SweepRowView {
  return row;
}

async function tellRows(
  threads: readonly SweepThread[],
  call: SweepCall,
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
