import { type CancelSignal } from '../domain/cancel-signal.ts';
import { InspectorError } from '../domain/errors.ts';
import { type PolicySpec } from '../domain/policy-spec.ts';
import { createCostColumns, fillCostColumns, type CostColumns } from './cost-columns.ts';
import { retentionOf, type RetentionIndex } from './retention.ts';
import { thresholdZones } from './floor.ts';
import { indexProfile } from './index-profile.ts';
import { policiesOf, type PolicyGrid } from './policy-grid.ts';
import { createWalkColumns, walkPolicy, type WalkColumns } from './policy-walk.ts';
import { recommend, type Recommendation } from './recommend.ts';
import { oscillatingRuns } from './replay-findings.ts';
import { replayBasis, type ReplayBasis, type ReplayOptions } from './replay-options.ts';
import { NO_PRICES, summarizerFigures, totalsOf } from './replay-totals.ts';
import { paretoFront } from './pareto.ts';
import { addRow, emptyRow, finishRow, type SweepRow, type ThreadFigures } from './sweep-row.ts';
import { type ThreadProfile } from './thread-profile.ts';

export interface SweepThread {
  readonly profile: ThreadProfile;
  /** Null: retention isn't asked for. */
  readonly facts: RetentionIndex | null;
  /** What is different for this thread: its model's prices and window, its overhead. */
  readonly options?: ThreadOptions;
}

export type ThreadOptions = Omit<ReplayOptions, 'realSummaries'>;

export interface SweepOptions extends ThreadOptions {
  readonly signal?: CancelSignal;
  /** Called with each row as it is done, in grid order. `pareto` isn't known before the last one and is false. */
  readonly onRow?: (row: SweepRow, index: number, count: number) => void;
  /** Awaited between rows, so that whoever shares the thread of execution gets a turn. */
  readonly breathe?: () => Promise<void>;
}

export interface SweepResult {
  /** In grid order. */
  readonly rows: readonly SweepRow[];
  /** Null without rows. */
  readonly recommended: Recommendation | null;
}

/**
 * Replays threads under every policy of a grid. Each figure is exactly that of `replayProfile` under that
 * policy, added up over the threads; nothing of a thread is copied or looked at again but its sums.
 *
 * @throws InspectorError 'cancelled' when the signal is aborted; the rows delivered until then stand.
 */
export async function sweep(
  threads: readonly SweepThread[],
  grid: PolicyGrid,
  options: SweepOptions = {},
): Promise<SweepResult> {
  const policies = policiesOf(grid);
  const rows: SweepRow[] = [];
  for (const row of sweepRows(threads, policies, options)) {
    rows.push(row);
    options.onRow?.(row, rows.length - 1, policies.length);
    await options.breathe?.();
    if (options.signal?.aborted === true) throw new InspectorError('cancelled', 'the sweep was cancelled');
  }
  return rankRows(rows);
}

/** Marks the Pareto front and recommends one of the rows. */
export function rankRows(rows: readonly SweepRow[]): SweepResult {
  const front = paretoFront(rows);
  const marked = rows.map((row, index) => ({ ...row, pareto: front[index] === true }));
  return { rows: marked, recommended: recommend(marked) };
}

/** The rows one by one, for who drives the sweep by himself. */
export function* sweepRows(
  threads: readonly SweepThread[],
  policies: readonly PolicySpec[],
  options: SweepOptions = {},
): Generator<SweepRow, void, undefined> {
  const prepared = threads.map((thread) => prepare(thread, options));
  for (const policy of policies) {
    const row = emptyRow(policy);
    for (const thread of prepared) addRow(row, figuresOf(thread, policy));
    yield finishRow(row);
  }
}

/** Everything about a thread that is the same for all policies, and room for what isn't. */
interface PreparedThread {
  readonly options: ThreadOptions;
  readonly basis: ReplayBasis;
  readonly facts: RetentionIndex | null;
  readonly columns: WalkColumns;
  readonly costs: CostColumns | null;
}

function prepare(thread: SweepThread, shared: ThreadOptions): PreparedThread {
  const options = { ...shared, ...thread.options };
  const index = indexProfile(thread.profile);
  const basis = replayBasis(index, options);
  const price = options.prices?.agent ?? null;
  return {
    options,
    basis,
    facts: thread.facts,
    columns: createWalkColumns(index.callCount),
    costs: price === null ? null : createCostColumns(basis.scaled, price),
  };
}

function figuresOf(thread: PreparedThread, policy: PolicySpec): ThreadFigures {
  const { options, basis, columns, costs } = thread;
  const { scaled } = basis;
  const prices = options.prices ?? NO_PRICES;
  const walk = walkPolicy(scaled, { policy, sizing: basis.sizing, realSummaries: null }, columns);
  if (costs !== null && prices.agent !== null) fillCostColumns(scaled, walk, columns, prices.agent, costs);
  const { index } = scaled;
  const instructionTokens = options.instructionTokens ?? 0;
  return {
    totals: totalsOf(
      walk,
      columns,
      summarizerFigures(index, walk.folds, instructionTokens, prices.summarizer, null),
      costs?.agent ?? null,
      options.limitTokens ?? null,
    ),
    retention: thread.facts === null ? null : retentionOf(index, walk.folds, thread.facts),
    reachable: thresholdZones(policy, basis).reachable,
    oscillates: oscillatingRuns(index, walk.folds).length > 0,
  };
}
