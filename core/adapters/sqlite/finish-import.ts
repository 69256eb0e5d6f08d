import type { ThreadId } from '../../domain/ids.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import { ThreadConflict, type ImportWriter } from './import-writer.ts';
import type { Finding } from '../../domain/finding.ts';
import { answerKeys } from '../../inspect/mark-copied-runs.ts';
import type { ThreadMeasures } from '../../inspect/measure-thread.ts';
import { withStoredCopies } from './copied-runs.ts';
import { countByRun, measureRuns, problemsOf, type MeasuredRun } from './measure-runs.ts';
import { orphansOf } from './pair-calls.ts';
import { neighbourColumns, NO_NEIGHBOURS, runRow, runRowsDiffer, type NeighbourFigures } from './run-rows.ts';
import { sharedStarts, type ComparedRun } from './shared-starts.ts';
import { placedRuns, type PlacedRun, type StagedThread } from './staged-thread.ts';
import { storedAsPlaced } from './stored-as-placed.ts';
import { boundaryOf, summaryRow } from './summary-rows.ts';
import { threadFigures } from './thread-figures.ts';
import type { ImportJournal } from './import-journal.ts';
import type { ThreadReader } from './stored-thread.ts';
import { RUN_COLUMNS, type NewRun } from './thread-rows.ts';
import { WrittenRun } from './written-run.ts';
import { readBackAll, writeNewest } from './written-runs.ts';

export interface ImportedThread {
  readonly threadId: ThreadId;
  readonly threadRef: number;
  /** `unchanged`: the workspace had all of it. */
  readonly outcome: 'new' | 'grown' | 'unchanged';
  readonly newRuns: number;
}

/**
 * Writes the rows of everything that was staged and isn't written yet.
 *
 * @param journal Where to keep how things were.
 * @throws ThreadConflict when a thread's runs stand in another order than they are stored in, or a branch
 *   repeats others than it is stored with.
 */
export function finishImport(staged: ImportWriter, journal: ImportJournal): readonly ImportedThread[] {
  return [...staged.threads.values()].map((thread) =>
    thread.made !== null && thread.prefix === null
      ? completeThread(staged, thread, thread.made.threadRef, journal)
      : writeThread(staged, thread, journal),
  );
}

/** A new thread whose runs were written as they came. */
function completeThread(
  staged: ImportWriter,
  thread: StagedThread,
  threadRef: number,
  journal: ImportJournal,
): ImportedThread {
  const { reader, writer } = staged;
  writeNewest(writer, thread);
  journal.madeThread(threadRef);
  const runs = [...thread.runs.values()].filter((run) => run instanceof WrittenRun);
  const measures = measureRuns(runs, thread.boundaries);
  const findings = problemsOf(runs, thread.boundaries, measures);
  const neighbours = neighboursOf(reader, runs, measures, findings);
  runs.forEach((run, position) => {
    const figures = neighbours(position);
    if (tellsSomething(figures)) writer.updateNeighbours(run.runKey, neighbourColumns(figures));
  });
  writeSummaries(staged, threadRef, thread.boundaries);
  renewHeader(staged, thread);
  writer.writeFigures(threadRef, threadFigures(titleOf(thread), runs, measures, findings));
  return { threadId: thread.header.threadId, threadRef, outcome: 'new', newRuns: runs.length };
}

function tellsSomething({ orphans, sharedStartTokens, findingCount }: NeighbourFigures): boolean {
  return orphans.callIds.length + orphans.resultIds.length + sharedStartTokens + findingCount > 0;
}

function writeThread(staged: ImportWriter, thread: StagedThread, journal: ImportJournal): ImportedThread {
  const { threadId } = thread.header;
  const placed = placedRuns(staged.threads, thread, (source) => readBackAll(staged.reader, source));
  checkOrder(thread, placed);
  const delivered = withStoredCopies(staged.reader, thread, placed);
  const stored = thread.stored?.row ?? null;
  const outcome = stored === null || stored.removed_at_ms !== null ? 'new' : 'grown';
  if (stored !== null && addsNothing(staged, thread, delivered)) {
    if (outcome === 'new') journal.changesThread(stored.thread_ref);
    staged.writer.unremove(stored.thread_ref);
    return outcome === 'new'
      ? { threadId, threadRef: stored.thread_ref, outcome, newRuns: stored.run_count }
      : { threadId, threadRef: stored.thread_ref, outcome: 'unchanged', newRuns: 0 };
  }
  const threadRef = stored?.thread_ref ?? renewHeader(staged, thread);
  if (stored === null) journal.madeThread(threadRef);
  else journal.changesThread(threadRef);
  const runs = withUndelivered(staged, thread, delivered);
  const boundaries = withStoredBoundaries(staged, thread);
  const measures = measureRuns(runs, boundaries);
  const findings = problemsOf(runs, boundaries, measures);
  const neighbours = neighboursOf(staged.reader, runs, measures, findings);
  const newRuns = writeRuns(staged, thread, threadRef, runs, neighbours, journal);
  writeSummaries(staged, threadRef, boundaries);
  const figures = threadFigures(titleOf(thread), runs, measures, findings);
  staged.writer.writeFigures(threadRef, figures);
  staged.writer.unremove(threadRef);
  return { threadId, threadRef, outcome, newRuns };
}

/** A run that was stored stays in its place: a file that puts another there tells of another thread. */
function checkOrder(thread: StagedThread, delivered: readonly PlacedRun[]): void {
  thread.stored?.runs.forEach((row, position) => {
    const run = delivered[position]?.run;
    if (run !== undefined && run.runId !== row.run_id)
      throw new ThreadConflict(thread.header.threadId, run.runId);
  });
}

function addsNothing(staged: ImportWriter, thread: StagedThread, delivered: readonly PlacedRun[]): boolean {
  if (thread.boundaries.length > (thread.stored?.row.boundary_count ?? 0)) return false;
  return delivered.every((placed, position) => {
    const row = thread.stored?.runById.get(placed.run.runId);
    if (row === undefined) return false;
    const parts = staged.reader.partCount(row.run_key);
    if (placed.figures.messageCount < row.message_count) return true;
    if (placed.bodyKeys.length > parts) return false;
    if (placed.deliveries < parts) return true;
    return !runRowsDiffer(row, runRow(row.thread_ref, position, placed, NO_NEIGHBOURS));
  });
}

/** Runs that the file tells less about than the workspace knows are taken from there. */
function withUndelivered(
  staged: ImportWriter,
  thread: StagedThread,
  delivered: readonly PlacedRun[],
): readonly PlacedRun[] {
  const { stored } = thread;
  if (stored === null) return delivered;
  const count = Math.max(delivered.length, stored.runs.length);
  return Array.from({ length: count }).flatMap((_, position) => {
    const placed = delivered[position];
    const row = stored.runs[position];
    if (placed !== undefined && (row === undefined || placed.figures.messageCount >= row.message_count))
      return [placed];
    return row === undefined ? [] : [storedAsPlaced(staged.reader, stored.row, row)];
  });
}

/** @returns The reference of a thread that this import has made. */
function renewHeader({ writer, sourceName, isSample }: ImportWriter, thread: StagedThread): number {
  const { made, header, storedId } = thread;
  if (made === null) throw new Error(`thread ${storedId} has no row`);
  if (header !== made.header) {
    writer.updateThread(made.threadRef, { header: { ...header, threadId: storedId }, sourceName, isSample });
  }
  return made.threadRef;
}

/** A thread that was kept beside another shows it in the list, too. */
function titleOf(thread: StagedThread): string {
  const { title, threadId } = thread.header;
  return `${title}${thread.storedId.slice(threadId.length)}`.trim().toWellFormed();
}

type NeighboursAt = (position: number) => NeighbourFigures;

function neighboursOf(
  reader: ThreadReader,
  runs: readonly (MeasuredRun & ComparedRun)[],
  measures: ThreadMeasures,
  findings: readonly Finding[],
): NeighboursAt {
  const findingCounts = countByRun(findings);
  const shared = sharedStarts(reader, runs);
  return (position) => ({
    orphans: orphansOf(measures.toolPairs[position]),
    sharedStartTokens: shared[position] ?? 0,
    findingCount: findingCounts.get(runs[position]?.run.runId ?? null) ?? 0,
  });
}

/** @returns How many runs the workspace didn't have. */
function writeRuns(
  staged: ImportWriter,
  thread: StagedThread,
  threadRef: number,
  runs: readonly PlacedRun[],
  neighbours: NeighboursAt,
  journal: ImportJournal,
): number {
  let newRuns = 0;
  runs.forEach((placed, position) => {
    const row: NewRun = runRow(threadRef, position, placed, neighbours(position));
    const known = thread.stored?.runById.get(placed.run.runId);
    const runKey = known?.run_key ?? staged.writer.insertRun(row);
    const from = known === undefined ? 0 : staged.reader.partCount(runKey);
    if (known === undefined) newRuns += 1;
    else if (from < placed.bodyKeys.length || RUN_COLUMNS.some((name) => known[name] !== row[name])) {
      journal.changesRun(runKey);
      staged.writer.updateRun(runKey, row);
    }
    staged.writer.insertAnswers(runKey, answerKeys(placed.run.calls));
    for (let part = from; part < placed.bodyKeys.length; part += 1) {
      const bodyKey = placed.bodyKeys[part];
      if (bodyKey !== undefined) staged.writer.insertPart(runKey, part, bodyKey);
    }
  });
  return newRuns;
}

/** An older version of a file tells of fewer summaries; none is taken away. */
function withStoredBoundaries(staged: ImportWriter, thread: StagedThread): readonly SummaryBoundary[] {
  const stored = thread.stored?.row;
  if (stored === undefined || thread.boundaries.length >= stored.boundary_count) return thread.boundaries;
  return staged.reader.summaries(stored.thread_ref).map((row) => boundaryOf(row, thread.storedId));
}

function writeSummaries(
  staged: ImportWriter,
  threadRef: number,
  boundaries: readonly SummaryBoundary[],
): void {
  staged.writer.deleteSummaries(threadRef);
  boundaries.forEach((boundary, position) => {
    staged.writer.insertSummary(summaryRow(threadRef, position, boundary));
  });
}
