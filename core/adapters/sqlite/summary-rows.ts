import { InspectorError } from '../../domain/errors.ts';
import { runId, summaryId, type ThreadId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import { toWireMessage } from '../../domain/wire-item.ts';
import { parseMessageBundle } from '../../importers/parse-input-item.ts';
import { toJson } from './deep-json.ts';
import type { SummaryRowRecord } from './thread-rows.ts';
import { wholeOrNull } from './whole-number.ts';

export function summaryRow(
  threadRef: number,
  position: number,
  boundary: SummaryBoundary,
): Omit<SummaryRowRecord, 'summary_key'> {
  const { message } = boundary;
  return {
    thread_ref: threadRef,
    position,
    summary_id: boundary.summaryId.toWellFormed(),
    last_summarized_run_id: boundary.lastSummarizedRunId?.toWellFormed() ?? null,
    made_by_run_id: boundary.madeByRunId?.toWellFormed() ?? null,
    trigger: boundary.trigger,
    tokens_before: wholeOrNull(boundary.tokensBefore),
    tokens_after: wholeOrNull(boundary.tokensAfter),
    opaque: boundary.opaque ? 1 : 0,
    covers_absent_runs: boundary.coversAbsentRuns === true ? 1 : 0,
    created_at_ms: wholeOrNull(boundary.createdAtMs),
    estimated_tokens: message === null ? null : estimateMessageTokens(message),
    message: message === null ? null : toJson(toWireMessage(message)).toWellFormed(),
  };
}

export function boundaryOf(row: SummaryRowRecord, thread: ThreadId): SummaryBoundary {
  return {
    summaryId: summaryId(row.summary_id),
    threadId: thread,
    message: row.message === null ? null : messageOf(row.message, row.summary_id),
    lastSummarizedRunId: row.last_summarized_run_id === null ? null : runId(row.last_summarized_run_id),
    createdAtMs: row.created_at_ms,
    madeByRunId: row.made_by_run_id === null ? null : runId(row.made_by_run_id),
    trigger: row.trigger,
    tokensBefore: row.tokens_before,
    tokensAfter: row.tokens_after,
    opaque: row.opaque === 1,
    ...(row.covers_absent_runs === 1 ? { coversAbsentRuns: true } : {}),
  };
}

function messageOf(json: string, fallbackId: string): Message {
  try {
    const message = parseMessageBundle(JSON.parse(json), `${fallbackId}#summary`);
    if (message !== null) return message;
  } catch {
    // Told below, with what to do.
  }
  throw new InspectorError(
    'storage-failed',
    'A summary in this workspace is damaged. Remove its thread and import its file again.',
  );
}
