import { InspectorError } from '../../domain/errors.ts';
import { mostBytesOf, textOfBytes, writeTextBytes } from './text-bytes.ts';

const PAGE_SHIFT = 16;
const PAGE_BYTES = 1 << PAGE_SHIFT;
/** Of every eighth text it is known where it begins; from there on, each says how long it is. */
const GROUP_SHIFT = 3;
const STARTS_SHIFT = 11;
const STARTS_A_PAGE = 1 << STARTS_SHIFT;
const MOST_BYTES = 2 ** 32 - 1;
const FIRST_PLACES_SHIFT = 4;
/** An engine has room for so many beside a table itself, which is far cheaper than memory of their own. */
const FIRST_BYTES = 64;
const FIRST_STARTS = 4;
/** Texts made to share their sums would be looked for one by one: beyond these, another table has them. */
const MOST_TRIES = 128;

/** The text that is looked for, in any table: nothing of it is needed once a table has answered. */
const wanted = { bytes: new Uint8Array(256) };

/**
 * Numbers texts from 0 in the order they come, each once. For ids of which a file has a million: a text
 * takes its bytes and some seven more, where a map takes a hundred and keeps the text alive.
 */
export class IdTable {
  /** The lengths and the bytes of all texts, one behind the other. */
  readonly #pages: Uint8Array[] = [];
  readonly #starts: Uint32Array[] = [];
  #count = 0;
  #end = 0;
  /** As many as two to this. */
  #placesShift = FIRST_PLACES_SHIFT;
  /**
   * By the low bits of their sums: number + 1, which needs no more bits than these, and the high bits of the
   * sum above it, so that few bytes are compared in vain; else 0.
   */
  #places = new Int32Array(1 << FIRST_PLACES_SHIFT);
  /** Texts that found no place near the one of their sum. */
  #crowded = new Map<string, number>();

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
    const sum = sumOf(wanted.bytes, length);
    const place = this.#placeOf(sum, length);
    const found = place < 0 ? (this.#crowded.get(text) ?? -1) : this.#numberAt(place);
    if (found >= 0) return found;
    const number = this.#append(length);
    if (place < 0) this.#crowded.set(text, number);
    else this.#put(place, number, sum);
    // Three of four places taken at most: beyond, the ways to a free one grow quickly.
    if (this.#count * 4 > this.#places.length * 3) this.#placeAll();
    return number;
  }

  /** The number of a text; null for one that was never added. */
  find(text: string): number | null {
    const length = this.#write(text);
    const place = this.#placeOf(sumOf(wanted.bytes, length), length);
    const found = place < 0 ? (this.#crowded.get(text) ?? -1) : this.#numberAt(place);
    return found < 0 ? null : found;
  }

  /** The text with a number that was given out; empty for any other number. */
  textOf(number: number): string {
    return number < 0 || number >= this.#count ? '' : textOfBytes(this.#bytesAt(this.#startOf(number)));
  }

  /** Gives back what only `add` and `find` need. They may be called still, at the price of a look at every text. */
  rest(): void {
    this.#places = new Int32Array(0);
    this.#crowded = new Map();
  }

  #write(text: string): number {
    const most = mostBytesOf(text);
    if (most > wanted.bytes.length) wanted.bytes = new Uint8Array(most * 2);
    return writeTextBytes(text, wanted.bytes);
  }

  /** Where the text that is looked for stands or could be put; -1 when there is no such place near its sum. */
  #placeOf(sum: number, length: number): number {
    if (this.#places.length === 0) this.#placeAll();
    const places = this.#places;
    const last = places.length - 1;
    let place = sum & last;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const taken = places[place] ?? 0;
      if (taken === 0) return place;
      if ((taken ^ sum) >>> this.#placesShift === 0 && this.#isText((taken & last) - 1, length)) return place;
      place = (place + 1) & last;
    }
    return -1;
  }

  /** -1 where none stands. */
  #numberAt(place: number): number {
    return ((this.#places[place] ?? 0) & (this.#places.length - 1)) - 1;
  }

  #put(place: number, number: number, sum: number): void {
    this.#places[place] = (sum & -this.#places.length) | (number + 1);
  }

  #isText(number: number, length: number): boolean {
    const start = this.#startOf(number);
    if (this.#lengthAt(start) !== length) return false;
    const first = start + lengthBytes(length);
    let page = this.#pages[first >>> PAGE_SHIFT];
    for (let index = 0, at = first % PAGE_BYTES; index < length; index += 1, at += 1) {
      if (at === PAGE_BYTES) {
        page = this.#pages[(first + index) >>> PAGE_SHIFT];
        at = 0;
      }
      if (page?.[at] !== wanted.bytes[index]) return false;
    }
    return true;
  }

  #append(length: number): number {
    if (this.#end + length + lengthBytes(length) > MOST_BYTES) {
      throw new InspectorError('invalid-import', 'The ids in this file take more than 4 GB; split the file.');
    }
    const number = this.#count;
    if (number % (1 << GROUP_SHIFT) === 0) this.#setStart(number >>> GROUP_SHIFT, this.#end);
    this.#count += 1;
    // Seven bits a byte, the low ones first.
    let rest = length;
    for (; rest >= 0x80; rest >>>= 7) this.#push(rest | 0x80);
    this.#push(rest);
    for (let taken = 0; taken < length;) {
      const at = this.#end % PAGE_BYTES;
      const piece = wanted.bytes.subarray(taken, Math.min(length, taken + PAGE_BYTES - at));
      this.#pageFor(piece.length).set(piece, at);
      this.#end += piece.length;
      taken += piece.length;
    }
    return number;
  }

  #push(byte: number): void {
    this.#pageFor(1)[this.#end % PAGE_BYTES] = byte;
    this.#end += 1;
  }

  /** The page of the next bytes, with room for them. */
  #pageFor(length: number): Uint8Array {
    const index = this.#end >>> PAGE_SHIFT;
    const needed = (this.#end % PAGE_BYTES) + length;
    const page = this.#pages[index] ?? new Uint8Array(FIRST_BYTES);
    const roomy = page.length < needed ? grown(page, needed, PAGE_BYTES) : page;
    this.#pages[index] = roomy;
    return roomy;
  }

  /** Finds a place for each text, in as many as are needed. */
  #placeAll(): void {
    while (this.#count * 4 > 2 ** this.#placesShift * 3) this.#placesShift += 1;
    this.#places = new Int32Array(2 ** this.#placesShift);
    this.#crowded = new Map();
    for (let number = 0, start = 0; number < this.#count; number += 1) {
      const bytes = this.#bytesAt(start);
      const sum = sumOf(bytes, bytes.length);
      const place = this.#freePlace(sum);
      if (place < 0) this.#crowded.set(textOfBytes(bytes), number);
      else this.#put(place, number, sum);
      start += bytes.length + lengthBytes(bytes.length);
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

  /** Of the text that begins there; good until one is added. */
  #bytesAt(textStart: number): Uint8Array {
    const length = this.#lengthAt(textStart);
    const start = textStart + lengthBytes(length);
    const end = start + length;
    const index = start >>> PAGE_SHIFT;
    const first = this.#pages[index];
    if (end <= (index + 1) * PAGE_BYTES && first !== undefined) {
      return first.subarray(start % PAGE_BYTES, end - index * PAGE_BYTES);
    }
    const whole = new Uint8Array(length);
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
    const group = number >>> GROUP_SHIFT;
    let start = this.#starts[group >>> STARTS_SHIFT]?.[group % STARTS_A_PAGE] ?? 0;
    for (let before = number % (1 << GROUP_SHIFT); before > 0; before -= 1) {
      const length = this.#lengthAt(start);
      start += length + lengthBytes(length);
    }
    return start;
  }

  #setStart(group: number, start: number): void {
    const index = group >>> STARTS_SHIFT;
    const at = group % STARTS_A_PAGE;
    let page = this.#starts[index] ?? new Uint32Array(FIRST_STARTS);
    if (at >= page.length) page = grown(page, at + 1, STARTS_A_PAGE);
    this.#starts[index] = page;
    page[at] = start;
  }

  #lengthAt(start: number): number {
    let length = 0;
    for (let at = start, shift = 0; ; at += 1, shift += 7) {
      const byte = this.#pages[at >>> PAGE_SHIFT]?.[at % PAGE_BYTES] ?? 0;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
  }
}

/** How many bytes it takes to say that a text has so many. */
function lengthBytes(length: number): number {
  let bytes = 1;
  for (let rest = length; rest >= 0x80; rest >>>= 7) bytes += 1;
  return bytes;
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
