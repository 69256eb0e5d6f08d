import { randomUUID } from 'node:crypto';
import { copyRuns } from '../../core/adapters/sqlite/copy-runs.ts';
import { NATIVE_FORMAT } from '../../core/adapters/sqlite/native-format.ts';
import { headerOf, refreshThread } from '../../core/adapters/sqlite/refresh-thread.ts';
import { summaryRow } from '../../core/adapters/sqlite/summary-rows.ts';
import { prepareThreadWriter } from '../../core/adapters/sqlite/thread-rows.ts';
import { waitForWrite } from '../../core/adapters/sqlite/wait-for-write.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { runId, summaryId, threadId } from '../../core/domain/ids.ts';
import { experimentOf, summaryMessageOf } from './experiment-rows.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

const NAME_CHARACTERS = 200;

/** @throws InspectorError 'invalid-option' for a name without a character that shows. */
export async function renameExperiment(
  context: WorkspaceContext,
  experiment: number,
  name: string,
): Promise<null> {
  const shown = name.replace(/\s+/gu, ' ').trim().slice(0, NAME_CHARACTERS).toWellFormed();
  if (shown === '') throw new InspectorError('invalid-option', 'An experiment needs a name.');
  return change(context, experiment, 'name', shown);
}

export function pinExperiment(context: WorkspaceContext, experiment: number, pinned: boolean): Promise<null> {
  return change(context, experiment, 'pinned', pinned ? 1 : 0);
}

/** Hides it; nothing that was paid for is deleted. */
export function removeExperiment(context: WorkspaceContext, experiment: number): Promise<null> {
  return change(context, experiment, 'removed_at_ms', context.nowMs());
}

export function restoreExperiment(context: WorkspaceContext, experiment: number): Promise<null> {
  return change(context, experiment, 'removed_at_ms', null);
}

/**
 * Continues the thread as a branch: a new thread with copies of its runs and the experiment's summary
 * in front of those that it keeps. The thread itself stays as it was.
 *
 * @returns The new thread.
 * @throws InspectorError 'invalid-option' for a summary that is empty or was cut off.
 */
export async function applyExperiment(context: WorkspaceContext, experiment: number): Promise<number> {
  const { db, reader } = context;
  const record = experimentOf(db, experiment);
  if (record.shortfall !== null) {
    throw new InspectorError(
      'invalid-option',
      'This summary is not whole, so it can’t stand in for the runs it covers: run the summarizer again with more output tokens.',
    );
  }
  const origin = threadOf(reader, record.thread_ref);
  const tip = reader.runAt(origin.thread_ref, origin.run_count - 1);
  const writer = prepareThreadWriter(db);
  const id = threadId(randomUUID());
  const apply = db.transaction((): number => {
    const branch = writer.insertThread({
      header: {
        ...headerOf(origin),
        threadId: id,
        format: NATIVE_FORMAT,
        branchOf: { threadId: threadId(origin.thread_id), runId: runId(tip?.run_id ?? '') },
        startedBy: null,
      },
      sourceName: null,
      isSample: false,
    });
    copyRuns(db, {
      fromThread: origin.thread_ref,
      toThread: branch,
      fromThreadId: origin.thread_id,
      count: origin.run_count,
    });
    writer.insertSummary(
      summaryRow(branch, 0, {
        summaryId: summaryId(record.summary_id),
        threadId: id,
        message: summaryMessageOf(record),
        lastSummarizedRunId:
          record.last_summarized_run_id === null ? null : runId(record.last_summarized_run_id),
        createdAtMs: record.created_at_ms,
        madeByRunId: null,
        trigger: 'manual',
        tokensBefore: record.covered_tokens,
        tokensAfter: record.summary_tokens,
        opaque: false,
      }),
    );
    refreshThread(reader, writer, branch);
    return branch;
  });
  return waitForWrite(() => apply.immediate());
}

async function change(
  { db }: WorkspaceContext,
  experiment: number,
  column: 'name' | 'pinned' | 'removed_at_ms',
  value: string | number | null,
): Promise<null> {
  experimentOf(db, experiment);
  const update = db.prepare(`UPDATE experiments SET ${column} = ? WHERE experiment_id = ?`);
  await waitForWrite(() => update.run(value, experiment));
  return null;
}
