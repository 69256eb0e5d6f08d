import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import type { TranscriptEntry } from '../readers/transcript-entry.ts';
import type { ResponseAnswer, ResponseRecord } from './response-records.ts';
import { addAnswer, InputEntries, SaidItem, SentEntry, type ItemList, type OnEntry } from './said-item.ts';

/** A thread while it is put together: what was said, and the same item by item, to be found again. */
export interface ResponseThread {
  readonly conversationId: string | null;
  readonly firstResponseId: string | null;
  /** The thread it begins like; null for one that begins on its own. */
  readonly startsAs: ResponseThread | null;
  readonly entries: TranscriptEntry[];
  /** Every item but instructions, in order, with the entry it belongs to. */
  readonly items: SaidItem[];
}

/**
 * Puts exchanges together to threads. An exchange continues the one its `previous_response_id` names,
 * else the conversation it names, else the thread whose items its input repeats; what it repeats is not
 * taken twice. Where it continues from the middle of a thread it opens a branch.
 */
export class ResponseThreads {
  readonly #threads: ResponseThread[] = [];
  readonly #placeOf = new Map<string, { readonly thread: ResponseThread; readonly entries: number }>();
  readonly #byConversation = new Map<string, ResponseThread>();
  /** Threads by their first item: whoever repeats a thread from its start begins with the same one. */
  readonly #byFirstItem = new Map<number, ResponseThread[]>();
  #missingPrevious = 0;

  threads(): readonly ResponseThread[] {
    return this.#threads;
  }

  /** Exchanges that continue a response which isn't in the source. */
  missingPrevious(): number {
    return this.#missingPrevious;
  }

  add(record: ResponseRecord): void {
    const list: ItemList = { at: (index) => record.input[index] };
    const { instructionCount, said } = readInput(record.input, list);
    const { thread, repeated } = this.#continued(record, said);
    if (thread.entries.length === 0) openWith(thread, record, list, instructionCount);
    addNew(thread, said.slice(repeated), record.sentAtMs);
    if (record.answer !== null) this.#answer(thread, record.answer);
    this.#remember(record, thread);
  }

  #continued(
    record: ResponseRecord,
    input: readonly SaidItem[],
  ): { readonly thread: ResponseThread; readonly repeated: number } {
    if (record.previousId !== null) {
      const place = this.#placeOf.get(record.previousId);
      if (place !== undefined)
        return { thread: this.#continuedAt(place.thread, place.entries, record), repeated: 0 };
      this.#missingPrevious += 1;
      return { thread: this.#open(record, null, 0), repeated: 0 };
    }
    const same = record.conversationId === null ? undefined : this.#byConversation.get(record.conversationId);
    if (same !== undefined) return { thread: same, repeated: repeatedTail(same.items, input) };
    return this.#repeating(record, input);
  }

  /** An input that begins with all of a thread continues it; one that shares a reply with it branches. */
  #repeating(
    record: ResponseRecord,
    input: readonly SaidItem[],
  ): { readonly thread: ResponseThread; readonly repeated: number } {
    const first = input[0];
    let best: { readonly thread: ResponseThread; readonly shared: number } | null = null;
    for (const thread of (first === undefined ? undefined : this.#byFirstItem.get(first.mark)) ?? []) {
      if (isOtherConversation(thread, record)) continue;
      const shared = sharedStart(thread.items, input);
      if (best === null || shared > best.shared) best = { thread, shared };
    }
    if (best !== null) {
      const { thread, shared } = best;
      if (shared === thread.items.length) return { thread, repeated: shared };
      const entries = wholeEntries(thread, shared);
      const replied = thread.entries.slice(0, entries).some(({ kind }) => kind === 'reply');
      const repeated = thread.items.filter(({ entry }) => entry < entries).length;
      if (replied) return { thread: this.#open(record, thread, entries), repeated };
    }
    const latest = this.#threads.at(-1);
    const isOpen = latest !== undefined && !isOtherConversation(latest, record);
    const tail = isOpen ? repeatedTail(latest.items, input) : 0;
    if (latest !== undefined && tail > 0) return { thread: latest, repeated: tail };
    return { thread: this.#open(record, null, 0), repeated: 0 };
  }

  #continuedAt(thread: ResponseThread, entries: number, record: ResponseRecord): ResponseThread {
    return entries === thread.entries.length ? thread : this.#open(record, thread, entries);
  }

  #open(record: ResponseRecord, startsAs: ResponseThread | null, entries: number): ResponseThread {
    const thread: ResponseThread = {
      conversationId: record.conversationId,
      firstResponseId: record.answer?.id ?? null,
      startsAs,
      entries: startsAs === null ? [] : startsAs.entries.slice(0, entries),
      items: startsAs === null ? [] : startsAs.items.filter(({ entry }) => entry < entries),
    };
    this.#threads.push(thread);
    return thread;
  }

  #answer(thread: ResponseThread, answer: ResponseAnswer): void {
    // The same answer may be logged twice.
    if (answer.id !== null && this.#placeOf.has(answer.id)) return;
    addAnswer(answer, appendTo(thread));
    if (answer.id !== null) this.#placeOf.set(answer.id, { thread, entries: thread.entries.length });
  }

  #remember(record: ResponseRecord, thread: ResponseThread): void {
    if (record.conversationId !== null && !this.#byConversation.has(record.conversationId)) {
      this.#byConversation.set(record.conversationId, thread);
    }
    const first = thread.items[0];
    if (first === undefined) return;
    const known = this.#byFirstItem.get(first.mark);
    if (known === undefined) this.#byFirstItem.set(first.mark, [thread]);
    else if (!known.includes(thread)) known.push(thread);
  }
}

/** Both are named, and not alike: what they have in common was said twice. */
function isOtherConversation(thread: ResponseThread, record: ResponseRecord): boolean {
  const { conversationId } = record;
  return (
    conversationId !== null && thread.conversationId !== null && thread.conversationId !== conversationId
  );
}

/** Its items but the instructions that it begins with. Each is looked at and let go. */
function readInput(
  input: readonly unknown[],
  list: ItemList,
): { readonly instructionCount: number; readonly said: readonly SaidItem[] } {
  const said: SaidItem[] = [];
  let instructionCount = 0;
  for (const [index, value] of input.entries()) {
    const item = parseInputItem(value);
    if (said.length === 0 && isInstruction(item)) instructionCount += 1;
    else said.push(new SaidItem(item, list, index));
  }
  return { instructionCount, said };
}

function isInstruction(item: InputItem): boolean {
  return item.type === 'message' && (item.role === 'system' || item.role === 'developer');
}

function openWith(thread: ResponseThread, record: ResponseRecord, list: ItemList, count: number): void {
  const sources = Array.from({ length: count }, (_, index) => ({
    read: () => parseInputItem(list.at(index)),
  }));
  const spoken = record.instructions === null ? [] : [{ read: () => instructionItem(record) }];
  for (const source of [...spoken, ...sources]) {
    thread.entries.push(new SentEntry(source.read(), null, source));
  }
}

function instructionItem({ instructions }: ResponseRecord): InputItem {
  return { type: 'message', role: 'developer', content: instructions ?? '' };
}

/** Items of an input, unless the thread has them. */
function addNew(thread: ResponseThread, items: readonly SaidItem[], atMs: number | null): void {
  const known = new Set(thread.items.flatMap(({ id }) => (id === null ? [] : [id])));
  const entries = new InputEntries(atMs, appendTo(thread));
  for (const said of items) {
    // A reference to an item of the thread, or the item itself once more.
    if (said.id === null || !known.has(said.id)) entries.add(said);
  }
  entries.end();
}

function appendTo(thread: ResponseThread): OnEntry {
  return (entry, said) => {
    const place = thread.entries.push(entry) - 1;
    for (const item of said) {
      item.entry = place;
      thread.items.push(item);
    }
  };
}

/** The same item twice: the same id, else the same content. */
function isSameItem(left: SaidItem, right: SaidItem): boolean {
  return (left.id !== null && left.id === right.id) || left.mark === right.mark;
}

function sharedStart(known: readonly SaidItem[], input: readonly SaidItem[]): number {
  let count = 0;
  for (; count < known.length && count < input.length; count += 1) {
    const left = known[count];
    const right = input[count];
    if (left === undefined || right === undefined || !isSameItem(left, right)) break;
  }
  return count;
}

/** How much of the input's beginning the end of the thread already holds: a client that dropped its oldest items. */
function repeatedTail(known: readonly SaidItem[], input: readonly SaidItem[]): number {
  const first = input[0];
  if (first === undefined) return 0;
  for (let start = 0; start < known.length; start += 1) {
    const item = known[start];
    if (item === undefined || !isSameItem(item, first)) continue;
    const shared = sharedStart(known.slice(start), input);
    if (start + shared === known.length) return shared;
  }
  return 0;
}

/** Entries that lie wholly within the first `count` items. */
function wholeEntries(thread: ResponseThread, count: number): number {
  return thread.items[count]?.entry ?? thread.entries.length;
}
