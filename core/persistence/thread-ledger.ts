import type { ConversationId, RunId, ThreadId } from '../domain/ids.ts';
import { threadId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { RunRecord, StoredSummary, ThreadInfo, ThreadKey } from '../domain/thread.ts';
import { threadTitle } from '../domain/thread-title.ts';
import type { PersistenceOptions, SaveMessagesRequest } from './conversation-persistence.ts';

interface Thread {
  readonly key: ThreadKey;
  readonly runs: RunRecord[];
  readonly summaries: StoredSummary[];
}

interface Namespace {
  readonly threads: Map<ThreadId, Thread>;
  /** Threads that have the run, the one it was saved to first: a branch shares the runs it copied. */
  readonly holders: Map<RunId, Thread[]>;
}

/**
 * Threads in memory, built from records in the order they were written. A save is first planned as
 * such a record and then applied like one, so that a store which replays its records on opening cannot
 * end up elsewhere than the one that wrote them.
 *
 * Nothing handed out changes later: a run that grows is replaced by a longer one.
 *
 * Source: `conversation_persistence_file.go`.
 */
export class ThreadLedger {
  readonly #namespaces = new Map<string, Namespace>();

  runsOf(key: ThreadKey): readonly RunRecord[] {
    return [...(this.#find(key)?.runs ?? [])];
  }

  summariesOf(key: ThreadKey): readonly StoredSummary[] {
    return [...(this.#find(key)?.summaries ?? [])];
  }

  newestSummaryOf(key: ThreadKey): StoredSummary | null {
    return this.#find(key)?.summaries.at(-1) ?? null;
  }

  /** Null for a thread without runs. */
  conversationOf(key: ThreadKey): ConversationId | null {
    return this.#find(key)?.runs.at(-1)?.conversationId ?? null;
  }

  /** What a save adds, as the record that says so. Changes nothing. */
  planSave(request: SaveMessagesRequest, options: PersistenceOptions): RunRecord {
    const runs = this.#find(request.thread)?.runs ?? [];
    const { runId, messages, meta } = request;
    const earlierSave = runs.find((run) => run.runId === runId);
    if (earlierSave !== undefined) {
      // A copied run names the thread it came from; what is added to it belongs to this one.
      return { ...earlierSave, threadId: request.thread.threadId, messages, meta };
    }
    const continues = runs.length === 0 || runs.at(-1)?.runId === request.previousRunId;
    const stays = runs.some((run) => run.runId === request.previousRunId);
    return {
      runId,
      previousRunId: request.previousRunId,
      threadId: continues ? request.thread.threadId : threadId(options.newId()),
      conversationId: (stays ? runs.at(-1)?.conversationId : undefined) ?? request.conversationId,
      messages,
      createdAtMs: options.nowMs(),
      meta,
    };
  }

  /** @returns The run with everything saved to it so far. */
  applyRun(namespace: string, record: RunRecord): RunRecord {
    const space = this.#space(namespace);
    const thread = openThread(space, { namespace, threadId: record.threadId });
    if (thread.runs.length === 0) {
      for (const copied of prefixFor(space, record)) append(space, thread, copied);
    }
    const earlier = thread.runs.findLast((run) => run.runId === record.runId);
    if (earlier === undefined) {
      append(space, thread, record);
      return record;
    }
    const grown = { ...earlier, messages: [...earlier.messages, ...record.messages], meta: record.meta };
    for (const holder of space.holders.get(record.runId) ?? []) replace(holder.runs, earlier, grown);
    return grown;
  }

  applySummary(namespace: string, summary: StoredSummary): void {
    const thread = openThread(this.#space(namespace), { namespace, threadId: summary.threadId });
    thread.summaries.push(summary);
  }

  list(namespace?: string): readonly ThreadInfo[] {
    const infos: ThreadInfo[] = [];
    for (const [name, { threads }] of this.#namespaces) {
      if (namespace !== undefined && name !== namespace) continue;
      for (const thread of threads.values()) infos.push(...infoOf(thread));
    }
    return infos.sort((left, right) => (right.updatedAtMs ?? 0) - (left.updatedAtMs ?? 0));
  }

  #find(key: ThreadKey): Thread | undefined {
    return this.#namespaces.get(key.namespace)?.threads.get(key.threadId);
  }

  #space(namespace: string): Namespace {
    const space = this.#namespaces.get(namespace) ?? { threads: new Map(), holders: new Map() };
    this.#namespaces.set(namespace, space);
    return space;
  }
}

function openThread(space: Namespace, key: ThreadKey): Thread {
  const thread = space.threads.get(key.threadId) ?? { key, runs: [], summaries: [] };
  space.threads.set(key.threadId, thread);
  return thread;
}

function append(space: Namespace, thread: Thread, run: RunRecord): void {
  thread.runs.push(run);
  const holders = space.holders.get(run.runId);
  if (holders === undefined) space.holders.set(run.runId, [thread]);
  else holders.push(thread);
}

function replace(runs: RunRecord[], earlier: RunRecord, grown: RunRecord): void {
  const place = runs.lastIndexOf(earlier);
  if (place >= 0) runs[place] = grown;
}

/** The runs a new thread begins with: those up to the run it continues, in whichever thread that is. */
function prefixFor(space: Namespace, record: RunRecord): readonly RunRecord[] {
  if (record.previousRunId === null) return [];
  for (const { runs } of space.holders.get(record.previousRunId) ?? []) {
    const place = runs.findIndex((run) => continuesFrom(record, run));
    if (place >= 0) return runs.slice(0, place + 1);
  }
  return [];
}

function continuesFrom(record: RunRecord, run: RunRecord): boolean {
  return run.runId === record.previousRunId && run.conversationId === record.conversationId;
}

/** Nothing for a thread of which only a summary was written. */
function infoOf(thread: Thread): readonly ThreadInfo[] {
  const newest = thread.runs.at(-1);
  if (newest === undefined) return [];
  return [
    {
      thread: thread.key,
      conversationId: newest.conversationId,
      title: threadTitle(messagesOf(thread.runs)),
      runCount: thread.runs.length,
      lastRunId: newest.runId,
      updatedAtMs: newest.createdAtMs,
    },
  ];
}

/** One by one: the title is nearly always in the first message. */
function* messagesOf(runs: readonly RunRecord[]): Iterable<Message> {
  for (const run of runs) yield* run.messages;
}
