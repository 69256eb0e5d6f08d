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
  ): readonly { readonly entry: Entry; readonly again: () => Entry | undefined }[] {
    const entries = this.#entriesOf(value);
    if (entries.length === 0) return [];
    const line = this.#lines.add(value, bytes, startByte);
    this.#newest = { line, entries };
    return entries.map((entry, place) => ({ entry, again: () => this.#entriesAt(line)[place] }));
  }

  #entriesAt(line: number): readonly Entry[] {
    if (this.#newest?.line !== line) {
      this.#newest = { line, entries: this.#entriesOf(this.#lines.at(line)) };
    }
    return this.#newest.entries;
  }
}
