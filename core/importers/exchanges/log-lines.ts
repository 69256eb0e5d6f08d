import type { Again } from './later-line.ts';
import type { ByteSource, ImportOptions } from '../thread-import.ts';
import { PlacedLines } from '../readers/placed-lines.ts';
import { firstHalf, placedSource, PlacedTexts, type PlacedSource } from '../readers/placed-source.ts';

/** The lines of a log of requests: what each holds is read again from its place when it is wanted. */
export class LogLines<Entry> {
  /** To be read instead of the source that it was made from. */
  readonly source: PlacedSource;
  readonly options: ImportOptions;
  readonly #lines: PlacedLines;
  readonly #entriesOf: (line: unknown) => readonly Entry[];
  /** The messages of one line are wanted one after another. */
  #newest: { readonly line: number; readonly entries: readonly Entry[] } | null = null;

  /** @param entriesOf What a line holds, the same whenever it is asked. */
  constructor(source: ByteSource, options: ImportOptions, entriesOf: (line: unknown) => readonly Entry[]) {
    this.source = placedSource(source, Infinity);
    this.options = firstHalf(options);
    this.#lines = new PlacedLines(new PlacedTexts(this.source, options));
    this.#entriesOf = entriesOf;
  }

  /**
   * A line as `readJsonLines` hands it over.
   *
   * @returns What it holds, and a way to each to read it again.
   */
  add(
    value: unknown,
    bytes: Uint8Array | null,
    startByte: number,
  ): readonly { readonly entry: Entry; readonly again: Again<Entry> }[] {
    const entries = this.#entriesOf(value);
    if (entries.length === 0) return [];
    const line = this.#lines.add(value, bytes, startByte);
    this.#newest = { line, entries };
    return entries.map((entry, place) => ({ entry, again: new LineEntry(this, line, place) }));
  }

  /** @param line As it was counted when it was added. */
  entryAt(line: number, place: number): Entry | undefined {
    if (this.#newest?.line !== line) {
      this.#newest = { line, entries: this.#entriesOf(this.#lines.at(line)) };
    }
    return this.#newest.entries[place];
  }
}

/** A class and no closure: a log may have a million of them. */
class LineEntry<Entry> implements Again<Entry> {
  readonly #lines: LogLines<Entry>;
  readonly #line: number;
  readonly #place: number;

  constructor(lines: LogLines<Entry>, line: number, place: number) {
    this.#lines = lines;
    this.#line = line;
    this.#place = place;
  }

  read(): Entry | undefined {
    return this.#lines.entryAt(this.#line, this.#place);
  }
}
