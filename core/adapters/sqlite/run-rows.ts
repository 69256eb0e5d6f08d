import { encodeCalls, encodeOrphans, encodeUnpaired } from './json-columns.ts';
import { NO_ORPHANS, type Orphans } from './pair-calls.ts';
import type { StagedRun } from './staged-thread.ts';
import type { MeasuredRow, NeighbourColumns, NewRun, RunRowRecord } from './thread-rows.ts';

/** What only the whole thread tells about a run. */
export interface NeighbourFigures {
  readonly orphans: Orphans;
  readonly sharedStartTokens: number;
  readonly findingCount: number;
}

/** Of a run that is written before its thread is whole. */
export const NO_NEIGHBOURS: NeighbourFigures = { orphans: NO_ORPHANS, sharedStartTokens: 0, findingCount: 0 };

export function neighbourColumns({
  orphans,
  sharedStartTokens,
  findingCount,
}: NeighbourFigures): NeighbourColumns {
  return {
    orphan_call_count: orphans.callIds.length,
    orphan_result_count: orphans.resultIds.length,
    orphans: encodeOrphans(orphans),
    shared_start_tokens: sharedStartTokens,
    finding_count: findingCount,
  };
}

type NeighbourFields = Pick<MeasuredRow, 'orphans' | 'shared_start_tokens' | 'finding_count'>;

export function neighboursDiffer(row: NeighbourFields, columns: NeighbourColumns): boolean {
  return (
    row.orphans !== columns.orphans ||
    row.shared_start_tokens !== columns.shared_start_tokens ||
    row.finding_count !== columns.finding_count
  );
}

export function runRow(
  threadRef: number,
  position: number,
  placed: Pick<StagedRun, 'run' | 'figures'>,
  neighbours: NeighbourFigures,
): NewRun {
  const { run, figures } = placed;
  return {
    thread_ref: threadRef,
    position,
    run_id: run.runId.toWellFormed(),
    previous_run_id: run.previousRunId?.toWellFormed() ?? null,
    copied_from: run.copiedFrom?.toWellFormed() ?? null,
    status: run.status,
    created_at_ms: run.createdAtMs,
    ended_at_ms: run.endedAtMs,
    measured_tokens: run.occupancyAfter?.measuredTokens ?? null,
    pending_tokens: run.occupancyAfter?.pendingTokens ?? null,
    title: figures.title.toWellFormed(),
    message_count: figures.messageCount,
    item_count: figures.itemCount,
    tool_call_count: figures.toolCallCount,
    tool_result_count: figures.toolResultCount,
    orphan_call_count: neighbours.orphans.callIds.length,
    orphan_result_count: neighbours.orphans.resultIds.length,
    orphans: encodeOrphans(neighbours.orphans),
    unpaired: encodeUnpaired(figures.unpaired),
    estimated_tokens: figures.estimatedTokens,
    call_count: figures.callCount,
    flat_bytes: figures.flatBytes,
    shared_start_tokens: neighbours.sharedStartTokens,
    finding_count: neighbours.findingCount,
    reopened: run.reopened === true ? 1 : 0,
    calls: encodeCalls(run.calls),
    replies: figures.replies,
  };
}

/** Columns that a later version of the same file can change without adding a message. */
export function runRowsDiffer(left: RunRowRecord, right: NewRun): boolean {
  return (
    left.status !== right.status ||
    left.message_count !== right.message_count ||
    left.ended_at_ms !== right.ended_at_ms ||
    left.measured_tokens !== right.measured_tokens ||
    left.pending_tokens !== right.pending_tokens ||
    left.reopened !== right.reopened ||
    left.calls !== right.calls ||
    // Its beginning alone doesn't tell that a file repeats another thread's runs.
    (left.copied_from === null && right.copied_from !== null)
  );
}
