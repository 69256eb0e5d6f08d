import { PagedNumbers } from './paged-numbers.ts';
import type { PlacedTexts } from './placed-source.ts';

/** Lines of a source by their places: each is read again when its value is asked for. */
export class PlacedLines {
  readonly #texts: PlacedTexts;
  readonly #starts = new PagedNumbers('double');
  /** Values that can't be read again, or that read themselves again. */
  readonly #kept = new Map<number, unknown>();
  #newest: { readonly start: number; readonly value: unknown } | null = null;

  constructor(texts: PlacedTexts) {
    this.#texts = texts;
  }

  get count(): number {
    return this.#starts.length;
  }

  /**
   * As `readJsonLines` hands it over.
   *
   * @returns Its index.
   */
  add(value: unknown, bytes: Uint8Array | null, startByte: number): number {
    const index = this.#starts.push(startByte);
    if (bytes === null) this.#kept.set(index, value);
    return index;
  }

  /** @throws InspectorError as PlacedTexts. */
  at(index: number): unknown {
    if (this.#kept.has(index)) return this.#kept.get(index);
    const start = this.#starts.at(index);
    if (this.#newest?.start !== start) this.#newest = { start, value: this.#texts.lineAt(start) };
    return this.#newest.value;
  }
}
