import type { RawRecord } from '../raw-record.ts';
import { IdTable } from '../readers/id-table.ts';
import { textOrNull } from '../readers/json-text.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { readTimeMs } from '../readers/time.ts';
import type { SessionItem } from './item-groups.ts';
import { itemOf, rowId } from './session-tables.ts';

/** Rows by their places among their like, each read when it is asked for. */
export type ReadRow = (index: number) => RawRecord;

/** The items of a session, in the order in which they were written. */
export interface SessionItems extends Iterable<SessionItem> {
  readonly length: number;
  at(index: number): SessionItem | undefined;
  /** Without reading the item. */
  idAt(index: number): string | null;
}

export interface Session {
  readonly id: string;
  readonly items: SessionItems;
  /** Rows whose JSON is broken; the SDK skips them. */
  readonly broken: number;
}

/** For rows whose session has no name that could be one. */
const UNNAMED = 'session';

/** The rows of all sessions: which session each is of, and in which order they were written. None of them is kept. */
export class SessionRows {
  readonly #shelves: { readonly first: number; readonly read: ReadRow }[] = [];
  readonly #ids = new IdTable();
  /** By row: its session, its own id, and 1 for one that holds no item. */
  readonly #sessionOf = new PagedNumbers('int');
  readonly #rowIds = new PagedNumbers('double');
  readonly #isBroken = new PagedNumbers('flags');
  #areNumbered = true;
  #areAscending = true;

  get #count(): number {
    return this.#sessionOf.length;
  }

  /** How the rows that are added from now on are read again. */
  openShelf(read: ReadRow): void {
    this.#shelves.push({ first: this.#count, read });
  }

  add(row: RawRecord): void {
    const { id } = row;
    const number = this.#sessionOf.push(this.#ids.add(textOrNull(row['session_id']) ?? UNNAMED));
    if (itemOf(row['message_data']) === null) this.#isBroken.set(number, 1);
    if (typeof id !== 'number') this.#areNumbered = false;
    else {
      if (number > 0 && id < this.#rowIds.at(number - 1)) this.#areAscending = false;
      this.#rowIds.set(number, id);
    }
  }

  has(sessionId: string): boolean {
    return this.#ids.find(sessionId) !== null;
  }

  /** In the order in which they began. */
  *sessions(): Generator<Session, void, undefined> {
    const order = this.#order();
    const brokenOf = new Int32Array(this.#ids.size);
    /** By session: where its rows begin among those that are put side by side, then where they end. */
    const ends = new Int32Array(this.#ids.size);
    const began: number[] = [];
    const isKnown = new Uint8Array(this.#ids.size);
    for (let place = 0; place < this.#count; place += 1) {
      const row = order?.[place] ?? place;
      const session = this.#sessionOf.at(row);
      if (isKnown[session] === 0) began.push(session);
      isKnown[session] = 1;
      if (this.#isBroken.at(row) === 1) brokenOf[session] = (brokenOf[session] ?? 0) + 1;
      else ends[session] = (ends[session] ?? 0) + 1;
    }
    let start = 0;
    for (const [session, length] of ends.entries()) {
      ends[session] = start;
      start += length;
    }
    const rows = new Int32Array(start);
    const starts = ends.slice();
    for (let place = 0; place < this.#count; place += 1) {
      const row = order?.[place] ?? place;
      if (this.#isBroken.at(row) === 1) continue;
      const session = this.#sessionOf.at(row);
      rows[ends[session] ?? 0] = row;
      ends[session] = (ends[session] ?? 0) + 1;
    }
    for (const session of began) {
      const own = rows.subarray(starts[session], ends[session]);
      const items = new RowItems(own, this);
      yield { id: this.#ids.textOf(session), items, broken: brokenOf[session] ?? 0 };
    }
  }

  /** By their ids, where all rows have a number for one; null: as they came. */
  #order(): Int32Array | null {
    if (!this.#areNumbered || this.#areAscending) return null;
    const order = Int32Array.from({ length: this.#count }, (_, row) => row);
    return order.sort((left, right) => this.#rowIds.at(left) - this.#rowIds.at(right) || left - right);
  }

  itemAt(number: number): SessionItem {
    const row = this.#rowAt(number);
    return {
      id: rowId(row['id']),
      atMs: readTimeMs(row['created_at']),
      value: itemOf(row['message_data']),
    };
  }

  idAt(number: number): string | null {
    return rowId(this.#areNumbered ? this.#rowIds.at(number) : this.#rowAt(number)['id']);
  }

  #rowAt(number: number): RawRecord {
    const shelf = this.#shelves.findLast(({ first }) => first <= number);
    return shelf?.read(number - shelf.first) ?? {};
  }
}

/** Items that are read from their rows. */
class RowItems implements SessionItems {
  readonly #numbers: Int32Array;
  readonly #rows: SessionRows;

  constructor(numbers: Int32Array, rows: SessionRows) {
    this.#numbers = numbers;
    this.#rows = rows;
  }

  get length(): number {
    return this.#numbers.length;
  }

  at(index: number): SessionItem | undefined {
    const number = this.#numbers[index];
    return number === undefined ? undefined : this.#rows.itemAt(number);
  }

  idAt(index: number): string | null {
    const number = this.#numbers[index];
    return number === undefined ? null : this.#rows.idAt(number);
  }

  *[Symbol.iterator](): Generator<SessionItem, void, undefined> {
    for (const number of this.#numbers) yield this.#rows.itemAt(number);
  }
}

/** Items that are in memory, or read themselves again. */
export class ListedItems implements SessionItems {
  readonly #items: readonly SessionItem[];

  constructor(items: readonly SessionItem[]) {
    this.#items = items;
  }

  get length(): number {
    return this.#items.length;
  }

  at(index: number): SessionItem | undefined {
    return this.#items[index];
  }

  idAt(index: number): string | null {
    return this.#items[index]?.id ?? null;
  }

  [Symbol.iterator](): Iterator<SessionItem> {
    return this.#items[Symbol.iterator]();
  }
}
