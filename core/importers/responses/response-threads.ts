import { isReplyItem } from '../../inspect/model-replies.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import type { CompactionEntry, ReplyEntry, TranscriptEntry } from '../readers/transcript-entry.ts';
import { isSameItem, keyed, type KeyedItem } from './item-keys.ts';
import type { ResponseAnswer, ResponseRecord } from './response-records.ts';

/** A thread while it is put together: what was said, and the same item by item, to be found again. */
export interface ResponseThread {
  readonly conversationId: string | null;
  readonly firstResponseId: string | null;
  /** The thread it begins like; null for one that begins on its own. */
  readonly startsAs: ResponseThread | null;
  readonly entries: TranscriptEntry[];
  /** Every item but instructions, in order, with the entry it belongs to. */
  readonly items: PlacedItem[];
}

interface PlacedItem extends KeyedItem {
  readonly entry: number;
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
  readonly #byFirstItem = new Map<string, ResponseThread[]>();
  #missingPrevious = 0;

  threads(): readonly ResponseThread[] {
    return this.#threads;
  }

  /** Exchanges that continue a response which isn't in the source. */
  missingPrevious(): number {
    return this.#missingPrevious;
  }

  add(record: ResponseRecord): void {
    const input = splitInstructions(record.input.map((item) => parseInputItem(item)));
    const { thread, repeated } = this.#continued(record, input.items.map(keyed));
    if (thread.entries.length === 0) openWith(thread, record.instructions, input.instructions);
    append(thread, newItems(thread, input.items.slice(repeated), record.sentAtMs));
    if (record.answer !== null) this.#answer(thread, record.answer);
    this.#remember(record, thread);
  }

  #continued(
    record: ResponseRecord,
    input: readonly KeyedItem[],
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
    input: readonly KeyedItem[],
  ): { readonly thread: ResponseThread; readonly repeated: number } {
    const first = input[0];
    let best: { readonly thread: ResponseThread; readonly shared: number } | null = null;
    for (const thread of (first === undefined ? undefined : this.#byFirstItem.get(first.key)) ?? []) {
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
    append(thread, answerEntries(answer));
    if (answer.id !== null) this.#placeOf.set(answer.id, { thread, entries: thread.entries.length });
  }

  #remember(record: ResponseRecord, thread: ResponseThread): void {
    if (record.conversationId !== null && !this.#byConversation.has(record.conversationId)) {
      this.#byConversation.set(record.conversationId, thread);
    }
    const first = thread.items[0];
    if (first === undefined) return;
    const known = this.#byFirstItem.get(first.key);
    if (known === undefined) this.#byFirstItem.set(first.key, [thread]);
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

function splitInstructions(items: readonly InputItem[]): {
  readonly instructions: readonly InputItem[];
  readonly items: readonly InputItem[];
} {
  const first = items.findIndex(
    (item) => item.type !== 'message' || (item.role !== 'system' && item.role !== 'developer'),
  );
  const count = first < 0 ? items.length : first;
  return { instructions: items.slice(0, count), items: items.slice(count) };
}

function openWith(thread: ResponseThread, text: string | null, items: readonly InputItem[]): void {
  const spoken: readonly InputItem[] =
    text === null ? items : [{ type: 'message', role: 'developer', content: text }, ...items];
  for (const item of spoken) thread.entries.push(inputEntry(item));
}

/** Items of an input that are new to the thread, as entries; items next to each other that one reply made are one. */
function newItems(
  thread: ResponseThread,
  items: readonly InputItem[],
  atMs: number | null,
): readonly TranscriptEntry[] {
  const known = new Set(thread.items.flatMap(({ id }) => (id === null ? [] : [id])));
  const entries: TranscriptEntry[] = [];
  let reply: InputItem[] = [];
  const closeReply = (): void => {
    if (reply.length > 0) entries.push(replyEntry(reply));
    reply = [];
  };
  for (const item of items) {
    const { id } = keyed(item);
    // A reference to an item of the thread, or the item itself once more.
    if (id !== null && known.has(id)) continue;
    const compaction = compactionEntry(item, null);
    if (compaction === null && isReplyItem(item)) {
      reply.push(item);
      continue;
    }
    closeReply();
    entries.push(compaction ?? { ...inputEntry(item), atMs });
  }
  closeReply();
  return entries;
}

function answerEntries(answer: ResponseAnswer): readonly TranscriptEntry[] {
  const items = answer.output.map((item) => parseInputItem(item));
  const reply: ReplyEntry = {
    kind: 'reply',
    id: answer.id,
    items: items.filter((item) => compactionEntry(item, null) === null),
    model: answer.model,
    usage: answer.usage,
    atMs: answer.atMs,
    ended: answer.ended,
  };
  // One answer is one call, so it isn't torn apart: a compaction stands after it only as its last item.
  const before: TranscriptEntry[] = [];
  const after: TranscriptEntry[] = [];
  items.forEach((item, index) => {
    const compaction = compactionEntry(item, answer.atMs);
    if (compaction !== null) (index === items.length - 1 && index > 0 ? after : before).push(compaction);
  });
  return [...before, reply, ...after];
}

function append(thread: ResponseThread, entries: readonly TranscriptEntry[]): void {
  for (const entry of entries) {
    const place = thread.entries.push(entry) - 1;
    if (entry.kind === 'compaction') continue;
    for (const item of entry.kind === 'input' ? [entry.item] : entry.items) {
      thread.items.push({ ...keyed(item), entry: place });
    }
  }
}

function inputEntry(item: InputItem): TranscriptEntry {
  const senderId = item.type === 'message' ? item.role : 'tool';
  return { kind: 'input', id: keyed(item).id, senderId, item, atMs: null };
}

function replyEntry(items: readonly InputItem[]): ReplyEntry {
  const [first] = items;
  return {
    kind: 'reply',
    id: first === undefined ? null : keyed(first).id,
    items,
    model: null,
    usage: null,
    atMs: null,
    ended: null,
  };
}

function compactionEntry(item: InputItem, atMs: number | null): CompactionEntry | null {
  if (item.type !== 'unknown' || item.raw['type'] !== 'compaction') return null;
  return { kind: 'compaction', id: keyed(item).id, text: null, trigger: 'unknown', raw: item.raw, atMs };
}

function sharedStart(known: readonly KeyedItem[], input: readonly KeyedItem[]): number {
  let count = 0;
  for (; count < known.length && count < input.length; count += 1) {
    const left = known[count];
    const right = input[count];
    if (left === undefined || right === undefined || !isSameItem(left, right)) break;
  }
  return count;
}

/** How much of the input's beginning the end of the thread already holds: a client that dropped its oldest items. */
function repeatedTail(known: readonly KeyedItem[], input: readonly KeyedItem[]): number {
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
