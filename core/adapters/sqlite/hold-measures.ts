import { HELD_RUNS, type MeasuredRun } from './measured-runs.ts';
import type { StagedThread } from './staged-thread.ts';
import type { NewRun } from './thread-rows.ts';

/** Of each of many threads that are open at the same time. */
const HELD_RUNS_OF_LEFT = 64;

/**
 * Keeps what was measured of a run whose row has just been written, for the end of its thread: to read it back
 * would cost as much as the writing.
 */
export function holdMeasures(
  thread: StagedThread,
  runKey: number,
  row: NewRun,
  { run, unpaired }: Pick<MeasuredRun, 'run' | 'unpaired'>,
): void {
  const { measured } = thread;
  if (measured === null) return;
  if (measured.length >= HELD_RUNS) {
    thread.measured = null;
    return;
  }
  // Field by field: titles and replies may hold on to the text they are cut from.
  measured.push({
    row: {
      run_key: runKey,
      position: row.position,
      created_at_ms: row.created_at_ms,
      ended_at_ms: row.ended_at_ms,
      message_count: row.message_count,
      tool_call_count: row.tool_call_count,
      orphans: row.orphans,
      estimated_tokens: row.estimated_tokens,
      call_count: row.call_count,
      shared_start_tokens: row.shared_start_tokens,
      finding_count: row.finding_count,
    },
    run,
    unpaired,
  });
}

/** Others are gone on with. */
export function letGoOfMeasures(thread: StagedThread): void {
  if (thread.measured !== null && thread.measured.length > HELD_RUNS_OF_LEFT) thread.measured = null;
}
