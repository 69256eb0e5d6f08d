import type { Finding } from '../../domain/finding.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import type { ImportStore } from './import-store.ts';
import { countByRun, measureRuns, problemsOf, type StoredMeasures } from './measure-runs.ts';
import { measuredRuns, type MeasuredRun } from './measured-runs.ts';
import { ALL_PAIRED, orphansOf } from './pair-calls.ts';
import { placePrefix } from './place-prefix.ts';
import { neighbourColumns, neighboursDiffer } from './run-rows.ts';
import { noteChange, settleNewest } from './settle-run.ts';
import { sharedStarts, type SharedStarts } from './shared-starts.ts';
import type { StagedThread } from './staged-thread.ts';
import { boundaryOf, summaryRow } from './summary-rows.ts';
import { threadFigures } from './thread-figures.ts';
import type { ThreadRowRecord } from './thread-rows.ts';

/** Where the threads come from, for their rows. */
export interface ThreadSource {
  readonly sourceName: string;
  readonly isSample: boolean;
}

/**
 * Writes what is known of a thread when all of it is delivered: what its runs tell of one another, its
 * summaries and its figures.
 *
 * @param begins The thread that it begins with; null for none, or none that the file has brought.
 * @throws ThreadConflict when it repeats other runs than it is stored with.
 */
export function finishThread(
  store: ImportStore,
  thread: StagedThread,
  source: ThreadSource,
  begins: ThreadRowRecord | null,
): void {
  const { before, threadRef } = thread;
  settleNewest(store, thread);
  if (thread.prefix !== null) placePrefix(store, thread, begins);
  const addsBoundaries = thread.boundaries.length > (before?.boundaryCount ?? 0);
  if (before === null || thread.hasChanged || addsBoundaries) {
    noteChange(store, thread);
    writeFigures(store, thread, source);
    store.writer.unremove(threadRef);
    const isNew = before === null || before.isRemoved;
    store.ledger.end(threadRef, isNew ? 'new' : 'grown', thread.newRuns);
  } else if (before.isRemoved) {
    noteChange(store, thread);
    store.writer.unremove(threadRef);
    store.ledger.end(threadRef, 'new', before.runCount);
  } else store.ledger.end(threadRef, 'unchanged', 0);
}

function writeFigures(store: ImportStore, thread: StagedThread, source: ThreadSource): void {
  const { reader, writer } = store;
  const { threadRef } = thread;
  const boundaries = writtenBoundaries(store, thread);
  const runs = thread.measured ?? measuredRuns(reader, threadRef, store.signal);
  const measures = measureRuns(runs, boundaries);
  const findings = problemsOf(runs, boundaries, measures);
  writeNeighbours(store, thread, runs, measures, findings);
  if (thread.before === null && thread.header !== thread.writtenHeader) {
    const header = { ...thread.header, threadId: thread.storedId };
    writer.updateThread(threadRef, { header, ...source });
  }
  writer.writeFigures(threadRef, threadFigures(titleOf(thread), measures, findings));
}

/** A thread that was kept beside another shows it in the list, too. */
function titleOf(thread: StagedThread): string {
  const { title, threadId } = thread.header;
  return `${title}${thread.storedId.slice(threadId.length)}`.trim();
}

/** What only the thread as a whole tells of its runs. */
function writeNeighbours(
  store: ImportStore,
  thread: StagedThread,
  runs: Iterable<MeasuredRun>,
  measures: StoredMeasures,
  findings: readonly Finding[],
): void {
  const { before } = thread;
  const shared = startsOf(store, thread, measures);
  const counts = countByRun(findings);
  const tellsNothing =
    shared.isEmpty && counts.size === 0 && measures.toolPairs.every((pairs) => pairs === ALL_PAIRED);
  // The rows of a new thread say just that.
  if (tellsNothing && before === null && thread.prefix === null) return;
  for (const { row, run } of runs) {
    const { position } = row;
    const columns = neighbourColumns({
      orphans: orphansOf(measures.toolPairs[position]),
      sharedStartTokens: position < shared.from ? row.shared_start_tokens : shared.tokensAt(position),
      findingCount: counts.get(run.runId) ?? 0,
    });
    if (!neighboursDiffer(row, columns)) continue;
    if (before !== null) store.journal.changesRun(row.run_key);
    store.writer.updateNeighbours(row.run_key, columns);
  }
}

function startsOf({ reader }: ImportStore, thread: StagedThread, measures: StoredMeasures): SharedStarts {
  const { notes, prefixCount, runCount } = thread;
  return sharedStarts(reader, {
    threadRef: thread.threadRef,
    from: prefixCount,
    to: measures.runCount,
    messageCountAt: (position) => measures.messageCounts[position] ?? 0,
    markAt: (position) => {
      const index = position - prefixCount;
      if (index < 0 || index >= runCount) return null;
      const { messageCount, startMark } = notes.get(index);
      return messageCount === 0 ? null : startMark;
    },
  });
}

/** An older version of a file tells of fewer summaries; none is taken away. */
function writtenBoundaries(
  { reader, writer }: ImportStore,
  { before, boundaries, threadRef, storedId }: StagedThread,
): readonly SummaryBoundary[] {
  if (before !== null) {
    if (boundaries.length < before.boundaryCount) {
      return reader.summaries(threadRef).map((row) => boundaryOf(row, storedId));
    }
    writer.deleteSummaries(threadRef);
  }
  boundaries.forEach((boundary, position) => {
    writer.insertSummary(summaryRow(threadRef, position, boundary));
  });
  return boundaries;
}
