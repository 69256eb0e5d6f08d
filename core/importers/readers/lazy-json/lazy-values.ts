import type { ImportOptions } from '../../thread-import.ts';
import { parseJson } from '../json-text.ts';
import { decodeText } from '../text-decoder.ts';
import type { ByteStore } from './byte-store.ts';
import { longDataAt } from './long-data.ts';

/** Source bytes of the values that were asked for last. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** A text beyond this size is kept alone: it is asked for several times in a row. */
const LONG_TEXT_BYTES = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;

/** What the values stand for: never looked at, so one of each will do. */
const LIST_TARGET: object = [];
const OBJECT_TARGET: object = {};

/** An object or a list by its place in the text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

export interface LazyEvents {
  /** Before a value is read again; what it throws comes out where the value was asked for. */
  readonly onRead: () => void;
  /** Some bytes of a value are no text. */
  readonly onMalformed: () => void;
  /** A value is no JSON any more. */
  readonly onChanged: () => never;
  readonly keepData?: ImportOptions['keepData'];
}

/** A field that only lazy values have, and that nobody comes upon: a set of them would take as much memory as they. */
const LAZY = Symbol('lazy');

/** It is read again when somebody looks at it, so whoever keeps what is in it keeps more than it takes. */
export function isLazy(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, LAZY) === true;
}

/**
 * What is made of a value, when it is wanted. It is kept for the next time, unless the value itself isn't: a large
 * source would otherwise come to be in memory whole.
 */
export function madeOf<Made>(value: unknown, make: () => Made): () => Made {
  if (isLazy(value)) return make;
  let made: { readonly value: Made } | null = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * Values of a JSON text that are made when they are asked for, and forgotten when others are: objects and lists
 * that look like any other, of which only the place is known.
 */
export class LazyValues {
  readonly #bytes: ByteStore;
  readonly #on: LazyEvents;
  readonly #recent = new Map<Place, object>();
  #recentBytes = 0;
  /** What stands for data that is kept, by its place. */
  readonly #kept = new Map<number, string>();
  #longText: { readonly start: number; readonly text: string } | null = null;

  constructor(bytes: ByteStore, on: LazyEvents) {
    this.#bytes = bytes;
    this.#on = on;
  }

  /** A value of the text, which has been found to be JSON there, at once. */
  now(start: number, end: number): unknown {
    const bytes = this.#bytes.slice(start, end);
    if (bytes[0] === QUOTE && bytes.indexOf(BACKSLASH) < 0) {
      return this.#decoded(bytes.subarray(1, bytes.length - 1));
    }
    try {
      return parseJson(this.#decoded(bytes));
    } catch {
      // It was JSON when it was read first.
      return this.#on.onChanged();
    }
  }

  /** The same when it is asked for, each time anew. */
  again(start: number, end: number): unknown {
    this.#on.onRead();
    return this.now(start, end);
  }

  /** An object or a list, later. */
  later(start: number, end: number): unknown {
    const opener = this.#bytes.slice(start, start + 1)[0];
    if (opener !== OPEN_OBJECT && opener !== OPEN_LIST) return this.now(start, end);
    const target = opener === OPEN_LIST ? LIST_TARGET : OBJECT_TARGET;
    return new Proxy<object>(target, new LazyHandler(this, start, end));
  }

  isText(start: number): boolean {
    return this.#bytes.slice(start, start + 1)[0] === QUOTE;
  }

  /** A string, when it is asked for; where it is long data that is kept, what stands in its place. */
  text(field: string, start: number, end: number): unknown {
    if (this.#longText?.start === start) return this.#longText.text;
    const kept = this.#kept.get(start);
    if (kept !== undefined) return kept;
    this.#on.onRead();
    const found = this.#on.keepData === undefined ? null : longDataAt(this.#bytes, field, start, end);
    if (found !== null && this.#on.keepData !== undefined) {
      const text = found.head + this.#on.keepData(found.data);
      this.#kept.set(start, text);
      return text;
    }
    const text = this.now(start, end);
    if (typeof text === 'string' && end - start >= LONG_TEXT_BYTES) this.#longText = { start, text };
    return text;
  }

  resolve(place: Place): object {
    const known = this.#recent.get(place);
    if (known !== undefined) return known;
    this.#on.onRead();
    const value = this.now(place.start, place.end);
    const made = typeof value === 'object' && value !== null ? value : {};
    for (const oldest of this.#recent.keys()) {
      if (this.#recentBytes < KEPT_BYTES) break;
      this.#recent.delete(oldest);
      this.#recentBytes -= oldest.end - oldest.start;
    }
    this.#recent.set(place, made);
    this.#recentBytes += place.end - place.start;
    return made;
  }

  #decoded(bytes: Uint8Array): string {
    const { text, malformed } = decodeText(bytes);
    if (malformed) this.#on.onMalformed();
    return text;
  }
}

/** Reading is all that is done with what was imported. */
class LazyHandler implements ProxyHandler<object>, Place {
  readonly start: number;
  readonly end: number;
  readonly #values: LazyValues;

  constructor(values: LazyValues, start: number, end: number) {
    this.#values = values;
    this.start = start;
    this.end = end;
  }

  get(_target: object, name: string | symbol): unknown {
    return name === LAZY ? true : Reflect.get(this.#values.resolve(this), name);
  }

  has(_target: object, name: string | symbol): boolean {
    return Reflect.has(this.#values.resolve(this), name);
  }

  ownKeys(): (string | symbol)[] {
    return Reflect.ownKeys(this.#values.resolve(this));
  }

  getOwnPropertyDescriptor(_target: object, name: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#values.resolve(this), name);
  }

  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }
}
