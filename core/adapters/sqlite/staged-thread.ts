import type { ContextOccupancy } from '../../domain/context-occupancy.ts';
import type { RunId, ThreadId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import type { SummaryBoundary, ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import type { MeasuredRun } from './measured-runs.ts';
import type { RunFigures } from './run-figures.ts';
import type { RunNotes } from './run-notes.ts';
import type { RunRowRecord } from './thread-rows.ts';
import { wholeOrNull } from './whole-number.ts';

/** A run without its text and meta, which are in the database already. */
export interface StagedRun {
  /** Its messages and meta are left out: empty, whatever it holds. */
  readonly run: ThreadRun;
  readonly figures: RunFigures;
  /** Its text, stored earlier or now, in order. */
  readonly bodyKeys: readonly number[];
  /** How often the file has delivered it. */
  readonly deliveries: number;
  /** Bodies that it had before the import. */
  readonly partsBefore: number;
  /** Its row as it stands in the table; null for one that has none yet. */
  readonly written: WrittenRow | null;
}

export interface WrittenRow {
  readonly row: RunRowRecord;
  readonly bodyKeys: readonly number[];
}

/** How the workspace had a thread before the import. */
export interface ThreadBefore {
  readonly runCount: number;
  readonly boundaryCount: number;
  readonly isRemoved: boolean;
}

/** The branch begins with the runs of `from` up to and including `upTo`. */
export interface ThreadPrefix {
  readonly from: ThreadId;
  readonly upTo: RunId;
}

/**
 * A thread while its file is being read. The row of a run is written when the next one begins: a file has
 * more runs than should be in memory.
 */
export interface StagedThread {
  header: ThreadHeader;
  /** The id it has in the workspace: the header's, or with a number when another file took that. */
  readonly storedId: ThreadId;
  readonly threadRef: number;
  /** Null for a thread that this import has made. */
  readonly before: ThreadBefore | null;
  /** What its row was made from; see `before`. */
  readonly writtenHeader: ThreadHeader;
  prefix: ThreadPrefix | null;
  /** Runs that stand before its own ones; see `positionOf`. */
  prefixCount: number;
  /** Its own runs that were delivered, the newest included. */
  runCount: number;
  /** The newest one, while its row is not written. */
  newest: StagedRun | null;
  readonly notes: RunNotes;
  readonly boundaries: SummaryBoundary[];
  /** Runs that the workspace didn't have. */
  newRuns: number;
  /** What was measured of its runs, in order; null where that is to be read back. See `holdMeasures`. */
  measured: MeasuredRun[] | null;
  /** Something of it was written, and the journal knows. */
  hasChanged: boolean;
}

/**
 * Where the thread's own run stands. How many runs a new branch begins with is known when all is read: until
 * then its own stand below 0, backwards.
 */
export function positionOf(thread: StagedThread, index: number): number {
  return isUnplaced(thread) ? -1 - index : thread.prefixCount + index;
}

/** The other way round. */
export function indexAt(thread: StagedThread, position: number): number {
  return isUnplaced(thread) ? -1 - position : position - thread.prefixCount;
}

function isUnplaced({ before, prefix }: StagedThread): boolean {
  return before === null && prefix !== null;
}

export function idsOf({ storedId, header }: StagedThread): {
  readonly thread_id: string;
  readonly conversation_id: string;
} {
  return { thread_id: storedId, conversation_id: header.conversationId };
}

const NO_MESSAGES: readonly Message[] = [];
const NO_META: ThreadRun['meta'] = {};

/** Field by field: a spread would take the run's text along, and meta is as large as all the rest. */
export function withoutText(run: Omit<ThreadRun, 'messages' | 'meta'>): ThreadRun {
  return {
    runId: run.runId,
    previousRunId: run.previousRunId,
    threadId: run.threadId,
    conversationId: run.conversationId,
    createdAtMs: wholeOrNull(run.createdAtMs),
    status: run.status,
    calls: run.calls,
    occupancyAfter: wholeOccupancy(run.occupancyAfter),
    endedAtMs: wholeOrNull(run.endedAtMs),
    copiedFrom: run.copiedFrom,
    reopened: run.reopened === true,
    messages: NO_MESSAGES,
    meta: NO_META,
  };
}

/** An occupancy that no context can have is none. */
function wholeOccupancy(occupancy: ContextOccupancy | null): ContextOccupancy | null {
  const measuredTokens = wholeOrNull(occupancy?.measuredTokens ?? null);
  if (measuredTokens === null) return null;
  return { measuredTokens, pendingTokens: wholeOrNull(occupancy?.pendingTokens ?? null) ?? 0 };
}
