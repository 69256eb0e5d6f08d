import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList } from './json-text.ts';
import { LazyEntries } from './lazy-json/lazy-entries.ts';

/** What is in an object or a list, in the order that JSON.parse gives it. */
export interface Entries {
  readonly isObject: boolean;
  readonly count: number;
  /** Values are read again each time: whoever keeps one keeps it in memory. */
  readonly isLazy: boolean;
  /** Of a field; the empty text in a list. */
  nameAt(index: number): string;
  /** Where the field of this name is; -1 for none. */
  indexOf(name: string): number;
  valueAt(index: number): unknown;
}

/** Null for anything that is neither an object nor a list. */
export function entriesOf(value: unknown): Entries | null {
  if (value instanceof LazyEntries) return value;
  if (isList(value)) return new ListEntries(value);
  return isRecord(value) ? new FieldEntries(value) : null;
}

/** An object's alone; null for anything else. */
export function fieldsOf(value: unknown): Entries | null {
  const entries = entriesOf(value);
  return entries?.isObject === true ? entries : null;
}

/** A list's alone; null for anything else. */
export function elementsOf(value: unknown): Entries | null {
  const entries = entriesOf(value);
  return entries?.isObject === false ? entries : null;
}

export function namesOf(entries: Entries): readonly string[] {
  return Array.from({ length: entries.count }, (_, index) => entries.nameAt(index));
}

class ListEntries implements Entries {
  readonly isObject = false;
  readonly isLazy = false;
  readonly count: number;
  readonly #list: readonly unknown[];

  constructor(list: readonly unknown[]) {
    this.#list = list;
    this.count = list.length;
  }

  nameAt(): string {
    return '';
  }

  indexOf(): number {
    return -1;
  }

  valueAt(index: number): unknown {
    return this.#list[index];
  }
}

class FieldEntries implements Entries {
  readonly isObject = true;
  readonly isLazy = false;
  readonly count: number;
  readonly #record: RawRecord;
  readonly #names: readonly string[];
  #indexOf: Map<string, number> | null = null;

  constructor(record: RawRecord) {
    this.#record = record;
    this.#names = Object.keys(record);
    this.count = this.#names.length;
  }

  nameAt(index: number): string {
    return this.#names[index] ?? '';
  }

  indexOf(name: string): number {
    this.#indexOf ??= new Map(this.#names.map((one, index) => [one, index]));
    return this.#indexOf.get(name) ?? -1;
  }

  valueAt(index: number): unknown {
    return this.#record[this.nameAt(index)];
  }
}
