import { threadId, type RunId, type ThreadId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { RunRecord, SummaryBoundary, ThreadHeader, ThreadRun } from '../domain/thread.ts';
import { toolCallIdOf, toolResultOf } from '../inspect/pair-tool-calls.ts';
import { readRunExtras } from '../persistence/hastekit-extras.ts';
import type { HastekitRecord } from '../persistence/hastekit-records.ts';
import { EndedRuns, hasEnded, type RunSoFar } from './hastekit-ended-runs.ts';
import { readRunState, type RunState } from './hastekit-run-state.ts';
import { isModelReply } from '../inspect/model-replies.ts';
import { oneLine, threadTitle } from '../domain/thread-title.ts';
import type { ImportSink } from './thread-import.ts';

type SummaryRecord = Extract<HastekitRecord, { readonly type: 'summary' }>;

interface ThreadSoFar {
  header: ThreadHeader;
  /** Those that have ended by where they are kept. */
  readonly runs: Map<RunId, RunSoFar | number>;
  lastRunId: RunId | null;
  lastRun: RunSoFar | null;
}

/**
 * Replays the records of HasteKit history in the order they were written and delivers threads, runs
 * and boundaries as they take shape. It remembers ids and counts, not messages, so that a long file is
 * never in memory whole.
 *
 * - A run saved again grows; its newest state wins (usage is cumulative and is never added up).
 * - A thread whose first run follows a run of another thread is a branch of it.
 * - A summary is written ahead of the run that made it, so it waits for its thread's next record.
 *
 * Source: `conversation_persistence_file.go`, replay on open.
 */
export class HastekitReplay {
  readonly #sink: ImportSink;
  readonly #format: string;
  readonly #threads = new Map<ThreadId, ThreadSoFar>();
  readonly #ended = new EndedRuns();
  /** The thread that had a run first; null while there is only one thread. */
  #ownerOf: Map<RunId, ThreadId> | null = null;
  readonly #waiting = new Map<ThreadId, SummaryRecord[]>();

  constructor(sink: ImportSink, format: string) {
    this.#sink = sink;
    this.#format = format;
  }

  /** @param bytes The record as it stands in its file; null when it isn't told. */
  add(record: HastekitRecord, bytes: Uint8Array | null = null): void {
    if (record.type === 'summary') this.#addSummary(record);
    else this.#addRun(record.namespace, record.run, bytes);
  }

  hasThread(id: string): boolean {
    return this.#threads.has(threadId(id));
  }

  /** @returns False when there was nothing to deliver at all. */
  end(): boolean {
    for (const [thread, summaries] of this.#waiting) {
      if (!this.#threads.has(thread)) {
        this.#sink.warning({
          code: 'summary-without-thread',
          line: null,
          message: `A summary belongs to thread ${oneLine(thread)}, of which the file has no run; it was left out.`,
        });
        continue;
      }
      for (const summary of summaries) this.#sink.boundary(thread, boundaryOf(summary, null));
    }
    this.#waiting.clear();
    return this.#threads.size > 0;
  }

  #addSummary(record: SummaryRecord): void {
    const waiting = this.#waiting.get(record.summary.threadId);
    if (waiting === undefined) this.#waiting.set(record.summary.threadId, [record]);
    else waiting.push(record);
  }

  #addRun(namespace: string, record: RunRecord, bytes: Uint8Array | null): void {
    const thread = this.#threads.get(record.threadId) ?? this.#openThread(namespace, record);
    const known = thread.runs.get(record.runId);
    const run = known === undefined ? newRun() : typeof known === 'number' ? this.#ended.get(known) : known;
    if (known === undefined) this.#putAway(thread);
    if (known !== run) thread.runs.set(record.runId, run);
    if (this.#ownerOf !== null && !this.#ownerOf.has(record.runId)) {
      this.#ownerOf.set(record.runId, thread.header.threadId);
    }
    this.#nameThread(thread, record);
    addMessages(run, record.messages);
    if (Object.keys(record.meta).length > 0) {
      run.meta = record.meta;
      run.extras = readRunExtras(record.meta);
    }
    this.#deliverWaiting(record, run);

    const meta = run.meta ?? {};
    const state = stateOf(run);
    run.state = state;
    if (hasEnded(state.status)) run.meta = null;
    const { extras } = run;
    const reopened = (known !== undefined && thread.lastRunId !== record.runId) || extras?.reopened === true;
    // Field by field: spreading records is a measurable part of reading a long file.
    const delivered: ThreadRun = {
      runId: record.runId,
      // The ids that are known already: every record has copies of its own, and whoever keeps runs keeps them.
      previousRunId: record.previousRunId === thread.lastRunId ? thread.lastRunId : record.previousRunId,
      threadId: thread.header.threadId,
      conversationId:
        record.conversationId === thread.header.conversationId
          ? thread.header.conversationId
          : record.conversationId,
      messages: record.messages,
      createdAtMs: record.createdAtMs,
      meta,
      status: extras?.status ?? state.status,
      calls: extras?.calls ?? state.calls,
      occupancyAfter: state.occupancyAfter,
      endedAtMs: extras?.endedAtMs ?? null,
      copiedFrom: extras?.copiedFrom ?? null,
    };
    this.#sink.run(record.threadId, reopened ? { ...delivered, reopened } : delivered, bytes ?? undefined);
    if (known === undefined) {
      thread.lastRunId = record.runId;
      thread.lastRun = run;
    }
  }

  /** The newest run of a thread is saved more than once; when another one follows, it rarely is. */
  #putAway(thread: ThreadSoFar): void {
    const { lastRunId, lastRun } = thread;
    if (lastRunId === null || lastRun === null) return;
    const place = this.#ended.keep(lastRun);
    if (place !== null) thread.runs.set(lastRunId, place);
    thread.lastRun = null;
  }

  #owners(): Map<RunId, ThreadId> {
    if (this.#ownerOf !== null) return this.#ownerOf;
    const owners = new Map<RunId, ThreadId>();
    for (const [id, thread] of this.#threads) for (const run of thread.runs.keys()) owners.set(run, id);
    this.#ownerOf = owners;
    return owners;
  }

  #openThread(namespace: string, record: RunRecord): ThreadSoFar {
    const extras = readRunExtras(record.meta)?.thread ?? {};
    const owners = this.#threads.size === 0 ? null : this.#owners();
    const named = extras.branchOf?.threadId;
    // Ids of runs are unique where the SDK makes them; other formats may number theirs in every thread.
    const known = named !== undefined && this.#threads.has(named) ? named : undefined;
    const parentId = record.previousRunId === null ? undefined : (known ?? owners?.get(record.previousRunId));
    const parent = parentId === undefined ? undefined : this.#threads.get(parentId);
    const leftAt =
      parentId === undefined || record.previousRunId === null
        ? null
        : { threadId: parentId, runId: record.previousRunId };
    const branchOf = extras.branchOf ?? leftAt;
    const thread: ThreadSoFar = {
      header: {
        threadId: record.threadId,
        namespace: namespace === '' ? 'default' : namespace,
        conversationId: record.conversationId,
        format: this.#format,
        title: extras.title ?? parent?.header.title ?? threadTitle(record.messages),
        branchOf,
        ...(extras.startedBy === undefined ? {} : { startedBy: extras.startedBy }),
      },
      runs: new Map(),
      lastRunId: null,
      lastRun: null,
    };
    this.#threads.set(record.threadId, thread);
    this.#sink.thread(thread.header);
    if (leftAt !== null) this.#sink.copiedRuns(record.threadId, leftAt.threadId, leftAt.runId);
    return thread;
  }

  #nameThread(thread: ThreadSoFar, record: RunRecord): void {
    if (thread.header.title !== '') return;
    const title = threadTitle(record.messages);
    if (title === '') return;
    thread.header = { ...thread.header, title };
    this.#sink.thread(thread.header);
  }

  #deliverWaiting(record: RunRecord, run: RunSoFar): void {
    const waiting = this.#waiting.get(record.threadId);
    if (waiting === undefined) return;
    this.#waiting.delete(record.threadId);
    for (const summary of waiting) {
      if (summary.summary.message !== null) run.paidForSummary = true;
      this.#sink.boundary(record.threadId, boundaryOf(summary, record.runId));
    }
  }
}

/** A later save of a run that has ended may come without a state of its own: then the one it had stands. */
function stateOf(run: RunSoFar): RunState {
  const { meta, state } = run;
  if (meta === null && state !== null && state.calls.some((call) => call.reported)) return state;
  const read = readRunState(meta ?? {}, run, (run.openCallIds?.size ?? 0) > 0);
  return meta === null && state !== null ? { ...state, calls: read.calls } : read;
}

function newRun(): RunSoFar {
  return {
    messageCount: 0,
    replies: [],
    openCallIds: null,
    hasUserMessage: false,
    paidForSummary: false,
    meta: {},
    state: null,
    extras: null,
  };
}

function addMessages(run: RunSoFar, messages: readonly Message[]): void {
  const replies: number[] = [];
  for (const message of messages) {
    if (isModelReply(message)) replies.push(run.messageCount);
    run.messageCount += 1;
    for (const item of message.items) {
      if (item.type === 'message') {
        run.hasUserMessage ||= item.role === 'user';
        continue;
      }
      const call = toolCallIdOf(item);
      if (call !== null) (run.openCallIds ??= new Set()).add(call);
      const result = toolResultOf(item);
      if (result !== null && run.openCallIds?.delete(result) === true && run.openCallIds.size === 0) {
        // Kept for every run of a file, so not without need.
        run.openCallIds = null;
      }
    }
  }
  // Not by push or spread, which leave room for sixteen more: a list is kept for every run of a file.
  if (replies.length > 0) run.replies = run.replies.concat(replies);
}

function boundaryOf({ summary, extras = {} }: SummaryRecord, madeByRunId: RunId | null): SummaryBoundary {
  return {
    ...summary,
    madeByRunId,
    // The SDK has no other way to make one.
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    opaque: false,
    ...extras,
  };
}
