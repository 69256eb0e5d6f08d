import { conversationId, runId, threadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { encodeOrphans } from './json-columns.ts';
import { countByRun, measureRuns, problemsOf } from './measure-runs.ts';
import { orphansOf } from './pair-calls.ts';
import { measuredOfRow } from './stored-runs.ts';
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
  const rows = reader.runs(threadRef);
  const runs = rows.map((row) => measuredOfRow(row, thread));
  const boundaries = reader.summaries(threadRef).map((row) => boundaryOf(row, threadId(thread.thread_id)));
  const measures = measureRuns(runs, boundaries);
  const findings = problemsOf(runs, boundaries, measures);
  const findingCounts = countByRun(findings);
  rows.forEach((row, position) => {
    const orphans = orphansOf(measures.toolPairs[position]);
    const encoded = encodeOrphans(orphans);
    const findingCount = findingCounts.get(runId(row.run_id)) ?? 0;
    if (encoded === row.orphans && findingCount === row.finding_count) return;
    writer.updateRun(row.run_key, {
      ...row,
      orphans: encoded,
      orphan_call_count: orphans.callIds.length,
      orphan_result_count: orphans.resultIds.length,
      finding_count: findingCount,
    });
  });
  const title = thread.title === '' ? (rows.find((row) => row.title !== '')?.title ?? '') : thread.title;
  writer.writeFigures(threadRef, threadFigures(title, runs, measures, findings));
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
