import { InspectorError } from '../../domain/errors.ts';
import { mostBytesOf, textOfBytes, writeTextBytes } from './text-bytes.ts';

const PAGE_SHIFT = 16;
const PAGE_BYTES = 1 << PAGE_SHIFT;
const STARTS_SHIFT = 14;
const STARTS_A_PAGE = 1 << STARTS_SHIFT;
const MOST_BYTES = 2 ** 32 - 1;
const FIRST_PLACES = 16;
const FIRST_BYTES = 128;
const FIRST_STARTS = 8;
/** Texts made to share their sums would be looked for one by one: beyond these, another table has them. */
const MOST_TRIES = 128;

/**
 * Numbers texts from 0 in the order they come, each once. For ids of which a file has a million: a text
 * takes its bytes and some twelve more, where a map takes a hundred and keeps the text alive.
 */
export class IdTable {
  /** The bytes of all texts, one behind the other. */
  readonly #pages: Uint8Array[] = [];
  /** Where the bytes of each text begin; the end of the last comes behind them. */
  readonly #starts: Uint32Array[] = [];
  #count = 0;
  #end = 0;
  /** By their sums: number + 1, else 0; and eight bits of the sum, so that few bytes are compared in vain. */
  #places = new Int32Array(FIRST_PLACES);
  #marks = new Uint8Array(FIRST_PLACES);
  /** Texts that found no place near the one of their sum. */
  #crowded = new Map<string, number>();
  /** The text that is looked for. */
  #bytes = new Uint8Array(FIRST_BYTES);

  constructor() {
    this.#setStart(0, 0);
  }

  /** How many different texts it has. */
  get size(): number {
    return this.#count;
  }

  /**
   * The number of a text: the one it has, else the next.
   *
   * @throws InspectorError 'invalid-import' beyond 4 GB of ids.
   */
  add(text: string): number {
    const length = this.#write(text);
    const sum = sumOf(this.#bytes, length);
    const place = this.#placeOf(sum, length);
    const found = place < 0 ? this.#crowded.get(text) : (this.#places[place] ?? 0) - 1;
    if (found !== undefined && found >= 0) return found;
    const number = this.#append(length);
    if (place < 0) this.#crowded.set(text, number);
    else this.#put(place, number, sum);
    // Two of three places taken at most: beyond, the ways to a free one grow quickly.
    if (this.#count * 3 > this.#places.length * 2) this.#grow();
    return number;
  }

  /** The number of a text; null for one that was never added. */
  find(text: string): number | null {
    const length = this.#write(text);
    const place = this.#placeOf(sumOf(this.#bytes, length), length);
    if (place < 0) return this.#crowded.get(text) ?? null;
    const found = (this.#places[place] ?? 0) - 1;
    return found < 0 ? null : found;
  }

  /** The text with a number that was given out; empty for any other number. */
  textOf(number: number): string {
    return number < 0 || number >= this.#count ? '' : textOfBytes(this.#bytesOf(number));
  }

  #write(text: string): number {
    const most = mostBytesOf(text);
    if (most > this.#bytes.length) this.#bytes = new Uint8Array(most * 2);
    return writeTextBytes(text, this.#bytes);
  }

  /** Where the text that is looked for stands or could be put; -1 when there is no such place near its sum. */
  #placeOf(sum: number, length: number): number {
    const places = this.#places;
    const marks = this.#marks;
    const last = places.length - 1;
    let place = sum & last;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const taken = places[place] ?? 0;
      if (taken === 0) return place;
      if (marks[place] === sum >>> 24 && this.#isText(taken - 1, length)) return place;
      place = (place + 1) & last;
    }
    return -1;
  }

  #isText(number: number, length: number): boolean {
    const start = this.#startOf(number);
    if (this.#startOf(number + 1) - start !== length) return false;
    let page = this.#pages[start >>> PAGE_SHIFT];
    for (let index = 0, at = start % PAGE_BYTES; index < length; index += 1, at += 1) {
      if (at === PAGE_BYTES) {
        page = this.#pages[(start + index) >>> PAGE_SHIFT];
        at = 0;
      }
      if (page?.[at] !== this.#bytes[index]) return false;
    }
    return true;
  }

  #append(length: number): number {
    if (this.#end + length > MOST_BYTES) {
      throw new InspectorError('invalid-import', 'The ids in this file take more than 4 GB; split the file.');
    }
    for (let taken = 0; taken < length;) {
      const at = this.#end % PAGE_BYTES;
      const piece = this.#bytes.subarray(taken, Math.min(length, taken + PAGE_BYTES - at));
      const index = this.#end >>> PAGE_SHIFT;
      const page = this.#pages[index] ?? new Uint8Array(FIRST_BYTES);
      this.#pages[index] =
        page.length < at + piece.length ? grown(page, at + piece.length, PAGE_BYTES) : page;
      this.#pages[index].set(piece, at);
      this.#end += piece.length;
      taken += piece.length;
    }
    this.#count += 1;
    this.#setStart(this.#count, this.#end);
    return this.#count - 1;
  }

  #put(place: number, number: number, sum: number): void {
    this.#places[place] = number + 1;
    this.#marks[place] = sum >>> 24;
  }

  #grow(): void {
    const size = this.#places.length * 2;
    this.#places = new Int32Array(size);
    this.#marks = new Uint8Array(size);
    this.#crowded = new Map();
    for (let number = 0; number < this.#count; number += 1) {
      const bytes = this.#bytesOf(number);
      const sum = sumOf(bytes, bytes.length);
      const place = this.#freePlace(sum);
      if (place < 0) this.#crowded.set(textOfBytes(bytes), number);
      else this.#put(place, number, sum);
    }
  }

  #freePlace(sum: number): number {
    const last = this.#places.length - 1;
    let place = sum & last;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (this.#places[place] === 0) return place;
      place = (place + 1) & last;
    }
    return -1;
  }

  /** Good until a text is added. */
  #bytesOf(number: number): Uint8Array {
    const start = this.#startOf(number);
    const end = this.#startOf(number + 1);
    const index = start >>> PAGE_SHIFT;
    const first = this.#pages[index];
    if (end <= (index + 1) * PAGE_BYTES && first !== undefined) {
      return first.subarray(start % PAGE_BYTES, end - index * PAGE_BYTES);
    }
    const whole = new Uint8Array(end - start);
    for (let at = start; at < end;) {
      const page = at >>> PAGE_SHIFT;
      const until = Math.min(end, (page + 1) * PAGE_BYTES);
      const piece = this.#pages[page]?.subarray(at % PAGE_BYTES, until - page * PAGE_BYTES);
      if (piece !== undefined) whole.set(piece, at - start);
      at = until;
    }
    return whole;
  }

  #startOf(number: number): number {
    return this.#starts[number >>> STARTS_SHIFT]?.[number % STARTS_A_PAGE] ?? 0;
  }

  #setStart(number: number, start: number): void {
    const index = number >>> STARTS_SHIFT;
    const at = number % STARTS_A_PAGE;
    let page = this.#starts[index] ?? new Uint32Array(FIRST_STARTS);
    if (at >= page.length) page = grown(page, at + 1, STARTS_A_PAGE);
    this.#starts[index] = page;
    page[at] = start;
  }
}

/** Pages begin small: a table may be one of a million, each of a few texts. */
function grown<Page extends Uint8Array | Uint32Array>(page: Page, length: number, most: number): Page;
function grown(page: Uint8Array | Uint32Array, length: number, most: number): Uint8Array | Uint32Array {
  const size = Math.min(most, Math.max(length, page.length * 2));
  const larger = page instanceof Uint8Array ? new Uint8Array(size) : new Uint32Array(size);
  larger.set(page);
  return larger;
}

/** FNV-1a, stirred so that all bits of ids that differ in their last characters differ. */
function sumOf(bytes: Uint8Array, length: number): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < length; index += 1) sum = Math.imul(sum ^ (bytes[index] ?? 0), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
