import { conversationId, runId, threadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { countByRun, measureRuns, problemsOf } from './measure-runs.ts';
import { measuredRuns } from './measured-runs.ts';
import { orphansOf } from './pair-calls.ts';
import { neighbourColumns, neighboursDiffer } from './run-rows.ts';
import type { ThreadReader } from './stored-thread.ts';
import { boundaryOf } from './summary-rows.ts';
import { threadFigures } from './thread-figures.ts';
import type { ThreadRowRecord, ThreadWriter } from './thread-rows.ts';

/**
 * Works out anew what a thread's row says of its runs, and what its runs' rows say of one another, after
 * a run or a summary was added. Reads no text. In the caller's transaction.
 */
export function refreshThread(reader: ThreadReader, writer: ThreadWriter, threadRef: number): void {
  const thread = reader.threadByRef(threadRef);
  if (thread === null) return;
  const runs = measuredRuns(reader, threadRef);
  const boundaries = reader.summaries(threadRef).map((row) => boundaryOf(row, threadId(thread.thread_id)));
  const measures = measureRuns(runs, boundaries);
  const findings = problemsOf(runs, boundaries, measures);
  const findingCounts = countByRun(findings);
  for (const { row, run } of runs) {
    const columns = neighbourColumns({
      orphans: orphansOf(measures.toolPairs[row.position]),
      sharedStartTokens: row.shared_start_tokens,
      findingCount: findingCounts.get(run.runId) ?? 0,
    });
    if (neighboursDiffer(row, columns)) writer.updateNeighbours(row.run_key, columns);
  }
  const title = thread.title === '' ? (reader.firstTitle(threadRef) ?? '') : thread.title;
  writer.writeFigures(threadRef, threadFigures(title, measures, findings));
}

export function headerOf(row: ThreadRowRecord): ThreadHeader {
  return {
    threadId: threadId(row.thread_id),
    namespace: row.namespace,
    conversationId: conversationId(row.conversation_id),
    format: row.format,
    title: row.title,
    branchOf:
      row.branch_thread_id === null
        ? null
        : {
            threadId: threadId(row.branch_thread_id),
            runId: row.branch_run_id === null ? null : runId(row.branch_run_id),
          },
    startedBy:
      row.started_by_thread_id === null
        ? null
        : {
            threadId: threadId(row.started_by_thread_id),
            runId: row.started_by_run_id === null ? null : runId(row.started_by_run_id),
          },
  };
}
