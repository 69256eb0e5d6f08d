import { PagedNumbers } from './paged-numbers.ts';
import type { PlacedTexts } from './placed-source.ts';

/** Lines of several records that were read last: others of their records are wanted soon. */
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Records of a JSONL file that are wanted again when all have been seen once. Of a line that can be read again only
 * the place is in memory.
 */
export class PlacedRecords<Value extends object> {
  readonly #texts: PlacedTexts;
  readonly #recordsOf: (line: unknown) => readonly Value[];
  /** By record: where its line begins, how long that is, and which of its records it is. */
  readonly #starts = new PagedNumbers('double');
  readonly #lengths = new PagedNumbers('int');
  readonly #places = new PagedNumbers('int');
  /** Those that can't be read again by the place of a line. */
  readonly #kept = new Map<number, Value>();
  readonly #recent = new Map<number, { readonly records: readonly Value[]; readonly bytes: number }>();
  #recentBytes = 0;
  /** What one record holds may be asked for bit by bit. */
  #newest: { readonly start: number; readonly records: readonly Value[] } | null = null;
  #count = 0;

  /** @param recordsOf The records in a line, the same whenever it is asked. */
  constructor(texts: PlacedTexts, recordsOf: (line: unknown) => readonly Value[]) {
    this.#texts = texts;
    this.#recordsOf = recordsOf;
  }

  get count(): number {
    return this.#count;
  }

  /** Records that are kept as they are: in a document they are read again whenever somebody looks at them. */
  keep(records: readonly Value[]): void {
    for (const record of records) {
      this.#kept.set(this.#count, record);
      this.#count += 1;
    }
  }

  /**
   * All records of a line.
   *
   * @param bytes The line as `readJsonLines` hands it over with its place.
   */
  add(records: readonly Value[], bytes: Uint8Array | null, startByte: number): void {
    if (bytes === null) {
      this.keep(records);
      return;
    }
    records.forEach((_, place) => {
      this.#starts.set(this.#count, startByte);
      this.#lengths.set(this.#count, records.length === 1 ? 0 : bytes.length);
      this.#places.set(this.#count, place);
      this.#count += 1;
    });
  }

  /** @throws InspectorError 'cancelled' once the signal is aborted, 'invalid-import' when the line has changed. */
  at(index: number): Value {
    const record = this.#kept.get(index) ?? this.#lineOf(index)[this.#places.at(index)];
    if (record === undefined) throw this.#texts.changed();
    return record;
  }

  #lineOf(index: number): readonly Value[] {
    const start = this.#starts.at(index);
    const bytes = this.#lengths.at(index);
    const known = this.#recent.get(start);
    if (known !== undefined) return known.records;
    if (this.#newest?.start === start) return this.#newest.records;
    const records = this.#recordsOf(this.#texts.lineAt(start));
    this.#newest = { start, records };
    if (bytes === 0) return records;
    for (const [oldest, line] of this.#recent) {
      if (this.#recentBytes < KEPT_BYTES) break;
      this.#recent.delete(oldest);
      this.#recentBytes -= line.bytes;
    }
    this.#recent.set(start, { records, bytes });
    this.#recentBytes += bytes;
    return records;
  }
}
