import type { ContextOccupancy } from '../domain/context-occupancy.ts';
import type { ModelCall } from '../domain/model-call.ts';
import type { RunStatus } from '../domain/thread.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { reportedCall, responsesUsage, tokenCount, unreportedCall } from './readers/usage.ts';

/** What the importer knows of a run's messages by the time its state is read. */
export interface RunProgress {
  /** Indexes of the messages the model wrote. */
  readonly replies: readonly number[];
  readonly hasUserMessage: boolean;
  /** A summary with a text was made during the run: its cost is part of the run's usage. */
  readonly paidForSummary: boolean;
}

/** What `meta.run_state` tells about a run. */
export interface RunState {
  readonly status: RunStatus;
  readonly calls: readonly ModelCall[];
  readonly occupancyAfter: ContextOccupancy | null;
}

/**
 * Reads the state that the SDK saves beside a run.
 *
 * Source: `agentstate` and `conversation_manager.go` of the reference SDK.
 */
export function readRunState(meta: RawRecord, progress: RunProgress, hasOpenCall: boolean): RunState {
  const state = isRecord(meta['run_state']) ? meta['run_state'] : null;
  const occupancyAfter = state === null ? null : occupancyOf(state);
  return {
    status: statusOf(state, occupancyAfter, progress, hasOpenCall),
    calls: callsOf(state, occupancyAfter, progress),
    occupancyAfter,
  };
}

function occupancyOf(state: RawRecord): ContextOccupancy | null {
  const measuredTokens = tokenCount(state['context_tokens']);
  if (measuredTokens === null) return null;
  return { measuredTokens, pendingTokens: tokenCount(state['pending_context_tokens']) ?? 0 };
}

function statusOf(
  state: RawRecord | null,
  occupancy: ContextOccupancy | null,
  progress: RunProgress,
  hasOpenCall: boolean,
): RunStatus {
  switch (state?.['status']) {
    case 'completed':
      return isCancelled(occupancy) ? 'cancelled' : 'complete';
    case 'paused':
      return 'paused';
    case 'error':
    case 'failed':
      return 'error';
    case 'running':
      return 'open';
    default:
      if (hasOpenCall) return 'open';
      return progress.hasUserMessage ? 'complete' : 'headless';
  }
}

/**
 * A run that ended by itself ends with a reply, which the last report has counted. One that was
 * cancelled ends with tool results and a notice nobody reported on, and is "completed" all the same.
 */
function isCancelled(occupancy: ContextOccupancy | null): boolean {
  return occupancy !== null && occupancy.measuredTokens > 0 && occupancy.pendingTokens > 0;
}

/**
 * The file has one sum per run, and it includes summaries. It is a call's own report only when the
 * run made that one call and nothing else, which the occupancy after it confirms.
 */
function callsOf(
  state: RawRecord | null,
  occupancy: ContextOccupancy | null,
  progress: RunProgress,
): readonly ModelCall[] {
  const usage = state === null ? null : responsesUsage(state['usage']);
  const [onlyReply, ...otherReplies] = progress.replies;
  if (usage === null) return progress.replies.map((replyAt) => unreportedCall({ replyAt }));
  const perCall =
    onlyReply !== undefined &&
    otherReplies.length === 0 &&
    !progress.paidForSummary &&
    (occupancy === null || occupancy.measuredTokens === usage.total);
  return [reportedCall(usage, { replyAt: perCall ? onlyReply : null, perCall })];
}
