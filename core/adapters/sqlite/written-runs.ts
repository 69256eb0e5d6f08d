import { answerKeys } from '../../inspect/mark-copied-runs.ts';
import { detachedFigures } from './run-figures.ts';
import { NO_NEIGHBOURS, runRow } from './run-rows.ts';
import type { StagedRun, StagedThread } from './staged-thread.ts';
import type { ThreadReader } from './stored-thread.ts';
import type { RunRowRecord, ThreadWriter } from './thread-rows.ts';
import { stagedOfRow, WrittenRun } from './written-run.ts';

interface Store {
  readonly reader: ThreadReader;
  readonly writer: ThreadWriter;
}

/** A run that is delivered, or delivered again before the next one begins. */
export function keepRun(thread: StagedThread, staged: StagedRun): void {
  const isWrittenSoon = thread.made !== null && thread.prefix === null;
  const kept = isWrittenSoon ? staged : { ...staged, figures: detachedFigures(staged.figures) };
  thread.runs.set(kept.run.runId, kept);
  thread.newest = isWrittenSoon ? kept : null;
}

/** Before a run of another id is kept: every run but the last of a thread is written. */
export function writeNewest(writer: ThreadWriter, thread: StagedThread): void {
  const { newest, made } = thread;
  if (newest === null || made === null) return;
  const position = thread.runs.size - 1;
  const runKey = writer.insertRun(runRow(made.threadRef, position, newest, NO_NEIGHBOURS));
  writer.insertAnswers(runKey, answerKeys(newest.run.calls));
  newest.bodyKeys.forEach((bodyKey, part) => {
    writer.insertPart(runKey, part, bodyKey);
  });
  thread.runs.set(newest.run.runId, new WrittenRun(runKey, newest));
  thread.newest = null;
}

/** Threads whose newest run may wait in memory to be gone on with. */
const MOST_WAITING = 1000;

/** A file may have a hundred thousand threads of a few runs: the newest run of one that was left long ago is written. */
export class WaitingThreads {
  readonly #writer: ThreadWriter;
  /** The one that was gone on with longest ago comes first. */
  readonly #threads = new Set<StagedThread>();

  constructor(writer: ThreadWriter) {
    this.#writer = writer;
  }

  goesOn(thread: StagedThread): void {
    this.#threads.delete(thread);
    this.#threads.add(thread);
    if (this.#threads.size <= MOST_WAITING) return;
    for (const oldest of this.#threads) {
      this.#threads.delete(oldest);
      writeNewest(this.#writer, oldest);
      return;
    }
  }
}

/** Of a run that was written and is saved again. */
export function rewriteRun(
  { reader, writer }: Store,
  thread: StagedThread,
  written: WrittenRun,
  staged: StagedRun,
): void {
  const { thread_ref: threadRef, position } = rowOf(reader, thread, written);
  writer.updateRun(written.runKey, runRow(threadRef, position, staged, NO_NEIGHBOURS));
  writer.insertAnswers(written.runKey, answerKeys(staged.run.calls));
  for (let part = written.bodyKeys.length; part < staged.bodyKeys.length; part += 1) {
    const bodyKey = staged.bodyKeys[part];
    if (bodyKey !== undefined) writer.insertPart(written.runKey, part, bodyKey);
  }
  thread.runs.set(staged.run.runId, new WrittenRun(written.runKey, staged));
}

/** As it was staged. */
export function readBack(reader: ThreadReader, thread: StagedThread, written: WrittenRun): StagedRun {
  return stagedOfRow(written, rowOf(reader, thread, written), idsOf(thread));
}

/** All runs of a thread, each as it was staged. */
export function readBackAll(reader: ThreadReader, thread: StagedThread): readonly StagedRun[] {
  const { made } = thread;
  const runs = [...thread.runs.values()];
  if (made === null || !runs.some((run) => run instanceof WrittenRun)) {
    return runs.filter((run): run is StagedRun => !(run instanceof WrittenRun));
  }
  // One statement for all of them, in order.
  const rows = reader.runs(made.threadRef);
  return runs.flatMap((run, position) => {
    if (!(run instanceof WrittenRun)) return [run];
    const row = rows[position];
    return row === undefined ? [] : [stagedOfRow(run, row, idsOf(thread))];
  });
}

/** A thread that turns out to begin with another's runs has its own in other places. */
export function takeBackRuns({ reader, writer }: Store, thread: StagedThread): void {
  const { made } = thread;
  if (made === null || thread.runs.size === 0) return;
  const runs = readBackAll(reader, thread);
  writer.deleteRuns(made.threadRef);
  thread.newest = null;
  for (const staged of runs) thread.runs.set(staged.run.runId, staged);
}

function rowOf(reader: ThreadReader, thread: StagedThread, written: WrittenRun): RunRowRecord {
  const row = thread.made === null ? null : reader.runById(thread.made.threadRef, written.runId);
  if (row === null) throw new Error(`the row of run ${written.runId} is gone while its file is being read`);
  return row;
}

function idsOf({ storedId, header }: StagedThread): {
  readonly thread_id: string;
  readonly conversation_id: string;
} {
  return { thread_id: storedId, conversation_id: header.conversationId };
}
