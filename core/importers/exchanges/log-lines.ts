import { PlacedRecords } from '../readers/placed-records.ts';
import { firstHalf, placedSource, PlacedTexts, type PlacedSource } from '../readers/placed-source.ts';
import type { ByteSource, ImportOptions } from '../thread-import.ts';
import type { Again, Found } from './again.ts';

/** The lines of a log of requests: what each holds is read again from its place when it is wanted. */
export class LogLines<Entry extends object> {
  /** To be read instead of the source that it was made from. */
  readonly source: PlacedSource;
  readonly options: ImportOptions;
  readonly #entriesOf: (line: unknown) => readonly Entry[];
  readonly #records: PlacedRecords<Entry>;

  /** @param entriesOf What a line holds, the same whenever it is asked. */
  constructor(source: ByteSource, options: ImportOptions, entriesOf: (line: unknown) => readonly Entry[]) {
    this.source = placedSource(source, Infinity);
    this.options = firstHalf(options);
    this.#entriesOf = entriesOf;
    this.#records = new PlacedRecords(new PlacedTexts(this.source, options), entriesOf);
  }

  /** A line as `readJsonLines` hands it over. */
  add(value: unknown, bytes: Uint8Array | null, startByte: number): readonly Found<Entry>[] {
    const entries = this.#entriesOf(value);
    const first = this.#records.count;
    this.#records.add(entries, bytes, startByte);
    return entries.map((entry, place) => ({ entry, again: new PlacedEntry(this.#records, first + place) }));
  }
}

/** A class and no closure: a log may have a million of them. */
class PlacedEntry<Entry extends object> implements Again<Entry> {
  readonly #records: PlacedRecords<Entry>;
  readonly #index: number;

  constructor(records: PlacedRecords<Entry>, index: number) {
    this.#records = records;
    this.#index = index;
  }

  read(): Entry {
    return this.#records.at(this.#index);
  }
}
