import type { RunId, ThreadId } from '../../domain/ids.ts';
import { noticeStep } from '../steps/make-step.ts';
import { RunCutter } from '../steps/run-cutter.ts';
import { RunNames } from '../steps/run-names.ts';
import type { CompactionStep, Step } from '../steps/step.ts';
import { cutKindOf } from '../steps/step-thread.ts';
import { ThreadWriter, type WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { contentKey, listedMessage, type LogMessage } from './log-message.ts';
import { isUserTurn, messageSteps } from './message-steps.ts';
import { RunLog, type RunEntry, type Shortening } from './run-log.ts';
import { withUsage } from './run-usage.ts';

/** Runs that follow one another: those of a thread, or of a branch of it. */
export class ThreadLane {
  readonly threadId: ThreadId;
  readonly runIds: RunId[];
  readonly #writer: ThreadWriter;
  readonly #names = new RunNames();
  /** Messages of earlier runs, and what they say. */
  readonly #delivered: Map<string, string>;
  /** The same by what they say, oldest first. */
  readonly #deliveredByKey = new Map<string, string[]>();
  /** Ids of what the list of messages holds by now. */
  #listed: Set<string>;
  #run: RunLog | null = null;
  #isRunOpen = false;

  constructor(
    sink: ImportSink,
    header: WriterHeader,
    startsAs: { readonly lane: ThreadLane; readonly runIds: readonly RunId[] } | null,
  ) {
    this.threadId = header.threadId;
    const before = startsAs?.runIds ?? [];
    this.runIds = [...before];
    for (const id of before) this.#names.name(id, 0);
    this.#delivered = new Map(startsAs === null ? [] : startsAs.lane.#delivered);
    for (const [id, key] of this.#delivered) addTo(this.#deliveredByKey, key, id);
    this.#listed = new Set();
    this.#writer = new ThreadWriter(sink, header, {
      runsBefore: { count: before.length, at: (place) => before[place] ?? null },
      findsSteps: true,
    });
    this.#writer.announce();
  }

  /** The run that events belong to. One that nobody started is begun by its first event. */
  get run(): RunLog {
    this.#run ??= new RunLog(null);
    return this.#run;
  }

  get lastRunId(): RunId | null {
    return this.runIds.at(-1) ?? null;
  }

  hasRun(): boolean {
    return this.#run !== null;
  }

  startRun(runId: string | null): void {
    this.finish();
    this.#run = new RunLog(runId);
    this.#isRunOpen = false;
  }

  /** No more events of the run are expected; some may come all the same. */
  flush(): void {
    const run = this.#run;
    if (run === null) return;
    const entries = run.take();
    const own = this.#isRunOpen ? entries : this.#openRun(run, entries);
    this.#putEntries(own, run);
  }

  /** Nothing of the run comes any more. */
  finish(): void {
    this.flush();
    const run = this.#run;
    if (run !== null)
      this.#putAll([noticeStep(run.failure === null ? 'info' : 'error', run.failure ?? '', run.end)]);
    this.#run = null;
  }

  end(): void {
    this.finish();
    this.#writer.end();
  }

  /**
   * Takes in a list of messages: those that are known already are not repeated. A `snapshot` is the whole list
   * by now, so what it leaves out is no longer given to the model.
   */
  takeList(values: readonly unknown[], atMs: number | null, isSnapshot: boolean): void {
    const list = values.flatMap((value) => listedMessage(value, atMs) ?? []);
    const known = this.#match(list);
    const firstKnown = list.findIndex((_, index) => known[index] !== null);
    const isShorter = isSnapshot && list.length < this.#listed.size && firstKnown >= 0;
    // A message in front of those that were kept stands in place of those that were not.
    const replacing = isShorter && firstKnown === 1 ? list[0] : undefined;
    if (isShorter) {
      this.run.shorten({
        text: replacing?.text ?? null,
        keptFromId: known[firstKnown] ?? null,
        atMs,
      });
    }
    this.#insertNew(
      replacing === undefined ? list : list.slice(1),
      replacing === undefined ? known : known.slice(1),
    );
    if (isSnapshot) this.#listed = new Set(list.map((message, index) => known[index] ?? message.id));
  }

  /** A message of the run was begun by an event. */
  noteMessage({ id, role }: LogMessage): void {
    if (role !== 'reasoning') this.#listed.add(id);
  }

  /** For each message of a list the id under which it is known; null: it is new. */
  #match(list: readonly LogMessage[]): readonly (string | null)[] {
    const ids = new Set(list.map(({ id }) => id));
    const ofRun = new Map<string, string[]>();
    for (const entry of this.run.entries) {
      if (entry.kind === 'message') addTo(ofRun, contentKey(entry.message), entry.message.id);
    }
    // A list may name messages anew: one that says the same, and isn't in it by its own name, is the same.
    const taken = new Set<string>();
    return list.map((message) => {
      if (this.#delivered.has(message.id) || this.run.find(message.id) !== undefined) return message.id;
      const key = contentKey(message);
      const isFree = (id: string): boolean => !ids.has(id) && !taken.has(id);
      const same =
        this.#deliveredByKey.get(key)?.find((id) => isFree(id) && this.#delivered.get(id) === key) ??
        ofRun.get(key)?.find(isFree) ??
        null;
      if (same !== null) taken.add(same);
      return same;
    });
  }

  #insertNew(list: readonly LogMessage[], known: readonly (string | null)[]): void {
    let at = 0;
    list.forEach((message, index) => {
      const id = known[index] ?? null;
      if (id === null) {
        this.run.insert(message, at);
        this.noteMessage(message);
        at += 1;
        return;
      }
      const place = this.run.entries.findIndex(
        (entry, position) => position >= at && entry.kind === 'message' && entry.message.id === id,
      );
      if (place >= 0) at = place + 1;
      const own = this.run.find(id);
      if (own !== undefined) complete(own, message);
    });
  }

  /** @returns What is of the run itself: earlier turns of a list are runs of their own. */
  #openRun(run: RunLog, entries: readonly RunEntry[]): readonly RunEntry[] {
    const opening = openingAt(entries);
    const before = entries.slice(0, opening);
    const isFirst = this.runIds.length === 0;
    const leading = isFirst ? before.filter(isInstruction) : [];
    for (const step of messageSteps(messagesOf(leading))) {
      if (step.kind === 'input') this.#writer.addInstructions(step);
    }
    this.#cutEarlier(before.filter((entry) => !leading.includes(entry)));
    const own = entries.slice(opening);
    const [first] = own;
    // A list that became shorter before anything was said in the run.
    const isBoundary = first?.kind === 'shortening';
    if (isBoundary) this.#writer.boundary(compactionStep(first), 'between');
    const said = isBoundary ? own.slice(1) : own;
    const turn = said.find((entry) => entry.kind === 'message' && isUserTurn(entry.message));
    const [opener] = turn === undefined ? [] : messageSteps(messagesOf([turn]));
    const name = this.#names.name(run.runId, this.runIds.length);
    this.runIds.push(name);
    this.#writer.openRun(opener ?? null, name);
    this.#isRunOpen = true;
    return said;
  }

  #cutEarlier(entries: readonly RunEntry[]): void {
    const cutter = new RunCutter<Step>(
      {
        openRun: (opener) => {
          const name = this.#names.name(null, this.runIds.length);
          this.runIds.push(name);
          this.#writer.openRun(opener, name);
        },
        put: (step) => {
          this.#writer.put(step);
        },
        boundary: (step, place) => {
          this.#writer.boundary(step, place);
        },
      },
      cutKindOf,
    );
    for (const step of stepsOf(entries)) cutter.add(step);
    cutter.end();
    this.#remember(entries);
  }

  #putEntries(entries: readonly RunEntry[], run: RunLog): void {
    const steps = withUsage(stepsOf(entries), run.usages);
    run.usages = [];
    this.#putAll(steps);
    this.#remember(entries);
  }

  #putAll(steps: readonly Step[]): void {
    const lastOther = steps.findLastIndex(({ kind }) => kind !== 'compaction');
    steps.forEach((step, index) => {
      if (step.kind === 'compaction') this.#writer.boundary(step, index > lastOther ? 'between' : 'inside');
      else this.#writer.put(step);
    });
  }

  #remember(entries: readonly RunEntry[]): void {
    for (const message of messagesOf(entries)) {
      const key = contentKey(message);
      if (this.#delivered.get(message.id) === key) continue;
      this.#delivered.set(message.id, key);
      addTo(this.#deliveredByKey, key, message.id);
    }
  }
}

function addTo(ids: Map<string, string[]>, key: string, id: string): void {
  const known = ids.get(key);
  if (known === undefined) ids.set(key, [id]);
  else known.push(id);
}

/** A recording that begins late has only the end of a message; a list has all of it. */
function complete(own: LogMessage, listed: LogMessage): void {
  if (listed.text.length > own.text.length) own.text = listed.text;
  for (const call of listed.calls) {
    const known = own.calls.find(({ id }) => id === call.id);
    if (known === undefined) own.calls.push(call);
    else if (call.arguments.length > known.arguments.length) known.arguments = call.arguments;
  }
}

/** The last turn of a user before the model begins to speak; 0 without one. */
function openingAt(entries: readonly RunEntry[]): number {
  const streamed = entries.findIndex((entry) => entry.kind === 'message' && entry.message.isStreamed);
  const listed = streamed < 0 ? entries : entries.slice(0, streamed);
  const turn = listed.findLastIndex((entry) => entry.kind === 'message' && isUserTurn(entry.message));
  if (turn < 0) return 0;
  // Turns that follow one another are one, and a boundary right before them stands before the run.
  let opening = turn;
  for (let at = turn - 1; at >= 0; at -= 1) {
    const entry = listed[at];
    if (entry?.kind === 'message' && !isUserTurn(entry.message)) break;
    opening = at;
  }
  return opening;
}

function stepsOf(entries: readonly RunEntry[]): readonly Step[] {
  const steps: Step[] = [];
  let messages: LogMessage[] = [];
  for (const entry of entries) {
    if (entry.kind === 'message') {
      messages.push(entry.message);
      continue;
    }
    steps.push(...messageSteps(messages), compactionStep(entry));
    messages = [];
  }
  return [...steps, ...messageSteps(messages)];
}

function messagesOf(entries: readonly RunEntry[]): readonly LogMessage[] {
  return entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
}

function isInstruction(entry: RunEntry): boolean {
  return entry.kind === 'message' && (entry.message.role === 'system' || entry.message.role === 'developer');
}

function compactionStep({ text, keptFromId, atMs }: Shortening): CompactionStep {
  return {
    kind: 'compaction',
    id: null,
    text,
    opaque: false,
    trigger: 'unknown',
    tokensBefore: null,
    tokensAfter: null,
    keptFromId,
    atMs,
  };
}
