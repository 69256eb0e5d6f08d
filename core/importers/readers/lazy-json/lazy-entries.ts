import { IdTable } from '../id-table.ts';
import { PagedNumbers } from '../paged-numbers.ts';
import type { LazyValues } from './lazy-values.ts';

/** Names that an object has in ascending order before all others. */
const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/;
const LARGEST_ARRAY_INDEX = 2 ** 32 - 2;

/**
 * What is in a large object or list, one at a time: of each entry only the place is in memory, and it is read
 * again whenever it is asked for. Order and repeated names are as JSON.parse has them.
 */
export class LazyEntries {
  readonly isObject: boolean;
  readonly isLazy = true;
  readonly #values: LazyValues;
  readonly #longTextBytes: number;
  readonly #starts = new PagedNumbers('double');
  readonly #lengths = new PagedNumbers('int');
  readonly #names = new IdTable();
  /** Of the few that are too large to be read at once. */
  readonly #made = new Map<number, unknown>();
  #hasArrayIndex = false;
  /** Where each stands, in the order of an object, and the other way round; null: that is the same. */
  #order: { readonly places: readonly number[]; readonly indexes: Int32Array } | null = null;

  constructor(values: LazyValues, isObject: boolean, longTextBytes: number) {
    this.#values = values;
    this.isObject = isObject;
    this.#longTextBytes = longTextBytes;
  }

  get count(): number {
    return this.#starts.length;
  }

  nameAt(index: number): string {
    return this.#names.textOf(this.#placeOf(index));
  }

  indexOf(name: string): number {
    const place = this.#names.find(name) ?? -1;
    return this.#order === null ? place : (this.#order.indexes[place] ?? -1);
  }

  valueAt(index: number): unknown {
    const place = this.#placeOf(index);
    if (this.#made.has(place)) return this.#made.get(place);
    const start = this.#starts.at(place);
    const end = start + this.#lengths.at(place);
    const isLongText = end - start >= this.#longTextBytes && this.#values.isText(start);
    return isLongText ? this.#values.text(this.nameAt(index), start, end) : this.#values.again(start, end);
  }

  add(name: string, start: number, end: number): void {
    const place = this.#place(name);
    this.#starts.set(place, start);
    this.#lengths.set(place, end - start);
    this.#made.delete(place);
  }

  addMade(name: string, value: unknown): void {
    const place = this.#place(name);
    this.#starts.set(place, 0);
    this.#made.set(place, value);
  }

  /** No more are added. */
  end(): void {
    if (!this.#hasArrayIndex) return;
    const names = Array.from({ length: this.count }, (_, place) => this.#names.textOf(place));
    const ranks = names.map((name) => (isArrayIndex(name) ? Number(name) : Infinity));
    const rankOf = (place: number): number => ranks[place] ?? Infinity;
    const places = ranks
      .map((_, place) => place)
      .sort((left, right) => (rankOf(left) === rankOf(right) ? left - right : rankOf(left) - rankOf(right)));
    const indexes = new Int32Array(places.length);
    places.forEach((place, index) => {
      indexes[place] = index;
    });
    this.#order = { places, indexes };
  }

  /** The last of several fields with one name counts, in the place of the first. */
  #place(name: string): number {
    if (!this.isObject) return this.#starts.length;
    this.#hasArrayIndex ||= isArrayIndex(name);
    return this.#names.add(name);
  }

  #placeOf(index: number): number {
    return this.#order === null ? index : (this.#order.places[index] ?? -1);
  }
}

function isArrayIndex(name: string): boolean {
  return ARRAY_INDEX.test(name) && Number(name) <= LARGEST_ARRAY_INDEX;
}
