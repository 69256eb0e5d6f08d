import type Database from 'better-sqlite3';
import type { CancelSignal } from '../../domain/cancel-signal.ts';
import { threadId, type RunId, type ThreadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import type { ImportProblem, ImportSink, LongData } from '../../importers/thread-import.ts';
import { finishThread } from './finish-thread.ts';
import type { ImportJournal } from './import-journal.ts';
import type { ImportedThreads } from './import-ledger.ts';
import { prepareImportStore, type ImportStore } from './import-store.ts';
import { RunNotes } from './run-notes.ts';
import { deliveredOf, settleNewest, settleRun, writtenRow } from './settle-run.ts';
import { stageRun, type Delivery } from './stage-run.ts';
import { indexAt, positionOf, type StagedThread } from './staged-thread.ts';
import { ThreadConflict } from './thread-conflict.ts';
import type { ThreadRowRecord } from './thread-rows.ts';
import { WaitingThreads } from './waiting-threads.ts';

export interface ImportWriterOptions {
  /**
   * How a thread's id is numbered in the workspace: 1 is the id itself, 2 is `<id> (2)`. Raised by the
   * caller after a ThreadConflict, before it reads the file again.
   */
  readonly numberOf: (thread: ThreadId) => number;
  /** Where the threads come from, for their rows. */
  readonly sourceName: string;
  readonly isSample: boolean;
  /** Where to keep how things were. */
  readonly journal: ImportJournal;
  readonly signal: CancelSignal;
}

export interface ImportWriter {
  /** Throws ThreadConflict where the workspace has something else under a thread's id. */
  readonly sink: ImportSink;
  /** For the importer. */
  readonly keepData: (data: LongData) => string;
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
  /** Runs delivered so far, for progress. */
  readonly runCount: number;
  /**
   * Ends all threads that have not ended, when everything is delivered.
   *
   * @throws ThreadConflict when a branch repeats other runs than it is stored with; what the signal throws.
   */
  finish(): ImportedThreads;
}

/**
 * Takes what an importer delivers into the database as it comes, and keeps in memory a few numbers for each
 * run of the threads that have not ended. The caller owns the transaction.
 */
export function createImportWriter(db: Database.Database, options: ImportWriterOptions): ImportWriter {
  const store = prepareImportStore(db, options);
  const { payloads } = store;
  const open = new OpenThreads(store, options);
  const warnings: ImportProblem[] = [];
  const errors: ImportProblem[] = [];
  let runCount = 0;

  const sink: ImportSink = {
    thread: (header) => {
      open.announce(header);
    },
    run: (id, run, record) => {
      const messages = payloads.take(run.messages);
      const isWhole = messages === run.messages;
      const delivery = isWhole ? { run, record } : { run: { ...run, messages }, record: undefined };
      if (open.deliver(open.get(id), delivery)) runCount += 1;
    },
    copiedRuns: (branch, from, upTo) => {
      open.beginWith(open.get(branch), from, upTo);
    },
    boundary: (id, boundary) => {
      const { message } = boundary;
      const [whole = message] = message === null ? [] : payloads.whole([message]);
      open.get(id).boundaries.push(whole === message ? boundary : { ...boundary, message: whole });
    },
    ended: (id) => {
      open.end(id);
    },
    warning: (problem) => {
      warnings.push(problem);
    },
    error: (problem) => {
      errors.push(problem);
    },
  };
  return {
    sink,
    keepData: (data) => payloads.keep(data),
    warnings,
    errors,
    get runCount() {
      return runCount;
    },
    finish: () => {
      open.endAll();
      payloads.dropUnused();
      return store.ledger.sum();
    },
  };
}

export function numberedId(id: ThreadId, number: number): ThreadId {
  return number === 1 ? id : threadId(`${id} (${number})`);
}

/** The threads of a file that have not ended. */
class OpenThreads {
  readonly #store: ImportStore;
  readonly #options: ImportWriterOptions;
  readonly #threads = new Map<ThreadId, StagedThread>();
  readonly #waiting: WaitingThreads;
  /** Ids that threads got with a number. */
  readonly #numberedIds = new Set<ThreadId>();

  constructor(store: ImportStore, options: ImportWriterOptions) {
    this.#store = store;
    this.#options = options;
    this.#waiting = new WaitingThreads(store);
  }

  announce(header: ThreadHeader): void {
    const known = this.#threads.get(header.threadId);
    if (known === undefined) this.#threads.set(header.threadId, this.#open(header));
    else known.header = header;
  }

  get(id: ThreadId): StagedThread {
    const thread = this.#threads.get(id);
    if (thread === undefined) throw new Error(`thread ${id} was not announced before its contents`);
    return thread;
  }

  /** @returns Whether the run is new to the file. */
  deliver(thread: StagedThread, delivery: Delivery): boolean {
    const { newest } = thread;
    const { runId } = delivery.run;
    if (newest?.run.runId === runId) {
      const earlier = { ...newest, messageCount: newest.figures.messageCount };
      thread.newest = stageRun(this.#store, thread, delivery, earlier, newest.written);
      return false;
    }
    const written = this.#written(thread, runId);
    const index = written === null ? thread.runCount : indexAt(thread, written.row.position);
    if (written !== null && index < thread.runCount) {
      const earlier = deliveredOf(thread, index, written);
      settleRun(this.#store, thread, index, stageRun(this.#store, thread, delivery, earlier, written));
      return false;
    }
    settleNewest(this.#store, thread);
    // A run that was stored stays in its place: a file that puts another there tells of another thread.
    const isTaken = thread.before !== null && positionOf(thread, index) < thread.before.runCount;
    if (index !== thread.runCount || (written === null && isTaken)) {
      throw new ThreadConflict(thread.header.threadId, runId);
    }
    thread.newest = stageRun(this.#store, thread, delivery, null, written);
    thread.runCount += 1;
    this.#waiting.goesOn(thread);
    return true;
  }

  beginWith(thread: StagedThread, from: ThreadId, upTo: RunId): void {
    const { reader, writer } = this.#store;
    thread.prefix = { from, upTo };
    thread.measured = null;
    if (thread.before === null) {
      if (thread.runCount > 0) writer.turnRuns(thread.threadRef, 0);
      return;
    }
    // A branch that the workspace has goes on behind the runs that it is stored with.
    const last = reader.runById(thread.threadRef, upTo);
    thread.prefixCount = last === null ? 0 : last.position + 1;
  }

  /** A thread that nothing more comes of need not be held. */
  end(id: ThreadId): void {
    const thread = this.get(id);
    // Not before the one that it begins with.
    if (thread.prefix === null || !this.#threads.has(thread.prefix.from)) this.#end(thread);
  }

  endAll(): void {
    for (const thread of this.#threads.values()) {
      this.#store.signal.throwIfAborted();
      this.#end(thread);
    }
  }

  /** The threads that it begins with come first. A chain of branches may be long, so without recursion. */
  #end(thread: StagedThread): void {
    const chain = new Set([thread]);
    for (let { prefix } = thread; prefix !== null;) {
      const source = this.#threads.get(prefix.from);
      if (source === undefined || chain.has(source)) break;
      chain.add(source);
      prefix = source.prefix;
    }
    for (const each of [...chain].reverse()) {
      finishThread(this.#store, each, this.#options, this.#sourceOf(each));
    }
    for (const each of chain) {
      this.#threads.delete(each.header.threadId);
      this.#waiting.ends(each);
    }
  }

  /** The thread that it begins with, if the file has brought it. */
  #sourceOf({ prefix, header }: StagedThread): ThreadRowRecord | null {
    if (prefix === null) return null;
    const { reader, ledger } = this.#store;
    const open = this.#threads.get(prefix.from);
    if (open !== undefined) return reader.threadByRef(open.threadRef);
    const storedId = numberedId(prefix.from, this.#options.numberOf(prefix.from));
    const row = reader.threadByKey(header.namespace, storedId, header.format);
    return row !== null && ledger.has(row.thread_ref) ? row : null;
  }

  #written(thread: StagedThread, runId: RunId): ReturnType<typeof writtenRow> | null {
    if (thread.before === null && thread.runCount === 0) return null;
    const row = this.#store.reader.runById(thread.threadRef, runId);
    return row === null ? null : writtenRow(this.#store, row);
  }

  #open(header: ThreadHeader): StagedThread {
    const { reader, writer, ledger } = this.#store;
    const { sourceName, isSample, numberOf } = this.#options;
    const number = numberOf(header.threadId);
    const storedId = numberedId(header.threadId, number);
    const row = reader.threadByKey(header.namespace, storedId, header.format);
    // Another thread of the file got that id, or has it by itself.
    const isTaken = row !== null && ledger.has(row.thread_ref);
    if (isTaken && (number > 1 || this.#numberedIds.has(storedId))) {
      throw new ThreadConflict(header.threadId, null);
    }
    if (number > 1) this.#numberedIds.add(storedId);
    const values = { header: { ...header, threadId: storedId }, sourceName, isSample };
    const threadRef = row?.thread_ref ?? writer.insertThread(values);
    ledger.begin(threadRef);
    return {
      header,
      storedId,
      threadRef,
      before:
        row === null
          ? null
          : {
              runCount: row.run_count,
              boundaryCount: row.boundary_count,
              isRemoved: row.removed_at_ms !== null,
            },
      writtenHeader: header,
      prefix: null,
      prefixCount: 0,
      runCount: 0,
      newest: null,
      notes: new RunNotes(),
      boundaries: [],
      newRuns: 0,
      measured: row === null ? [] : null,
      hasChanged: false,
    };
  }
}
