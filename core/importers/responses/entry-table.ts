import { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { CutFacts } from '../readers/transcript-entry.ts';
import type { EntryFacts } from './entry-facts.ts';

/** The instructions that a record has beside its input: no item of a list. */
export const SPOKEN_INSTRUCTIONS = 0x1fff_ffff;

/** An item by its place: of a record's input, or of its answer's output. */
export function outputPlace(index: number): number {
  return -1 - index;
}

/** Null for a place in an output, or the other way round. */
export function inputIndex(place: number): number | null {
  return place < 0 ? null : place;
}

export function outputIndex(place: number): number {
  return -1 - place;
}

/** What tells whether an item is the same as another: marks of its id (0 for none) and of what it says. */
export interface ItemMarks {
  readonly id: number;
  readonly content: number;
}

const NO_MARKS: ItemMarks = { id: 0, content: 0 };
const NO_PAIRS: CutFacts['pairs'] = [];

const KIND_OF = ['input', 'reply', 'compaction'] as const;
const KIND = 3;
const USER_TURN = 4;
const INSTRUCTION = 8;
const PAIRS = 16;
const BY_USER = 32;
const ANSWER = 64;
/** Its items count among those that the thread's records repeat. */
const SAID = 128;

/**
 * Entries of all threads of a source, each by a number, and the items that each is made of: where they stand and
 * what has to be known of them to put threads together, and no word of them. At most some 45 bytes for each. Numbers
 * that mostly go along with the entry's own are kept as their distance from it: pages of nothing but 0 take nothing.
 */
export class EntryTable {
  readonly #flags = new PagedNumbers('flags');
  readonly #records = new PagedNumbers('int');
  readonly #threads = new PagedNumbers('int');
  readonly #places = new PagedNumbers('int');
  readonly #previous = new PagedNumbers('int');
  readonly #next = new PagedNumbers('int');
  /** Where the items of each entry begin; they end where those of the next begin. */
  readonly #firstItems = new PagedNumbers('int');
  readonly #itemPlaces = new PagedNumbers('int');
  readonly #itemIds = new PagedNumbers('double');
  readonly #itemMarks = new PagedNumbers('double');
  readonly #callIds = new IdTable();
  /** By entry, ascending: its calls and results. */
  readonly #pairEntries = new PagedNumbers('int');
  readonly #pairs = new PagedNumbers('int');

  get count(): number {
    return this.#flags.length;
  }

  /**
   * @param place In its thread.
   * @param previous The entry before it in its thread; -1 for none.
   */
  add(
    facts: EntryFacts,
    at: {
      readonly record: number;
      readonly thread: number;
      readonly place: number;
      readonly previous: number;
    },
  ): number {
    const { kind, cut } = facts;
    const entry = this.#flags.push(
      KIND_OF.indexOf(kind) |
        (cut.isUserTurn ? USER_TURN : 0) |
        (facts.isInstruction ? INSTRUCTION : 0) |
        (cut.pairs.length > 0 ? PAIRS : 0) |
        (facts.isByUser ? BY_USER : 0) |
        (facts.isAnswer ? ANSWER : 0) |
        (facts.isSaid ? SAID : 0),
    );
    this.#records.push(at.record - entry);
    this.#threads.push(at.thread);
    this.#places.push(at.place - entry);
    this.#previous.push(at.previous + 1 - entry);
    this.#next.push(0);
    this.#firstItems.push(this.#itemPlaces.length - entry);
    for (const { callId, isResult } of cut.pairs) {
      this.#pairEntries.push(entry);
      this.#pairs.push(2 * this.#callIds.add(callId) + (isResult ? 1 : 0));
    }
    return entry;
  }

  /** Of the entry that was added last. */
  addItem(place: number, marks: ItemMarks = NO_MARKS): void {
    const item = this.#itemPlaces.length;
    this.#itemPlaces.push(place < 0 ? 2 * outputIndex(place) : 2 * (place - item) + 1);
    this.#itemIds.set(item, marks.id);
    this.#itemMarks.set(item, marks.content);
  }

  /** The next entry of the same thread, where the thread itself has it. */
  link(entry: number, next: number): void {
    this.#next.set(entry, next - entry - 1);
  }

  kindOf(entry: number): (typeof KIND_OF)[number] {
    return KIND_OF[this.#flags.at(entry) & KIND] ?? 'input';
  }

  isUserTurn(entry: number): boolean {
    return (this.#flags.at(entry) & USER_TURN) !== 0;
  }

  isInstruction(entry: number): boolean {
    return (this.#flags.at(entry) & INSTRUCTION) !== 0;
  }

  isByUser(entry: number): boolean {
    return (this.#flags.at(entry) & BY_USER) !== 0;
  }

  isAnswer(entry: number): boolean {
    return (this.#flags.at(entry) & ANSWER) !== 0;
  }

  isSaid(entry: number): boolean {
    return (this.#flags.at(entry) & SAID) !== 0;
  }

  recordOf(entry: number): number {
    return this.#records.at(entry) + entry;
  }

  threadOf(entry: number): number {
    return this.#threads.at(entry);
  }

  placeOf(entry: number): number {
    return this.#places.at(entry) + entry;
  }

  /** -1 for none. */
  previousOf(entry: number): number {
    return this.#previous.at(entry) + entry - 1;
  }

  /** Of an entry that isn't the last of its thread. */
  nextOf(entry: number): number {
    return this.#next.at(entry) + entry + 1;
  }

  firstItemOf(entry: number): number {
    return entry < this.count ? this.#firstItems.at(entry) + entry : this.#itemPlaces.length;
  }

  itemPlace(item: number): number {
    const place = this.#itemPlaces.at(item);
    return place % 2 === 0 ? outputPlace(place / 2) : (place - 1) / 2 + item;
  }

  itemId(item: number): number {
    return this.#itemIds.at(item);
  }

  itemMark(item: number): number {
    return this.#itemMarks.at(item);
  }

  /** The same id for a call and its result: a number, because the provider's own may be long. */
  pairsOf(entry: number): CutFacts['pairs'] {
    if ((this.#flags.at(entry) & PAIRS) === 0) return NO_PAIRS;
    const found: CutFacts['pairs'][number][] = [];
    for (let at = this.#firstPairOf(entry); this.#isPairOf(at, entry); at += 1) {
      const pair = this.#pairs.at(at);
      found.push({ callId: String(pair >> 1), isResult: pair % 2 === 1 });
    }
    return found;
  }

  #isPairOf(at: number, entry: number): boolean {
    return at < this.#pairEntries.length && this.#pairEntries.at(at) === entry;
  }

  #firstPairOf(entry: number): number {
    let low = 0;
    let high = this.#pairEntries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#pairEntries.at(middle) < entry) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
