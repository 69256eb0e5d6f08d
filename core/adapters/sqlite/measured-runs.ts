import type { CancelSignal } from '../../domain/cancel-signal.ts';
import { runId, threadId } from '../../domain/ids.ts';
import type { ProblemRun } from '../../inspect/problem-document.ts';
import type { RunToolPairs } from '../../inspect/pair-tool-calls.ts';
import { decodeCalls, decodeUnpaired } from './json-columns.ts';
import type { ThreadReader } from './stored-thread.ts';
import type { MeasuredRow } from './thread-rows.ts';

/** What was measured of a run when it was written. */
export interface MeasuredRun {
  readonly row: MeasuresOfRow;
  readonly run: ProblemRun;
  readonly unpaired: RunToolPairs;
}

/** Without what `run` and `unpaired` say better. */
type MeasuresOfRow = Omit<
  MeasuredRow,
  | 'run_id'
  | 'copied_from'
  | 'status'
  | 'measured_tokens'
  | 'pending_tokens'
  | 'unpaired'
  | 'reopened'
  | 'calls'
>;

/** How many are in memory at once. */
export const HELD_RUNS = 16_384;
const PAGE_RUNS = 1024;

/** A thread's runs as they stand in the table, in order; read anew for each pass where they are too many to hold. */
export function measuredRuns(
  reader: ThreadReader,
  threadRef: number,
  signal?: CancelSignal,
): Iterable<MeasuredRun> {
  const page = (from: number, count: number): readonly MeasuredRun[] => {
    signal?.throwIfAborted();
    return reader.measuredPage(threadRef, from, count).map(measuredOfRow);
  };
  const first = page(0, HELD_RUNS);
  if (first.length < HELD_RUNS) return first;
  return {
    *[Symbol.iterator]() {
      yield* first;
      for (let from = HELD_RUNS; ; from += PAGE_RUNS) {
        const runs = page(from, PAGE_RUNS);
        yield* runs;
        if (runs.length < PAGE_RUNS) return;
      }
    },
  };
}

function measuredOfRow(row: MeasuredRow): MeasuredRun {
  return {
    row,
    run: {
      runId: runId(row.run_id),
      status: row.status,
      calls: decodeCalls(row.calls),
      occupancyAfter:
        row.measured_tokens === null
          ? null
          : { measuredTokens: row.measured_tokens, pendingTokens: row.pending_tokens ?? 0 },
      copiedFrom: row.copied_from === null ? null : threadId(row.copied_from),
      reopened: row.reopened === 1,
    },
    unpaired: decodeUnpaired(row.unpaired),
  };
}
