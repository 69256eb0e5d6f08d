import type { ScanReceiver } from './json-scanner.ts';
import { LazyEntries } from './lazy-entries.ts';
import type { LazyValues } from './lazy-values.ts';

export interface LazySizes {
  /** Smaller objects and lists are made at once: to know their place would take as much memory. */
  readonly smallestLazyBytes: number;
  /** Larger ones are made of what is in them, so that no more than this is read to see one field. */
  readonly largestLazyBytes: number;
  /** Longer strings in large objects and lists are read when they are asked for. */
  readonly longTextBytes: number;
}

const SIZES: LazySizes = {
  smallestLazyBytes: 96,
  largestLazyBytes: 1024 * 1024,
  longTextBytes: 64 * 1024,
};

type Made = Record<string, unknown> | unknown[] | LazyEntries;

/** An object or a list that is open. */
interface Frame {
  readonly isObject: boolean;
  readonly start: number;
  /** Made only when it turns out to be large. */
  made: Made | null;
  /** Of what is in it and was not made yet: start and end of its name, which are -1 in lists, its own start and end. */
  waiting: number[];
}

/**
 * Makes the document that a scan goes through: large objects and lists as they are, what is in them lazily.
 *
 * @param entryFields Fields whose large objects and lists are LazyEntries, unless they stand in one themselves.
 */
export class LazyDocument implements ScanReceiver {
  readonly #values: LazyValues;
  readonly #sizes: LazySizes;
  readonly #entryFields: readonly string[];
  readonly #open: Frame[] = [];
  #nameStart = -1;
  #nameEnd = -1;
  /** Of the names of the objects that are open and of their values' places. */
  readonly #names: number[] = [];
  #document: unknown = null;

  constructor(values: LazyValues, sizes: LazySizes = SIZES, entryFields: readonly string[] = []) {
    this.#values = values;
    this.#sizes = sizes;
    this.#entryFields = entryFields;
  }

  /** When the scan has ended. */
  get document(): unknown {
    return this.#document;
  }

  name(start: number, end: number): void {
    this.#nameStart = start;
    this.#nameEnd = end;
  }

  open(isObject: boolean, start: number): void {
    this.#names.push(this.#nameStart, this.#nameEnd);
    this.#open.push({ isObject, start, made: null, waiting: [] });
    this.#nameStart = -1;
    this.#nameEnd = -1;
  }

  close(end: number): void {
    const frame = this.#open.pop();
    this.#nameEnd = this.#names.pop() ?? -1;
    this.#nameStart = this.#names.pop() ?? -1;
    if (frame === undefined) return;
    if (frame.made === null) {
      this.scalar(frame.start, end);
      return;
    }
    this.#makeWaiting(frame, frame.made);
    if (frame.made instanceof LazyEntries) frame.made.end();
    const holder = this.#open.at(-1);
    if (holder === undefined) this.#document = frame.made;
    else {
      holder.made ??= this.#emptyFor(holder);
      this.#makeWaiting(holder, holder.made);
      put(holder.made, this.#nameOf(this.#nameStart, this.#nameEnd), frame.made);
    }
  }

  scalar(start: number, end: number): void {
    const holder = this.#open.at(-1);
    if (holder === undefined) {
      this.#document = this.#made(start, end);
      return;
    }
    holder.waiting.push(this.#nameStart, this.#nameEnd, start, end);
    if (end - holder.start <= this.#sizes.largestLazyBytes) return;
    holder.made ??= this.#emptyFor(holder);
    this.#makeWaiting(holder, holder.made);
  }

  /** For the innermost object or list. */
  #emptyFor({ isObject }: Frame): Made {
    if (this.#isOfEntries()) return new LazyEntries(this.#values, isObject, this.#sizes.longTextBytes);
    return isObject ? {} : [];
  }

  #isOfEntries(): boolean {
    if (this.#entryFields.length === 0) return false;
    const names = this.#open.map((_, depth) =>
      this.#nameOf(this.#names[2 * depth] ?? -1, this.#names[2 * depth + 1] ?? -1),
    );
    const outermost = names.findIndex((name) => this.#entryFields.includes(name));
    return outermost >= 0 && outermost === names.length - 1;
  }

  #makeWaiting({ waiting }: Frame, made: Made): void {
    for (let at = 0; at < waiting.length; at += 4) {
      const name = this.#nameOf(waiting[at] ?? -1, waiting[at + 1] ?? -1);
      const start = waiting[at + 2] ?? 0;
      const end = waiting[at + 3] ?? 0;
      if (made instanceof LazyEntries) made.add(name, start, end);
      else if (end - start >= this.#sizes.longTextBytes && this.#values.isText(start)) {
        putLater(made, name, () => this.#values.text(name, start, end));
      } else put(made, name, this.#made(start, end));
    }
    waiting.length = 0;
  }

  #made(start: number, end: number): unknown {
    return end - start < this.#sizes.smallestLazyBytes
      ? this.#values.now(start, end)
      : this.#values.later(start, end);
  }

  #nameOf(start: number, end: number): string {
    const name = start < 0 ? '' : this.#values.now(start, end);
    return typeof name === 'string' ? name : '';
  }
}

function put(holder: Made, name: string, value: unknown): void {
  if (holder instanceof LazyEntries) holder.addMade(name, value);
  else if (Array.isArray(holder)) holder.push(value);
  // An assignment would swallow a field of this name.
  else if (name === '__proto__') Object.defineProperty(holder, name, { ...FIELD, value, writable: true });
  else holder[name] = value;
}

function putLater(holder: Record<string, unknown> | unknown[], name: string, get: () => unknown): void {
  Object.defineProperty(holder, Array.isArray(holder) ? holder.length : name, { ...FIELD, get });
}

const FIELD = { enumerable: true, configurable: true };
