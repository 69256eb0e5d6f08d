import { runId, threadId } from '../../domain/ids.ts';
import type { ModelCall } from '../../domain/model-call.ts';
import type { SummaryBoundary, ThreadDocument, ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import { factualChanges } from '../../replay/factual-content.ts';
import { measureCalls, type CallMeasure } from '../../replay/measured-calls.ts';
import type { PlacedCall } from '../../replay/place-model-calls.ts';
import type { NullableColumn, ThreadProfile } from '../../replay/thread-profile.ts';
import { decodeCalls, decodeReplies } from './json-columns.ts';
import type { ReplyFigures } from './run-figures.ts';
import { withoutText } from './staged-thread.ts';
import type { RunRowRecord } from './thread-rows.ts';

/** The columns that a thread is opened from: of 10,000 runs, so none is read for nothing. */
export const PROFILE_COLUMNS = [
  'run_id',
  'copied_from',
  'created_at_ms',
  'ended_at_ms',
  'measured_tokens',
  'pending_tokens',
  'message_count',
  'estimated_tokens',
  'call_count',
  'flat_bytes',
  'shared_start_tokens',
  'finding_count',
  'calls',
  'replies',
] as const satisfies readonly (keyof RunRowRecord)[];

export type ProfileRow = Pick<RunRowRecord, (typeof PROFILE_COLUMNS)[number]>;

/** A run's row, and the record it stands for: without messages, and with what no profile looks at left out. */
export interface ProfiledRun {
  readonly row: ProfileRow;
  readonly run: ThreadRun;
}

export function profiledRun(row: ProfileRow, header: ThreadHeader): ProfiledRun {
  return {
    row,
    run: withoutText({
      runId: runId(row.run_id),
      previousRunId: null,
      threadId: header.threadId,
      conversationId: header.conversationId,
      createdAtMs: row.created_at_ms,
      status: 'complete',
      calls: decodeCalls(row.calls),
      occupancyAfter:
        row.measured_tokens === null
          ? null
          : { measuredTokens: row.measured_tokens, pendingTokens: row.pending_tokens ?? 0 },
      endedAtMs: row.ended_at_ms,
      copiedFrom: row.copied_from === null ? null : threadId(row.copied_from),
    }),
  };
}

/** `buildThreadProfile` of a stored thread, from its runs' columns: no message is read. */
export function readThreadProfile(
  header: ThreadHeader,
  runs: readonly ProfiledRun[],
  boundaries: readonly SummaryBoundary[],
  instructionTokens: number | null,
): ThreadProfile {
  const replies = runs.map(({ row }) => decodeReplies(row.replies));
  const document: ThreadDocument = {
    ...header,
    runs: runs.map(({ run }) => run),
    boundaries,
  };
  const placedCalls = runs.map(({ run }, index) => placedOf(replies[index] ?? [], run.calls));
  const summarizedBy = new Set(
    boundaries.filter(({ message, opaque }) => message !== null || opaque).map((made) => made.madeByRunId),
  );
  const measures = document.runs.flatMap((run, index) =>
    measureCalls(run, placedCalls[index] ?? [], summarizedBy.has(run.runId)),
  );
  return {
    runs: {
      messages: runs.map(({ row }) => row.message_count),
      tokens: runs.map(({ row }) => row.estimated_tokens),
      calls: replies.map((list) => list.length),
      flatBytes: runs.map(({ row }) => row.flat_bytes),
      sharedStartTokens: runs.map(({ row }) => row.shared_start_tokens),
    },
    calls: {
      ...contentColumns(runs, replies),
      measuredPrompt: column(measures, (measure) => measure.prompt),
      measuredTotal: column(measures, (measure) => measure.total),
      measuredOutput: column(measures, (measure) => measure.output),
      measuredCached: column(measures, (measure) => measure.cached),
      measuredCacheWritten: column(measures, (measure) => measure.cacheWritten),
      sincePreviousMs: sincePrevious(measures),
    },
    factualChanges: factualChanges(document, placedCalls),
    ownSummaryTokens: boundaries.flatMap(({ message, opaque }) =>
      message === null || opaque ? [] : [estimateMessageTokens(message)],
    ),
    instructionTokens,
  };
}

function placedOf(replies: readonly ReplyFigures[], calls: readonly ModelCall[]): readonly PlacedCall[] {
  return replies.map(({ replyAt, replyEnd, callIndex }) => ({
    replyAt,
    replyEnd,
    call: callIndex === null ? null : (calls[callIndex] ?? null),
  }));
}

/** What a call's prompt adds to the reply before it, across runs that made no call at all. */
function contentColumns(
  runs: readonly ProfiledRun[],
  replies: readonly (readonly ReplyFigures[])[],
): Pick<ThreadProfile['calls'], 'addedMessages' | 'addedTokens' | 'replyMessages' | 'replyTokens'> {
  const columns = {
    addedMessages: new Array<number>(),
    addedTokens: new Array<number>(),
    replyMessages: new Array<number>(),
    replyTokens: new Array<number>(),
  };
  let waitingMessages = 0;
  let waitingTokens = 0;
  runs.forEach(({ row }, index) => {
    let at = 0;
    let tokensAt = 0;
    for (const reply of replies[index] ?? []) {
      columns.addedMessages.push(waitingMessages + reply.replyAt - at);
      columns.addedTokens.push(waitingTokens + reply.addedTokens);
      columns.replyMessages.push(reply.replyEnd - reply.replyAt);
      columns.replyTokens.push(reply.replyTokens);
      at = reply.replyEnd;
      tokensAt += reply.addedTokens + reply.replyTokens;
      waitingMessages = 0;
      waitingTokens = 0;
    }
    waitingMessages += row.message_count - at;
    waitingTokens += row.estimated_tokens - tokensAt;
  });
  return columns;
}

function sincePrevious(measures: readonly CallMeasure[]): NullableColumn {
  return nullWhenEmpty(
    measures.map((measure, index) => {
      const before = measures[index - 1]?.atMs ?? null;
      return measure.atMs === null || before === null || measure.atMs < before ? null : measure.atMs - before;
    }),
  );
}

function column(
  measures: readonly CallMeasure[],
  read: (measure: CallMeasure) => number | null,
): NullableColumn {
  return nullWhenEmpty(measures.map(read));
}

function nullWhenEmpty(values: readonly (number | null)[]): NullableColumn {
  return values.some((value) => value !== null) ? values : null;
}
