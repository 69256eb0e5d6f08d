import { NumberIndex } from '../readers/number-index.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { ItemMarks } from './entry-table.ts';
import type { ThreadTable } from './thread-table.ts';

/** How far an input goes along with a thread. */
export interface SharedBeginning {
  readonly thread: number;
  readonly shared: number;
  /** Whole entries that these items are. */
  readonly entries: number;
}

/**
 * Finds the thread whose items an input repeats from their beginning. By the first two items of each: thousands of
 * conversations begin with the same words of a program.
 */
export class ThreadBeginnings {
  readonly #table: ThreadTable;
  readonly #isSame: (item: number, marks: ItemMarks) => boolean;
  /** What first items say; by its number: the first thread that begins so, and the first of these without a conversation, + 1. */
  readonly #firstMarks = new NumberIndex();
  readonly #firstThreads = new PagedNumbers('int');
  readonly #firstFreeThreads = new PagedNumbers('int');
  /** First items with a second one's mark or id; by its number: its threads as a list of places, + 1. */
  readonly #pairs = new NumberIndex();
  readonly #firstPlaces = new PagedNumbers('int');
  readonly #lastPlaces = new PagedNumbers('int');
  readonly #threads = new PagedNumbers('int');
  readonly #nextPlaces = new PagedNumbers('int');
  /** By thread: how many of its first items are known here; and which it was of those that came, + 1. */
  readonly #known = new PagedNumbers('flags');
  readonly #order = new PagedNumbers('int');
  #count = 0;

  /** @param isSame Tells whether an item of a thread is the same as another. */
  constructor(table: ThreadTable, isSame: (item: number, marks: ItemMarks) => boolean) {
    this.#table = table;
    this.#isSame = isSame;
  }

  /** The thread has more items than before. */
  remember(thread: number): void {
    const known = this.#known.at(thread);
    if (known === 2 || this.#table.itemCount(thread) === known) return;
    const [first, second] = this.#firstItems(thread);
    if (first === undefined) return;
    const mark = this.#firstMarks.add(this.#table.entries.itemMark(first));
    if (known === 0) {
      this.#count += 1;
      this.#order.set(thread, this.#count);
      if (this.#firstThreads.at(mark) === 0) this.#firstThreads.set(mark, thread + 1);
      const isFree = this.#table.conversationOf(thread) < 0;
      if (isFree && this.#firstFreeThreads.at(mark) === 0) this.#firstFreeThreads.set(mark, thread + 1);
    }
    if (second !== undefined) {
      const { entries } = this.#table;
      for (const key of keysOf(mark, { id: entries.itemId(second), content: entries.itemMark(second) })) {
        this.#list(this.#pairs.add(key), thread);
      }
    }
    this.#known.set(thread, second === undefined ? 1 : 2);
  }

  /**
   * The thread that goes along with an input furthest, of several the one that came first; null where none begins
   * like it.
   *
   * @param isFree Only threads without a conversation count.
   */
  longest(input: readonly ItemMarks[], isFree: boolean): SharedBeginning | null {
    const [first, second] = input;
    const mark = first === undefined ? -1 : this.#firstMarks.find(first.content);
    if (mark < 0) return null;
    let best: SharedBeginning | null = null;
    for (const key of second === undefined ? [] : keysOf(mark, second)) {
      for (const thread of this.#listed(this.#pairs.find(key))) {
        if (isFree && this.#table.conversationOf(thread) >= 0) continue;
        const found = this.#shared(thread, input);
        // Sums of two pairs may be alike.
        if (found.shared >= 2 && (best === null || this.#isBetter(found, best))) best = found;
      }
    }
    if (best !== null) return best;
    const thread = (isFree ? this.#firstFreeThreads : this.#firstThreads).at(mark) - 1;
    return thread < 0 ? null : this.#shared(thread, input);
  }

  #isBetter(found: SharedBeginning, best: SharedBeginning): boolean {
    if (found.shared !== best.shared) return found.shared > best.shared;
    return this.#order.at(found.thread) < this.#order.at(best.thread);
  }

  #shared(thread: number, input: readonly ItemMarks[]): SharedBeginning {
    let shared = 0;
    for (const { item, entry } of this.#table.eachItem(thread)) {
      const marks = input[shared];
      if (marks === undefined || !this.#isSame(item, marks)) {
        return { thread, shared, entries: this.#table.entries.placeOf(entry) };
      }
      shared += 1;
    }
    return { thread, shared, entries: this.#table.entryCount(thread) };
  }

  #firstItems(thread: number): readonly number[] {
    const items: number[] = [];
    for (const { item } of this.#table.eachItem(thread)) {
      items.push(item);
      if (items.length === 2) break;
    }
    return items;
  }

  #list(pair: number, thread: number): void {
    const place = this.#threads.push(thread);
    const last = this.#lastPlaces.at(pair) - 1;
    if (last < 0) this.#firstPlaces.set(pair, place + 1);
    else this.#nextPlaces.set(last, place + 1);
    this.#lastPlaces.set(pair, place + 1);
  }

  *#listed(pair: number): Generator<number, void, undefined> {
    if (pair < 0) return;
    let place = this.#firstPlaces.at(pair) - 1;
    while (place >= 0) {
      yield this.#threads.at(place);
      place = this.#nextPlaces.at(place) - 1;
    }
  }
}

const LARGEST_KEY = 2 ** 53;

/** Of a first item and each of what tells a second one. */
function keysOf(first: number, { id, content }: ItemMarks): readonly number[] {
  const key = (mark: number): number => (mark + first * 999_999_937) % LARGEST_KEY;
  return id === 0 ? [key(content)] : [key(content), key(id)];
}
