import type { ContextOccupancy } from '../../domain/context-occupancy.ts';
import type { RunId, ThreadId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import type { SummaryBoundary, ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import type { RunFigures } from './run-figures.ts';
import type { RunRowRecord, ThreadRowRecord } from './thread-rows.ts';
import { wholeOrNull } from './whole-number.ts';
import type { WrittenRun } from './written-run.ts';

/** A run without its text and meta, which are on their way into the database already. */
export interface StagedRun {
  /** Its messages and meta are left out: empty, whatever it holds. */
  readonly run: ThreadRun;
  readonly figures: RunFigures;
  /** Its text, stored earlier or now, in order. */
  readonly bodyKeys: readonly number[];
  /** How often the file has delivered it, and with how many messages in all. */
  readonly deliveries: number;
  /** Null for a run the workspace doesn't have. */
  readonly stored: StoredRun | null;
}

export interface StoredRun {
  readonly row: RunRowRecord;
  readonly bodyKeys: readonly number[];
}

/** The thread of the workspace that a file's thread continues. */
export interface StoredThread {
  readonly row: ThreadRowRecord;
  readonly runs: readonly RunRowRecord[];
  readonly runById: ReadonlyMap<string, RunRowRecord>;
}

/**
 * A thread while its file is being read. The rows of a new thread's runs are written as it goes, each when the
 * next run begins: a file has more runs than should be in memory. Those of a thread that the workspace has,
 * or that begins with another's runs, are written when the file has ended.
 */
export interface StagedThread {
  header: ThreadHeader;
  /** Its row, and what was written there; null for a thread that was stored before. */
  readonly made: { readonly threadRef: number; readonly header: ThreadHeader } | null;
  /** The id it has in the workspace: the header's, or with a number when another file took that. */
  readonly storedId: ThreadId;
  readonly stored: StoredThread | null;
  prefix: { readonly from: ThreadId; readonly upTo: RunId } | null;
  readonly runs: Map<RunId, StagedRun | WrittenRun>;
  /** The newest run where rows are written as it goes; its own is not yet. */
  newest: StagedRun | null;
  readonly boundaries: SummaryBoundary[];
}

/** A staged run as it stands in one thread: a branch shows the same run as a copy. */
export type PlacedRun = StagedRun;

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

/** The runs of a thread that is staged, with those that are written already read back from their rows. */
export type RunsOf = (thread: StagedThread) => readonly StagedRun[];

/** All runs of a thread, those copied from another first. A chain of branches may be long, so without recursion. */
export function placedRuns(
  threads: ReadonlyMap<ThreadId, StagedThread>,
  thread: StagedThread,
  runsOf: RunsOf,
): readonly PlacedRun[] {
  const pieces: (readonly PlacedRun[])[] = [runsOf(thread)];
  const seen = new Set<StagedThread>([thread]);
  let prefix = thread.prefix;
  while (prefix !== null) {
    const { from, upTo } = prefix;
    const source = threads.get(from);
    if (source === undefined || seen.has(source)) break;
    seen.add(source);
    const own = runsOf(source);
    const end = own.findIndex((staged) => staged.run.runId === upTo);
    // A run that isn't the source's own stands in the prefix of the source.
    if (end >= 0) {
      pieces.push(own.slice(0, end + 1).map((staged) => asCopy(staged, from)));
    }
    if (source.prefix === null) break;
    prefix = end >= 0 ? source.prefix : { from: source.prefix.from, upTo };
  }
  return pieces.reverse().flat();
}

function asCopy(staged: StagedRun, from: ThreadId): PlacedRun {
  return { ...staged, run: { ...staged.run, copiedFrom: staged.run.copiedFrom ?? from } };
}
