import type { RunId, ThreadId } from '../domain/ids.ts';
import type { RunRecord, SummaryBoundary, ThreadDocument, ThreadRun } from '../domain/thread.ts';
import { threadTitle } from '../domain/thread-title.ts';
import { readRunState } from '../importers/hastekit-run-state.ts';
import { isModelReply } from '../inspect/model-replies.ts';
import { toolCallOf, toolResultOf } from '../inspect/pair-tool-calls.ts';
import {
  EXTRAS,
  type RunExtras,
  type SummaryExtras,
  type ThreadExtras,
} from '../persistence/hastekit-extras.ts';
import type { HastekitRecord } from '../persistence/hastekit-records.ts';
import { hastekitRunState } from './hastekit-history.ts';

/**
 * The threads of a source as records of one history file of the reference SDK. A thread that branches off
 * another of them is written as the SDK does, with its own runs only; where the other isn't there, it gets the
 * runs they share. What the SDK has no field for stands beside it in `meta`.
 *
 * @param threads With the whole of each thread's runs. A thread without a run can't be written.
 */
export function* hastekitFile(threads: readonly ThreadDocument[]): Generator<HastekitRecord, void> {
  const ownerOf = new Map<RunId, ThreadId>();
  const titles = new Map<ThreadId, string>();
  for (const thread of originsFirst(threads)) {
    const runs = ownRuns(thread, titles);
    const [first] = runs;
    if (first === undefined) continue;
    const shared = thread.runs[thread.runs.length - runs.length - 1] ?? null;
    const previousRunId = shared?.runId ?? null;
    const extras = threadExtras(thread, runs, {
      previousRunId,
      owner: previousRunId === null ? null : (ownerOf.get(previousRunId) ?? null),
      titles,
    });
    titles.set(thread.threadId, thread.title);
    for (const { runId } of runs) if (!ownerOf.has(runId)) ownerOf.set(runId, thread.threadId);
    yield* threadRecords(thread, runs, previousRunId, extras);
  }
}

/** A branch is told from a new thread by what has been read before it. */
function originsFirst(threads: readonly ThreadDocument[]): readonly ThreadDocument[] {
  const byId = new Map(threads.map((thread) => [thread.threadId, thread]));
  const placed = new Set<ThreadDocument>();
  for (const thread of threads) {
    const chain = new Set<ThreadDocument>();
    let next: ThreadDocument | undefined = thread;
    while (next !== undefined && !placed.has(next) && !chain.has(next)) {
      chain.add(next);
      const origin: ThreadId | undefined = sharedRunsOf(next).at(-1)?.threadId;
      next = byId.get(next.branchOf?.threadId ?? origin ?? next.threadId);
    }
    for (const link of [...chain].reverse()) placed.add(link);
  }
  return [...placed];
}

/** Runs that another thread wrote: they stand in front. */
function sharedRunsOf({ threadId, runs }: ThreadDocument): readonly ThreadRun[] {
  const own = runs.findIndex((run) => run.threadId === threadId);
  return own < 0 ? runs : runs.slice(0, own);
}

function ownRuns(thread: ThreadDocument, written: ReadonlyMap<ThreadId, string>): readonly ThreadRun[] {
  const shared = sharedRunsOf(thread);
  const last = shared.at(-1);
  return last !== undefined && written.has(last.threadId) ? thread.runs.slice(shared.length) : thread.runs;
}

interface BranchPlace {
  readonly previousRunId: RunId | null;
  /** The thread in which a reader finds that run, if nobody says otherwise. */
  readonly owner: ThreadId | null;
  readonly titles: ReadonlyMap<ThreadId, string>;
}

function threadExtras(
  thread: ThreadDocument,
  runs: readonly ThreadRun[],
  { previousRunId, owner, titles }: BranchPlace,
): ThreadExtras {
  const { branchOf, startedBy = null, title } = thread;
  const isTold = owner !== null && branchOf?.threadId === owner && branchOf.runId === previousRunId;
  const parent =
    previousRunId === null ? undefined : titles.get(branchOf?.threadId ?? owner ?? thread.threadId);
  const readTitle = parent ?? threadTitle(runs.flatMap(({ messages }) => messages));
  return {
    ...(title === '' || title === readTitle ? {} : { title }),
    ...(branchOf === null || isTold ? {} : { branchOf }),
    ...(startedBy === null ? {} : { startedBy }),
  };
}

function* threadRecords(
  thread: ThreadDocument,
  runs: readonly ThreadRun[],
  branchedFrom: RunId | null,
  extras: ThreadExtras,
): Generator<HastekitRecord, void> {
  const { namespace, boundaries } = thread;
  let written = 0;
  let previousRunId = branchedFrom;
  for (const run of runs) {
    let paidForSummary = false;
    // A summary is written ahead of the run that made it; the order of the summaries counts for more.
    for (let next = boundaries[written]; next?.madeByRunId === run.runId; next = boundaries[written]) {
      paidForSummary ||= next.message !== null;
      yield { type: 'summary', namespace, summary: next, extras: summaryExtras(next, run.runId) };
      written += 1;
    }
    const record = runRecord(thread, run, previousRunId);
    const own = run === runs[0] ? extras : {};
    yield {
      type: 'message',
      namespace,
      run: withExtras(record, runExtras(record, run, paidForSummary), own),
    };
    previousRunId = run.runId;
  }
  for (const boundary of boundaries.slice(written)) {
    yield { type: 'summary', namespace, summary: boundary, extras: summaryExtras(boundary, null) };
  }
}

function runRecord(thread: ThreadDocument, run: ThreadRun, previousRunId: RunId | null): RunRecord {
  const { [EXTRAS]: _extras, ...meta } = run.meta;
  return {
    runId: run.runId,
    previousRunId,
    threadId: thread.threadId,
    conversationId: thread.conversationId,
    messages: run.messages,
    createdAtMs: run.createdAtMs,
    meta: 'run_state' in meta ? meta : { ...meta, run_state: hastekitRunState(run) },
  };
}

/** Where a reader of the record would take something else for what the run is. */
function runExtras(record: RunRecord, run: ThreadRun, paidForSummary: boolean): RunExtras {
  const { messages } = run;
  const replies = messages.flatMap((message, at) => (isModelReply(message) ? [at] : []));
  const hasUserMessage = messages.some(({ items }) =>
    items.some((item) => item.type === 'message' && item.role === 'user'),
  );
  const read = readRunState(record.meta, { replies, hasUserMessage, paidForSummary }, hasOpenCall(run));
  return {
    ...(read.status === run.status ? {} : { status: run.status }),
    ...(JSON.stringify(read.calls) === JSON.stringify(run.calls) ? {} : { calls: run.calls }),
    ...(run.endedAtMs === null ? {} : { endedAtMs: run.endedAtMs }),
    ...(run.copiedFrom === null ? {} : { copiedFrom: run.copiedFrom }),
    ...(run.reopened === true ? { reopened: true } : {}),
  };
}

function hasOpenCall({ messages }: ThreadRun): boolean {
  const open = new Set<string>();
  for (const item of messages.flatMap(({ items }) => items)) {
    const call = toolCallOf(item);
    if (call !== null) open.add(call.callId);
    const result = toolResultOf(item);
    if (result !== null) open.delete(result);
  }
  return open.size > 0;
}

function withExtras(record: RunRecord, run: RunExtras, thread: ThreadExtras): RunRecord {
  const extras = { ...run, ...(Object.keys(thread).length === 0 ? {} : { thread }) };
  return Object.keys(extras).length === 0
    ? record
    : { ...record, meta: { ...record.meta, [EXTRAS]: extras } };
}

function summaryExtras(boundary: SummaryBoundary, readMaker: RunId | null): SummaryExtras {
  const { trigger, tokensBefore, tokensAfter, opaque, coversAbsentRuns, madeByRunId } = boundary;
  return {
    ...(trigger === 'auto' ? {} : { trigger }),
    ...(tokensBefore === null ? {} : { tokensBefore }),
    ...(tokensAfter === null ? {} : { tokensAfter }),
    ...(opaque ? { opaque } : {}),
    ...(coversAbsentRuns === true ? { coversAbsentRuns } : {}),
    ...(madeByRunId === readMaker ? {} : { madeByRunId }),
  };
}
