import { conversationId, runId, threadId } from '../../domain/ids.ts';
import type { ThreadRun } from '../../domain/thread.ts';
import { decodeCalls } from './json-columns.ts';
import { withoutText } from './staged-thread.ts';
import type { RunRowRecord, ThreadRowRecord } from './thread-rows.ts';

type ThreadIds = Pick<ThreadRowRecord, 'thread_id' | 'conversation_id'>;

/** A run's row as the record it was written from, without messages and meta. */
export function runOfRow(row: RunRowRecord, thread: ThreadIds): ThreadRun {
  return withoutText({
    runId: runId(row.run_id),
    previousRunId: row.previous_run_id === null ? null : runId(row.previous_run_id),
    threadId: threadId(row.copied_from ?? thread.thread_id),
    conversationId: conversationId(thread.conversation_id),
    createdAtMs: row.created_at_ms,
    status: row.status,
    calls: decodeCalls(row.calls),
    occupancyAfter:
      row.measured_tokens === null
        ? null
        : { measuredTokens: row.measured_tokens, pendingTokens: row.pending_tokens ?? 0 },
    endedAtMs: row.ended_at_ms,
    copiedFrom: row.copied_from === null ? null : threadId(row.copied_from),
    reopened: row.reopened === 1,
  });
}
