import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { EntryFacts } from './entry-facts.ts';
import { EntryTable, type ItemMarks } from './entry-table.ts';

/** An item of a thread with where it stands, for whoever compares. */
export interface ThreadItem {
  readonly item: number;
  readonly entry: number;
}

/**
 * Threads of a source, each by a number, with their entries. A branch has only its own and shares those it begins
 * with: a source may have a million threads.
 */
export class ThreadTable {
  readonly entries = new EntryTable();
  /** The record that opened each. */
  readonly #openedBy = new PagedNumbers('int');
  /** The number of its conversation + 1, else 0. */
  readonly #conversations = new PagedNumbers('int');
  /** The thread it begins like + 1, else 0; and how many entries and items they share. */
  readonly #startsAs = new PagedNumbers('int');
  readonly #sharedEntries = new PagedNumbers('int');
  readonly #sharedItems = new PagedNumbers('int');
  /** Own entries + 1; 0 while there are none. */
  readonly #first = new PagedNumbers('int');
  /** The last entry, be it shared, + 1. */
  readonly #last = new PagedNumbers('int');
  readonly #entryCounts = new PagedNumbers('int');
  readonly #itemCounts = new PagedNumbers('int');

  get count(): number {
    return this.#openedBy.length;
  }

  /**
   * @param conversation -1 for none.
   * @param shared The last entry that the thread has in common with the one it branches off, and how many items
   *   stand up to it; null for a thread that begins on its own.
   */
  open(
    record: number,
    conversation: number,
    shared: { readonly thread: number; readonly last: number; readonly items: number } | null,
  ): number {
    const thread = this.#openedBy.push(record);
    this.#conversations.push(conversation + 1);
    const sharedEntries = shared === null || shared.last < 0 ? 0 : this.entries.placeOf(shared.last) + 1;
    this.#startsAs.push(shared === null ? 0 : shared.thread + 1);
    this.#sharedEntries.push(sharedEntries);
    this.#sharedItems.push(shared?.items ?? 0);
    this.#first.push(0);
    this.#last.push(shared === null ? 0 : shared.last + 1);
    this.#entryCounts.push(sharedEntries);
    this.#itemCounts.push(shared?.items ?? 0);
    return thread;
  }

  openedBy(thread: number): number {
    return this.#openedBy.at(thread);
  }

  /** -1 for none. */
  conversationOf(thread: number): number {
    return this.#conversations.at(thread) - 1;
  }

  /** -1 for one that begins on its own. */
  startsAs(thread: number): number {
    return this.#startsAs.at(thread) - 1;
  }

  sharedEntries(thread: number): number {
    return this.#sharedEntries.at(thread);
  }

  sharedItems(thread: number): number {
    return this.#sharedItems.at(thread);
  }

  entryCount(thread: number): number {
    return this.#entryCounts.at(thread);
  }

  itemCount(thread: number): number {
    return this.#itemCounts.at(thread);
  }

  /** -1 for none. */
  lastEntry(thread: number): number {
    return this.#last.at(thread) - 1;
  }

  /**
   * At the end of a thread.
   *
   * @param items The places of its items, with what each is told by.
   */
  append(
    thread: number,
    record: number,
    facts: EntryFacts,
    items: readonly (readonly [place: number, marks?: ItemMarks | undefined])[],
  ): number {
    const previous = this.lastEntry(thread);
    const place = this.entryCount(thread);
    const entry = this.entries.add(facts, { record, thread, place, previous });
    for (const [itemPlace, marks] of items) this.entries.addItem(itemPlace, marks);
    if (this.#first.at(thread) === 0) this.#first.set(thread, entry + 1);
    else this.entries.link(previous, entry);
    this.#last.set(thread, entry + 1);
    this.#entryCounts.set(thread, place + 1);
    if (facts.isSaid) this.#itemCounts.set(thread, this.itemCount(thread) + items.length);
    return entry;
  }

  /** All entries of a thread, those that it shares first. */
  entriesOf(thread: number): Int32Array {
    const found = new Int32Array(this.entryCount(thread));
    let at = found.length - 1;
    for (let entry = this.lastEntry(thread); entry >= 0; entry = this.entries.previousOf(entry)) {
      found[at] = entry;
      at -= 1;
    }
    return found;
  }

  /** From the first on; ends early where that is wanted. */
  *eachEntry(thread: number): Generator<number, void, undefined> {
    for (const { thread: own, end } of this.#wayTo(thread)) {
      if (this.#first.at(own) === 0) continue;
      let entry = this.#first.at(own) - 1;
      while (this.entries.placeOf(entry) < end) {
        yield entry;
        if (entry === this.lastEntry(own)) break;
        entry = this.entries.nextOf(entry);
      }
    }
  }

  /** Every item but instructions. */
  *eachItem(thread: number): Generator<ThreadItem, void, undefined> {
    for (const entry of this.eachEntry(thread)) {
      if (!this.entries.isSaid(entry)) continue;
      const end = this.entries.firstItemOf(entry + 1);
      for (let item = this.entries.firstItemOf(entry); item < end; item += 1) yield { item, entry };
    }
  }

  /** The last items of a thread, as many as that, in order. */
  lastItems(thread: number, count: number): readonly number[] {
    const found: number[] = [];
    for (
      let entry = this.lastEntry(thread);
      entry >= 0 && found.length < count;
      entry = this.entries.previousOf(entry)
    ) {
      if (!this.entries.isSaid(entry)) continue;
      const first = this.entries.firstItemOf(entry);
      for (
        let item = this.entries.firstItemOf(entry + 1) - 1;
        item >= first && found.length < count;
        item -= 1
      ) {
        found.push(item);
      }
    }
    return found.reverse();
  }

  /** The thread and those it begins like, the oldest first, each with the place behind its last entry that counts. */
  #wayTo(thread: number): readonly { readonly thread: number; readonly end: number }[] {
    const way: { readonly thread: number; readonly end: number }[] = [];
    let end = Infinity;
    for (let next = thread; next >= 0; next = this.startsAs(next)) {
      way.push({ thread: next, end });
      end = Math.min(end, this.sharedEntries(next));
    }
    return way.reverse();
  }
}
