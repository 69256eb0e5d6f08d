import { parseInputItem } from '../parse-input-item.ts';
import { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { isInstruction, marksOf, sentFacts } from './entry-facts.ts';
import { SPOKEN_INSTRUCTIONS, type ItemMarks } from './entry-table.ts';
import { instructionItem, InputEntries, addAnswer } from './input-entries.ts';
import type { ItemList, ResponseAnswer, ResponseRecord } from './response-records.ts';
import { ThreadBeginnings } from './thread-beginnings.ts';
import { ThreadTable } from './thread-table.ts';

/** An input but the instructions that it begins with, each item by what tells it from others. */
interface ReadInput {
  readonly instructionCount: number;
  readonly said: readonly ItemMarks[];
}

/**
 * Puts exchanges together to threads. An exchange continues the one its `previous_response_id` names,
 * else the conversation it names, else the thread whose items its input repeats; what it repeats is not
 * taken twice. Where it continues from the middle of a thread it opens a branch.
 */
export class ResponseThreads {
  readonly table = new ThreadTable();
  readonly #responses: IdTable;
  /** By response: its last entry + 1; 0 for one whose answer didn't come. */
  readonly #lastEntryOf = new PagedNumbers('int');
  readonly #conversations = new IdTable();
  /** By conversation. */
  readonly #byConversation = new PagedNumbers('int');
  /** Whoever repeats a thread from its start begins with the same items. */
  readonly #beginnings = new ThreadBeginnings(this.table, (item, marks) => this.#isSame(item, marks));
  /** Ids of the items of the thread that was asked for last. */
  #known: { readonly thread: number; readonly ids: Set<number>; upTo: number } | null = null;
  #missingPrevious = 0;

  /** @param responses Numbers of the responses' ids. */
  constructor(responses: IdTable) {
    this.#responses = responses;
  }

  /** Exchanges that continue a response which isn't in the source. */
  get missingPrevious(): number {
    return this.#missingPrevious;
  }

  /** @param number Of the record in the source. */
  add(record: ResponseRecord, number: number): void {
    const input = readInput(record.input);
    const { thread, repeated } = this.#continued(record, number, input.said);
    if (this.table.entryCount(thread) === 0) this.#openWith(thread, record, number, input.instructionCount);
    this.#addNew(thread, record, number, input, repeated);
    if (record.answer !== null) this.#answer(thread, record.answer, number);
    this.#remember(record, thread);
  }

  /** A thread of items that come one by one, for a source that has nothing else. */
  openList(number: number): InputEntries {
    return new InputEntries(this.table, this.table.open(number, -1, null), number);
  }

  #continued(
    record: ResponseRecord,
    number: number,
    input: readonly ItemMarks[],
  ): { readonly thread: number; readonly repeated: number } {
    if (record.previousId !== null) {
      const response = this.#responses.find(record.previousId);
      const last = response === null ? -1 : this.#lastEntryOf.at(response) - 1;
      if (last >= 0) return { thread: this.#continuedAt(last, record, number), repeated: 0 };
      this.#missingPrevious += 1;
      return { thread: this.#open(record, number), repeated: 0 };
    }
    const conversation = this.#conversationOf(record);
    const same = conversation < 0 ? -1 : this.#byConversation.at(conversation) - 1;
    if (same >= 0) return { thread: same, repeated: this.#repeatedTail(same, input) };
    return this.#repeating(record, number, input);
  }

  /** An input that begins with all of a thread continues it; one that shares a reply with it branches. */
  #repeating(
    record: ResponseRecord,
    number: number,
    input: readonly ItemMarks[],
  ): { readonly thread: number; readonly repeated: number } {
    // What two named conversations have in common was said twice.
    const best = this.#beginnings.longest(input, this.#conversationOf(record) >= 0);
    if (best !== null) {
      const { thread, shared, entries } = best;
      if (shared === this.table.itemCount(thread)) return { thread, repeated: shared };
      const start = this.#startOf(thread, entries);
      if (start.hasReply) {
        return { thread: this.#open(record, number, { thread, ...start }), repeated: start.items };
      }
    }
    const latest = this.table.count - 1;
    const isOpen = latest >= 0 && !this.#isOtherConversation(latest, record);
    const tail = isOpen ? this.#repeatedTail(latest, input) : 0;
    if (tail > 0) return { thread: latest, repeated: tail };
    return { thread: this.#open(record, number), repeated: 0 };
  }

  /** Of the first entries of a thread: the last, how many items they have, and whether a reply is among them. */
  #startOf(
    thread: number,
    count: number,
  ): { readonly last: number; readonly items: number; readonly hasReply: boolean } {
    const { entries } = this.table;
    let last = -1;
    let items = 0;
    let hasReply = false;
    for (const entry of this.table.eachEntry(thread)) {
      if (entries.placeOf(entry) >= count) break;
      last = entry;
      if (entries.isSaid(entry)) items += entries.firstItemOf(entry + 1) - entries.firstItemOf(entry);
      if (entries.kindOf(entry) === 'reply') hasReply = true;
    }
    return { last, items, hasReply };
  }

  /** Behind an entry, which may be in the middle of its thread. */
  #continuedAt(last: number, record: ResponseRecord, number: number): number {
    const thread = this.table.entries.threadOf(last);
    if (this.table.lastEntry(thread) === last) return thread;
    const { items } = this.#startOf(thread, this.table.entries.placeOf(last) + 1);
    return this.#open(record, number, { thread, last, items });
  }

  #open(
    record: ResponseRecord,
    number: number,
    startsAs: { readonly thread: number; readonly last: number; readonly items: number } | null = null,
  ): number {
    return this.table.open(number, this.#conversationOf(record), startsAs);
  }

  #openWith(thread: number, record: ResponseRecord, number: number, instructionCount: number): void {
    if (record.instructions !== null) {
      const facts = sentFacts(instructionItem(record.instructions), false);
      this.table.append(thread, number, facts, [[SPOKEN_INSTRUCTIONS]]);
    }
    for (let index = 0; index < instructionCount; index += 1) {
      const item = parseInputItem(record.input.at(index));
      this.table.append(thread, number, sentFacts(item, false), [[index]]);
    }
  }

  /** Items of an input, unless the thread has them. */
  #addNew(
    thread: number,
    record: ResponseRecord,
    number: number,
    { instructionCount, said }: ReadInput,
    repeated: number,
  ): void {
    const fresh = said.slice(repeated);
    // A reference to an item of the thread, or the item itself once more.
    const known = fresh.some(({ id }) => id !== 0) ? this.#knownIds(thread) : null;
    const isKnown = fresh.map(({ id }) => id !== 0 && known?.has(id) === true);
    const entries = new InputEntries(this.table, thread, number);
    fresh.forEach((marks, index) => {
      if (isKnown[index] === true) return;
      const place = instructionCount + repeated + index;
      entries.add(parseInputItem(record.input.at(place)), place, marks);
    });
    entries.end();
  }

  #knownIds(thread: number): ReadonlySet<number> {
    const { entries } = this.table;
    const add = (ids: Set<number>, entry: number): void => {
      if (!entries.isSaid(entry)) return;
      const end = entries.firstItemOf(entry + 1);
      for (let item = entries.firstItemOf(entry); item < end; item += 1) {
        const id = entries.itemId(item);
        if (id !== 0) ids.add(id);
      }
    };
    if (this.#known?.thread !== thread) {
      this.#known = { thread, ids: new Set(), upTo: this.table.lastEntry(thread) };
      for (const entry of this.table.eachEntry(thread)) add(this.#known.ids, entry);
    }
    const { ids, upTo } = this.#known;
    for (
      let entry = this.table.lastEntry(thread);
      entry >= 0 && entry !== upTo;
      entry = entries.previousOf(entry)
    ) {
      add(ids, entry);
    }
    this.#known.upTo = this.table.lastEntry(thread);
    return ids;
  }

  #answer(thread: number, answer: ResponseAnswer, number: number): void {
    const response = answer.id === null ? -1 : this.#responses.add(answer.id);
    // The same answer may be logged twice.
    if (response >= 0 && this.#lastEntryOf.at(response) > 0) return;
    addAnswer(this.table, thread, number, answer.output);
    if (response >= 0) this.#lastEntryOf.set(response, this.table.lastEntry(thread) + 1);
  }

  #remember(record: ResponseRecord, thread: number): void {
    const conversation = this.#conversationOf(record);
    if (conversation >= 0 && this.#byConversation.at(conversation) === 0) {
      this.#byConversation.set(conversation, thread + 1);
    }
    this.#beginnings.remember(thread);
  }

  /** -1 for none. */
  #conversationOf({ conversationId }: ResponseRecord): number {
    return conversationId === null ? -1 : this.#conversations.add(conversationId);
  }

  /** Both are named, and not alike: what they have in common was said twice. */
  #isOtherConversation(thread: number, record: ResponseRecord): boolean {
    const own = this.#conversationOf(record);
    const other = this.table.conversationOf(thread);
    return own >= 0 && other >= 0 && own !== other;
  }

  /** How much of the input's beginning the end of the thread already holds: a client that dropped its oldest items. */
  #repeatedTail(thread: number, input: readonly ItemMarks[]): number {
    const tail = this.table.lastItems(thread, input.length);
    for (let start = 0; start < tail.length; start += 1) {
      let shared = 0;
      while (start + shared < tail.length && this.#isSame(tail[start + shared], input[shared])) shared += 1;
      if (start + shared === tail.length) return shared;
    }
    return 0;
  }

  /** The same item twice: the same id, else the same content. */
  #isSame(item: number | undefined, marks: ItemMarks | undefined): boolean {
    if (item === undefined || marks === undefined) return false;
    const { entries } = this.table;
    return (marks.id !== 0 && entries.itemId(item) === marks.id) || entries.itemMark(item) === marks.content;
  }
}

/** Each item is looked at and let go. */
function readInput(input: ItemList): ReadInput {
  const said: ItemMarks[] = [];
  let instructionCount = 0;
  for (let index = 0; index < input.length; index += 1) {
    const item = parseInputItem(input.at(index));
    if (said.length === 0 && isInstruction(item)) instructionCount += 1;
    else said.push(marksOf(item));
  }
  return { instructionCount, said };
}
