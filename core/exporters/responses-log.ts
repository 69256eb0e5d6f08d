import type { RunId, ThreadId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { ModelCall } from '../domain/model-call.ts';
import type { RunStatus, ThreadDocument, ThreadRun } from '../domain/thread.ts';
import { toWireItem, type WireObject } from '../domain/wire-item.ts';
import { isRecord, type RawRecord } from '../importers/raw-record.ts';
import { isoTime } from '../inspect/iso-time.ts';
import { isModelReply } from '../inspect/model-replies.ts';

/**
 * Threads as a log of the Responses API: one request with its response for each model call, in order. A request
 * holds what is new in it and names the response that it continues; a thread is a conversation. What was said
 * after the last response is a request alone.
 *
 * Summaries have no place there, but for compactions that the API made itself; nor have sums over several calls.
 */
export function* responsesLog(threads: readonly ThreadDocument[]): Generator<WireObject, void> {
  const lastResponses = new Map<ThreadId, ReadonlyMap<RunId, string>>();
  const taken = new Set<string>();
  for (const thread of originsFirst(threads)) {
    const origin = lastResponses.get(originOf(thread) ?? thread.threadId);
    const log = new ThreadLogWriter(thread, origin, taken);
    yield* log.exchanges();
    lastResponses.set(thread.threadId, log.lastResponses);
  }
}

/** The thread that wrote the last of the runs it begins with. */
function originOf({ threadId, runs }: ThreadDocument): ThreadId | null {
  const own = runs.findIndex((run) => run.threadId === threadId);
  const shared = runs[(own < 0 ? runs.length : own) - 1];
  return shared?.threadId ?? null;
}

function originsFirst(threads: readonly ThreadDocument[]): readonly ThreadDocument[] {
  const byId = new Map(threads.map((thread) => [thread.threadId, thread]));
  const placed = new Set<ThreadDocument>();
  for (const thread of threads) {
    const chain = new Set<ThreadDocument>();
    let next: ThreadDocument | undefined = thread;
    while (next !== undefined && !placed.has(next) && !chain.has(next)) {
      chain.add(next);
      const origin: ThreadId | null = originOf(next);
      next = origin === null ? undefined : byId.get(origin);
    }
    for (const link of [...chain].reverse()) placed.add(link);
  }
  return [...placed];
}

class ThreadLogWriter {
  /** The last response of each run, for threads that begin with it. */
  readonly lastResponses = new Map<RunId, string>();
  readonly #thread: ThreadDocument;
  readonly #runs: readonly ThreadRun[];
  readonly #model: string;
  readonly #compactions: ReadonlyMap<RunId | null, readonly WireObject[]>;
  #previous: string | null = null;
  #input: WireObject[] = [];
  #inputMs: number | null = null;
  #responses = 0;
  readonly #taken: Set<string>;

  /**
   * @param origin The last response of each run of the thread it branches off.
   * @param taken Names of the responses of the whole log: one that came twice would be read as one response.
   */
  constructor(thread: ThreadDocument, origin: ReadonlyMap<RunId, string> | undefined, taken: Set<string>) {
    this.#thread = thread;
    this.#taken = taken;
    const own = thread.runs.findIndex((run) => run.threadId === thread.threadId);
    const shared = thread.runs.slice(0, Math.max(own, 0));
    const last = shared.at(-1);
    const leftAt = last === undefined ? null : (origin?.get(last.runId) ?? null);
    const isBranch = leftAt !== null;
    this.#previous = isBranch ? leftAt : null;
    this.#runs = isBranch ? thread.runs.slice(shared.length) : thread.runs;
    for (const { runId } of isBranch ? shared : [])
      this.lastResponses.set(runId, origin?.get(runId) ?? leftAt ?? '');
    this.#model = modelOf(thread) ?? 'unknown';
    this.#compactions = compactionsOf(thread);
  }

  *exchanges(): Generator<WireObject, void> {
    const instructions = this.#thread.runs[0]?.meta['instructions'];
    if (this.#previous === null) {
      if (Array.isArray(instructions)) this.#input.push(...instructions.filter(isRecord).map(typed));
      this.#input.push(...(this.#compactions.get(null) ?? []));
    }
    for (const run of this.#runs) yield* this.#exchangesOf(run);
    if (this.#input.length > 0) yield { ...this.#request(), ...this.#timestamp() };
  }

  *#exchangesOf(run: ThreadRun): Generator<WireObject, void> {
    const replies = run.messages.flatMap((message, at) => (isModelReply(message) ? [at] : []));
    const calls = run.calls.filter(({ perCall }) => perCall);
    let told = 0;
    for (const [at, message] of run.messages.entries()) {
      if (!replies.includes(at)) {
        this.#take(message, run);
        continue;
      }
      const own = calls.findIndex((call, place) => place >= told && call.replyAt === at);
      // Calls that left no message come before it.
      for (const aside of calls.slice(told, Math.max(own, told))) yield this.#exchange([], aside, run, false);
      told = Math.max(told, own + 1);
      yield this.#exchange(message.items.map(wireItem), calls[own] ?? null, run, at === replies.at(-1));
    }
    for (const aside of calls.slice(told)) yield this.#exchange([], aside, run, replies.length === 0);
    if (this.#previous !== null) this.lastResponses.set(run.runId, this.#previous);
    this.#input.push(...(this.#compactions.get(run.runId) ?? []));
  }

  #take(message: Message, run: ThreadRun): void {
    if (this.#input.length === 0 || this.#inputMs === null) this.#inputMs = run.createdAtMs;
    this.#input.push(...message.items.map(wireItem));
  }

  #exchange(
    output: readonly WireObject[],
    call: ModelCall | null,
    run: ThreadRun,
    isLast: boolean,
  ): WireObject {
    const request = this.#request();
    // What has the response's own time has none.
    const timestamp = this.#inputMs === (call?.atMs ?? null) ? {} : this.#timestamp();
    const id = this.#responseId(call, run);
    const response = {
      id,
      object: 'response',
      created_at: seconds(call?.atMs ?? null),
      status: isLast ? STATUS[run.status] : 'completed',
      model: call?.model ?? null,
      output,
      usage: call === null ? null : usageOf(call),
      previous_response_id: this.#previous,
    };
    this.#previous = id;
    this.#input = [];
    this.#inputMs = null;
    return { ...timestamp, request, response };
  }

  #request(): WireObject {
    return {
      model: this.#model,
      conversation: this.#thread.threadId,
      ...(this.#previous === null ? {} : { previous_response_id: this.#previous }),
      input: this.#input,
    };
  }

  #timestamp(): WireObject {
    const time = isoTime(this.#inputMs);
    return time === null ? {} : { timestamp: time };
  }

  /** A branch is named after its first response, everything else after its conversation. */
  #responseId(call: ModelCall | null, run: ThreadRun): string {
    this.#responses += 1;
    const isFirstOfBranch = this.#responses === 1 && this.#previous !== null;
    const wanted = isFirstOfBranch ? this.#thread.threadId : call?.answerId;
    const id =
      wanted === undefined || this.#taken.has(wanted)
        ? `${this.#thread.threadId}/${run.runId}/${this.#responses}`
        : wanted;
    this.#taken.add(id);
    return id;
  }
}

const STATUS: Readonly<Record<RunStatus, string>> = {
  complete: 'completed',
  headless: 'completed',
  open: 'incomplete',
  paused: 'completed',
  cancelled: 'cancelled',
  error: 'failed',
};

function wireItem(item: Message['items'][number]): WireObject {
  return item.type === 'message' ? typed({ ...toWireItem(item), type: 'message' }) : toWireItem(item);
}

/** The type comes first, for whoever reads the file. */
function typed(item: RawRecord): WireObject {
  const { type = 'message', ...fields } = item;
  return { type, ...fields };
}

function usageOf(call: ModelCall): WireObject | null {
  if (!call.reported) return null;
  return {
    ...count('input_tokens', call.prompt),
    ...details('input_tokens_details', [
      ['cached_tokens', call.cached],
      ['cache_write_tokens', call.cacheWritten],
    ]),
    ...count('output_tokens', call.output),
    ...details('output_tokens_details', [['reasoning_tokens', call.reasoning]]),
    ...count('total_tokens', call.total),
  };
}

function count(name: string, value: number | null): WireObject {
  return value === null ? {} : { [name]: value };
}

function details(
  name: string,
  counts: readonly (readonly [name: string, value: number | null])[],
): WireObject {
  const known = counts.filter(([, value]) => value !== null);
  return known.length === 0 ? {} : { [name]: Object.fromEntries(known) };
}

/** With as many digits as it takes to be read as the same millisecond. */
function seconds(timeMs: number | null): number | null {
  if (timeMs === null) return null;
  const exact = timeMs / 1000;
  return Math.trunc(exact * 1000) === timeMs ? exact : (timeMs + 0.5) / 1000;
}

/** Compactions as the API wrote them, by the run that they stand behind; null: before the first. */
function compactionsOf({
  runs,
  boundaries,
}: ThreadDocument): ReadonlyMap<RunId | null, readonly WireObject[]> {
  const written = new Map<string, RawRecord>();
  for (const { meta } of runs) {
    const { compactions } = meta;
    if (!Array.isArray(compactions)) continue;
    for (const raw of compactions)
      if (isRecord(raw) && typeof raw['id'] === 'string') written.set(raw['id'], raw);
  }
  const byRun = new Map<RunId | null, WireObject[]>();
  for (const { summaryId, lastSummarizedRunId } of boundaries) {
    const raw = written.get(summaryId);
    if (raw === undefined) continue;
    const known = byRun.get(lastSummarizedRunId);
    if (known === undefined) byRun.set(lastSummarizedRunId, [raw]);
    else known.push(raw);
  }
  return byRun;
}

function modelOf({ runs }: ThreadDocument): string | null {
  for (const { calls } of runs) for (const { model } of calls) if (model !== null) return model;
  return null;
}
