import type Database from 'better-sqlite3';
import type { RunId, ThreadId } from '../../domain/ids.ts';
import { threadId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import type { ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import type { ImportProblem, ImportSink, LongData } from '../../importers/thread-import.ts';
import { bodyOfRecord, encodeBody } from './body-codec.ts';
import { toJson } from './deep-json.ts';
import { isGrownFrom } from './join-parts.ts';
import { preparePayloads, type PayloadStore } from './payload-store.ts';
import { measureRun } from './run-figures.ts';
import { sameMessage } from './same-message.ts';
import { withoutText, type StagedRun, type StagedThread, type StoredThread } from './staged-thread.ts';
import { keepRun, readBack, rewriteRun, takeBackRuns, WaitingThreads, writeNewest } from './written-runs.ts';
import { WrittenRun } from './written-run.ts';
import { prepareThreadReader, type ThreadReader } from './stored-thread.ts';
import { prepareThreadWriter, type ThreadWriter } from './thread-rows.ts';

/** The file's thread says something else than the thread that is stored under its id. */
export class ThreadConflict extends Error {
  readonly thread: ThreadId;
  readonly run: RunId | null;

  constructor(thread: ThreadId, run: RunId | null) {
    super(`thread ${thread} contradicts the one that is stored`);
    this.thread = thread;
    this.run = run;
  }
}

export interface ImportWriterOptions {
  /**
   * How a thread's id is numbered in the workspace: 1 is the id itself, 2 is `<id> (2)`. Raised by the
   * caller after a ThreadConflict, before it reads the file again.
   */
  readonly numberOf: (thread: ThreadId) => number;
  /** Where the threads come from, for their rows. */
  readonly sourceName: string;
  readonly isSample: boolean;
}

/** What a file has brought so far. Texts and most rows are in the database, in the caller's transaction. */
export interface StagedImport {
  readonly threads: ReadonlyMap<ThreadId, StagedThread>;
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
  /** Runs delivered so far, for progress. */
  readonly runCount: number;
}

export interface ImportWriter extends StagedImport {
  /**
   * Throws ThreadConflict from `run` when a stored run says something else, and from `thread` when another
   * thread of the file has the id that it would be stored under.
   */
  readonly sink: ImportSink;
  /** For the importer. */
  readonly keepData: (data: LongData) => string;
  /** When everything is written: data that none of it shows. */
  readonly dropUnusedData: () => void;
  readonly reader: ThreadReader;
  readonly writer: ThreadWriter;
  readonly sourceName: string;
  readonly isSample: boolean;
}

/** Takes what an importer delivers into the database as it comes. The caller owns the transaction. */
export function createImportWriter(db: Database.Database, options: ImportWriterOptions): ImportWriter {
  const reader = prepareThreadReader(db);
  const writer = prepareThreadWriter(db);
  const payloads = preparePayloads(db);
  const store: Store = { reader, writer, payloads };
  const threads = new Map<ThreadId, StagedThread>();
  const waiting = new WaitingThreads(writer);
  const warnings: ImportProblem[] = [];
  const errors: ImportProblem[] = [];
  let runCount = 0;

  const threadOf = (id: ThreadId): StagedThread => {
    const thread = threads.get(id);
    if (thread === undefined) throw new Error(`thread ${id} was not announced before its contents`);
    return thread;
  };

  const storedIds = new Set<ThreadId>();
  const storedIdOf = (id: ThreadId): ThreadId => {
    const storedId = numberedId(id, options.numberOf(id));
    // Another thread of the file got that id, or has it by itself.
    if (storedIds.has(storedId)) throw new ThreadConflict(id, null);
    storedIds.add(storedId);
    return storedId;
  };

  const sink: ImportSink = {
    thread: (header) => {
      const known = threads.get(header.threadId);
      if (known !== undefined) known.header = header;
      else threads.set(header.threadId, openThread(store, header, storedIdOf(header.threadId), options));
    },
    run: (id, run, record) => {
      const thread = threadOf(id);
      const known = thread.runs.get(run.runId);
      if (known === undefined) {
        runCount += 1;
        writeNewest(writer, thread);
      }
      const earlier = known instanceof WrittenRun ? readBack(reader, thread, known) : (known ?? null);
      const messages = payloads.take(run.messages);
      const isWhole = messages === run.messages;
      const kept = isWhole ? run : { ...run, messages };
      const staged = stageRun(store, thread, earlier, kept, isWhole ? record : undefined);
      if (known instanceof WrittenRun) rewriteRun(store, thread, known, staged);
      else {
        keepRun(thread, staged);
        waiting.goesOn(thread);
      }
    },
    copiedRuns: (branch, from, upTo) => {
      const thread = threadOf(branch);
      takeBackRuns(store, thread);
      thread.prefix = { from, upTo };
    },
    boundary: (id, boundary) => {
      const { message } = boundary;
      const [whole = message] = message === null ? [] : payloads.whole([message]);
      threadOf(id).boundaries.push(whole === message ? boundary : { ...boundary, message: whole });
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
    dropUnusedData: () => {
      payloads.dropUnused();
    },
    reader,
    writer,
    sourceName: options.sourceName,
    isSample: options.isSample,
    threads,
    warnings,
    errors,
    get runCount() {
      return runCount;
    },
  };
}

export function numberedId(id: ThreadId, number: number): ThreadId {
  return number === 1 ? id : threadId(`${id} (${number})`);
}

function openThread(
  { reader, writer }: Store,
  header: ThreadHeader,
  storedId: ThreadId,
  { sourceName, isSample }: ImportWriterOptions,
): StagedThread {
  const row = reader.threadByKey(header.namespace, storedId, header.format);
  const values = { header: { ...header, threadId: storedId }, sourceName, isSample };
  return {
    header,
    storedId,
    made: row === null ? { threadRef: writer.insertThread(values), header } : null,
    stored: row === null ? null : loadStored(reader, row),
    prefix: null,
    runs: new Map(),
    newest: null,
    boundaries: [],
  };
}

function loadStored(reader: ThreadReader, row: StoredThread['row']): StoredThread {
  const runs = reader.runs(row.thread_ref);
  return { row, runs, runById: new Map(runs.map((run) => [run.run_id, run])) };
}

interface Store {
  readonly reader: ThreadReader;
  readonly writer: ThreadWriter;
  readonly payloads: PayloadStore;
}

/** @param delivery Its messages without their data. */
function stageRun(
  store: Store,
  thread: StagedThread,
  earlier: StagedRun | null,
  delivery: ThreadRun,
  record: Uint8Array | undefined,
): StagedRun {
  const { reader } = store;
  const storedRow = thread.stored?.runById.get(delivery.runId) ?? null;
  const stored =
    earlier?.stored ??
    (storedRow === null ? null : { row: storedRow, bodyKeys: reader.bodyKeys(storedRow.run_key) });
  const before = earlier === null ? [] : deliveredBefore(reader, earlier);
  const added =
    stored === null
      ? delivery.messages
      : messagesBeyond(thread, reader.messages(stored.row), before.length, delivery);

  const deliveries = (earlier?.deliveries ?? 0) + 1;
  let bodyKeys: readonly number[] = earlier?.bodyKeys ?? stored?.bodyKeys ?? [];
  if (added.length > 0 || deliveries > (stored?.bodyKeys.length ?? 0)) {
    const isWhole = added.length === delivery.messages.length;
    // Not by push or spread, which leave room for sixteen more: the list is kept.
    bodyKeys = bodyKeys.concat(insertBody(store, added, delivery, isWhole ? record : undefined));
  }
  const messages = before.length === 0 ? delivery.messages : [...before, ...delivery.messages];
  const whole = earlier === null ? delivery : merged(earlier.run, delivery, messages);
  return {
    run: withoutText(whole),
    figures: measureRun(whole),
    bodyKeys,
    deliveries,
    stored,
  };
}

/** Read back and not kept in memory: only a run that is saved more than once needs it. */
function deliveredBefore(reader: ThreadReader, earlier: StagedRun): readonly Message[] {
  return reader.messagesOf(earlier.bodyKeys, earlier.run.runId).slice(0, earlier.figures.messageCount);
}

/**
 * The messages that the stored run doesn't have yet, or has only the beginning of.
 *
 * @throws ThreadConflict when one that it has says something else.
 */
function messagesBeyond(
  thread: StagedThread,
  stored: readonly Message[],
  from: number,
  delivery: ThreadRun,
): readonly Message[] {
  const known = Math.max(0, Math.min(delivery.messages.length, stored.length - from));
  let firstGrown = known;
  for (let index = 0; index < known; index += 1) {
    const earlier = stored[from + index];
    const later = delivery.messages[index];
    if (sameMessage(earlier, later)) continue;
    // Read while its writer was still adding to it: all from there on is kept anew.
    const hasGrown = earlier !== undefined && later !== undefined && isGrownFrom(earlier, later);
    if (!hasGrown || from + known < stored.length) {
      throw new ThreadConflict(thread.header.threadId, delivery.runId);
    }
    firstGrown = Math.min(firstGrown, index);
  }
  return delivery.messages.slice(firstGrown);
}

function insertBody(
  { writer, payloads }: Store,
  messages: readonly Message[],
  delivery: ThreadRun,
  record: Uint8Array | undefined,
): number {
  if (record !== undefined) {
    const { encoding, content } = bodyOfRecord(record);
    return writer.insertBody(null, encoding, content);
  }
  const body = encodeBody(messages);
  const hasMeta = Object.keys(delivery.meta).length > 0;
  const meta = hasMeta ? payloads.textIn(toJson(delivery.meta)).toWellFormed() : null;
  const bodyKey = writer.insertBody(meta, body.encoding, body.content);
  payloads.link(bodyKey, messages);
  return bodyKey;
}

function merged(earlier: StagedRun['run'], later: ThreadRun, messages: readonly Message[]): ThreadRun {
  return {
    ...later,
    messages,
    previousRunId: earlier.previousRunId,
    createdAtMs: earlier.createdAtMs,
    copiedFrom: earlier.copiedFrom,
    reopened: later.reopened === true || earlier.reopened === true,
  };
}
