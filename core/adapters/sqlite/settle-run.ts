import { answerKeys } from '../../inspect/mark-copied-runs.ts';
import { holdMeasures } from './hold-measures.ts';
import type { ImportStore } from './import-store.ts';
import { NO_NEIGHBOURS, runRow, runRowsDiffer } from './run-rows.ts';
import type { EarlierDelivery } from './stage-run.ts';
import { idsOf, positionOf, type StagedRun, type StagedThread, type WrittenRow } from './staged-thread.ts';
import { runOfRow } from './stored-runs.ts';
import type { RunRowRecord } from './thread-rows.ts';

/** Before a run of another id is staged: every run but the last of a thread is written. */
export function settleNewest(store: ImportStore, thread: StagedThread): void {
  const { newest } = thread;
  if (newest === null) return;
  thread.newest = null;
  settleRun(store, thread, thread.runCount - 1, newest);
}

/** Writes the row of one of the thread's own runs, unless the workspace has all of it. */
export function settleRun(store: ImportStore, thread: StagedThread, index: number, staged: StagedRun): void {
  const parts = staged.written?.bodyKeys.length ?? 0;
  const isWritten = writeRun(store, thread, positionOf(thread, index), staged);
  thread.notes.set(index, {
    startMark: staged.figures.startMark,
    deliveries: staged.deliveries,
    messageCount: staged.figures.messageCount,
    addedParts: (isWritten ? staged.bodyKeys.length : parts) - staged.partsBefore,
  });
}

/** @returns Whether there was something to write. */
export function writeRun(
  store: ImportStore,
  thread: StagedThread,
  position: number,
  staged: StagedRun,
): boolean {
  const { written } = staged;
  if (written !== null && !addsTo(written, staged)) return false;
  noteChange(store, thread);
  const row = runRow(thread.threadRef, position, staged, NO_NEIGHBOURS);
  const runKey = written?.row.run_key ?? store.writer.insertRun(row);
  if (written === null) {
    thread.newRuns += 1;
    holdMeasures(thread, runKey, row, { run: staged.run, unpaired: staged.figures.unpaired });
  } else {
    thread.measured = null;
    if (thread.before !== null) store.journal.changesRun(runKey);
    store.writer.updateRun(runKey, row);
  }
  store.writer.insertAnswers(runKey, answerKeys(staged.run.calls));
  for (let part = written?.bodyKeys.length ?? 0; part < staged.bodyKeys.length; part += 1) {
    const bodyKey = staged.bodyKeys[part];
    if (bodyKey !== undefined) store.writer.insertPart(runKey, part, bodyKey);
  }
  return true;
}

/** A run that the file tells less about than the workspace knows stays as it is. */
function addsTo({ row, bodyKeys }: WrittenRow, staged: StagedRun): boolean {
  if (staged.figures.messageCount < row.message_count) return false;
  if (staged.bodyKeys.length > bodyKeys.length) return true;
  if (staged.deliveries < bodyKeys.length) return false;
  return runRowsDiffer(row, runRow(row.thread_ref, row.position, staged, NO_NEIGHBOURS));
}

/** Before the first thing of a thread is written. */
export function noteChange({ journal }: ImportStore, thread: StagedThread): void {
  if (thread.hasChanged) return;
  thread.hasChanged = true;
  if (thread.before === null) journal.madeThread(thread.threadRef);
  else journal.changesThread(thread.threadRef);
}

export function writtenRow({ reader }: ImportStore, row: RunRowRecord): WrittenRow {
  return { row, bodyKeys: reader.bodyKeys(row.run_key) };
}

/** What the file has delivered of a run whose row was written. */
export function deliveredOf(thread: StagedThread, index: number, written: WrittenRow): EarlierDelivery {
  const { deliveries, messageCount, addedParts } = thread.notes.get(index);
  return {
    run: runOfRow(written.row, idsOf(thread)),
    bodyKeys: written.bodyKeys,
    deliveries,
    messageCount,
    partsBefore: written.bodyKeys.length - addedParts,
  };
}
