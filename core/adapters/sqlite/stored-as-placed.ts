import { conversationId, runId, threadId } from '../../domain/ids.ts';
import type { ThreadRun } from '../../domain/thread.ts';
import { decodeCalls } from './json-columns.ts';
import { measureRun } from './run-figures.ts';
import { withoutText, type PlacedRun } from './staged-thread.ts';
import type { ThreadReader } from './stored-thread.ts';
import type { RunRowRecord } from './thread-rows.ts';

/** A run's row as the record it was written from, without its messages. */
export function runOfRow(
  row: RunRowRecord,
  thread: { readonly thread_id: string; readonly conversation_id: string },
): Omit<ThreadRun, 'messages' | 'meta'> {
  return {
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
  };
}

/** A stored run in the form of one that is being imported, for a file that tells less of it. */
export function storedAsPlaced(reader: ThreadReader, row: RunRowRecord): PlacedRun {
  const thread = reader.threadByRef(row.thread_ref);
  const run = withoutText(runOfRow(row, thread ?? { thread_id: '', conversation_id: '' }));
  const bodyKeys = reader.bodies(row.run_key).map((body) => body.body_key);
  return {
    run,
    figures: measureRun({ ...run, messages: reader.messages(row) }),
    bodyKeys,
    deliveries: bodyKeys.length,
    stored: { row, bodyKeys },
  };
}
