import { threadId, type ConversationId, type RunId, type ThreadId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { RunRecord, SummaryBoundary, ThreadHeader, ThreadRun } from '../domain/thread.ts';
import { toolCallIdOf, toolResultOf } from '../inspect/pair-tool-calls.ts';
import { readRunExtras } from '../persistence/hastekit-extras.ts';
import type { HastekitRecord } from '../persistence/hastekit-records.ts';
import { hasEnded, type RunSoFar } from './hastekit-ended-runs.ts';
import { KnownRuns } from './hastekit-known-runs.ts';
import { KnownThreads } from './hastekit-known-threads.ts';
import { readRunState, type RunState } from './hastekit-run-state.ts';
import { isModelReply } from '../inspect/model-replies.ts';
import { oneLine, threadTitle } from '../domain/thread-title.ts';
import type { ImportSink } from './thread-import.ts';

type SummaryRecord = Extract<HastekitRecord, { readonly type: 'summary' }>;

/**
 * Replays the records of HasteKit history in the order they were written and delivers threads, runs
 * and boundaries as they take shape. It remembers ids and figures, not messages, so that a long file is
 * never in memory whole: some fifty bytes for each run.
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
  readonly #threads = new KnownThreads();
  readonly #runs = new KnownRuns();
  /** Of the run that was delivered last. */
  #lastIds: RecordIds | null = null;
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
    return this.#threads.find(threadId(id)) !== null;
  }

  /** @returns False when there was nothing to deliver at all. */
  end(): boolean {
    for (const [thread, summaries] of this.#waiting) {
      if (this.#threads.find(thread) === null) {
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
    return this.#threads.count > 0;
  }

  #addSummary(record: SummaryRecord): void {
    const waiting = this.#waiting.get(record.summary.threadId);
    if (waiting === undefined) this.#waiting.set(record.summary.threadId, [record]);
    else waiting.push(record);
  }

  #addRun(namespace: string, record: RunRecord, bytes: Uint8Array | null): void {
    const thread = this.#threads.find(record.threadId) ?? this.#openThread(namespace, record);
    const known = this.#runs.find(thread, record.runId);
    const number = known ?? this.#runs.add(thread, record.runId);
    const run = this.#runs.get(number) ?? newRun();
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
    const reopened = (known !== null && !this.#threads.isNewest(thread, number)) || extras?.reopened === true;
    // Field by field: spreading records is a measurable part of reading a long file.
    const delivered: ThreadRun = {
      runId: record.runId,
      // The ids that are known already: every record has copies of its own, and whoever keeps runs keeps them.
      previousRunId: same(record.previousRunId, this.#lastIds?.runId),
      threadId: same(record.threadId, this.#lastIds?.threadId),
      conversationId: same(record.conversationId, this.#lastIds?.conversationId),
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
    this.#lastIds = {
      runId: delivered.runId,
      threadId: delivered.threadId,
      conversationId: delivered.conversationId,
    };
    this.#runs.keep(number, run);
    if (known === null) this.#threads.setNewest(thread, number);
  }

  #openThread(namespace: string, record: RunRecord): number {
    const extras = readRunExtras(record.meta)?.thread ?? {};
    const { previousRunId } = record;
    const parent = previousRunId === null ? null : this.#parentOf(previousRunId, extras.branchOf?.threadId);
    const leftAt =
      parent === null || previousRunId === null
        ? null
        : { threadId: this.#threads.idOf(parent), runId: previousRunId };
    const inherited = parent === null ? null : this.#threads.titleOf(parent);
    const header: ThreadHeader = {
      threadId: record.threadId,
      namespace: namespace === '' ? 'default' : namespace,
      conversationId: record.conversationId,
      format: this.#format,
      title: extras.title ?? inherited ?? threadTitle(record.messages),
      branchOf: extras.branchOf ?? leftAt,
      ...(extras.startedBy === undefined ? {} : { startedBy: extras.startedBy }),
    };
    const thread = this.#threads.add(header);
    this.#sink.thread(header);
    if (leftAt !== null) this.#sink.copiedRuns(record.threadId, leftAt.threadId, leftAt.runId);
    return thread;
  }

  /** Ids of runs are unique where the SDK makes them; other formats may number theirs in every thread. */
  #parentOf(previous: RunId, named: ThreadId | undefined): number | null {
    const known = named === undefined ? null : this.#threads.find(named);
    return known ?? this.#runs.ownerOf(previous);
  }

  #nameThread(thread: number, record: RunRecord): void {
    const header = this.#threads.untitled(thread);
    if (header === null) return;
    const title = threadTitle(record.messages);
    if (title === '') return;
    this.#threads.entitle(thread, title);
    this.#sink.thread({ ...header, title });
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

interface RecordIds {
  readonly runId: RunId;
  readonly threadId: ThreadId;
  readonly conversationId: ConversationId;
}

/** The text that is known already, where it says the same. */
function same<Given extends string | null>(given: Given, known: NonNullable<Given> | undefined): Given {
  return given === known ? known : given;
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
