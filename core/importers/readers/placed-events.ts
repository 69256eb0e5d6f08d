import { PagedNumbers } from './paged-numbers.ts';
import type { PlacedTexts } from './placed-source.ts';
import { eventAt, type EventPlace } from './read-event-stream.ts';

/** Events of a stream by their places: each is read again when it is asked for. */
export class PlacedEvents {
  readonly #texts: PlacedTexts;
  readonly #starts = new PagedNumbers('double');
  readonly #ends = new PagedNumbers('double');
  readonly #indexes = new PagedNumbers('int');
  /** Events that can't be read again. */
  readonly #kept = new Map<number, unknown>();

  constructor(texts: PlacedTexts) {
    this.#texts = texts;
  }

  /**
   * As `readEventStream` hands it over.
   *
   * @returns Its index.
   */
  add(event: unknown, place: EventPlace | null): number {
    const index = this.#starts.push(place?.startByte ?? 0);
    this.#ends.push(place?.endByte ?? 0);
    this.#indexes.push(place?.index ?? 0);
    if (place === null) this.#kept.set(index, event);
    return index;
  }

  /** @throws InspectorError as PlacedTexts. */
  at(index: number): unknown {
    if (this.#kept.has(index)) return this.#kept.get(index);
    const event = eventAt(this.#texts, {
      startByte: this.#starts.at(index),
      endByte: this.#ends.at(index),
      index: this.#indexes.at(index),
    });
    if (event === undefined) throw this.#texts.changed();
    return event;
  }
}
