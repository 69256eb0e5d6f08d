import { textOrNull } from '../readers/json-text.ts';
import { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isResponse } from './item-types.ts';

const TERMINAL = /^response\.(?:completed|incomplete|failed|cancelled|done)$/;

/**
 * Puts the responses of a stream log together. The event that ends a response holds it whole; one that
 * was cut off before is made of its first event and the items that were done by then. Of events only the numbers
 * are kept.
 */
export class StreamLog {
  readonly #responses = new IdTable();
  /** By response: its newest event, and the first and the last of the items that are done, each + 1. */
  readonly #events = new PagedNumbers('int');
  readonly #firstItems = new PagedNumbers('int');
  readonly #lastItems = new PagedNumbers('int');
  /** By item: its event, and the next item of the same response + 1. */
  readonly #itemEvents = new PagedNumbers('int');
  readonly #nextItems = new PagedNumbers('int');
  #open = -1;

  /** How many responses there are. */
  get count(): number {
    return this.#responses.size;
  }

  /** @param keep Called where the event is needed again; gives it a number. */
  add(event: RawRecord, keep: () => number): void {
    const type = textOrNull(event['type']) ?? '';
    const response = event['response'];
    if (isRecord(response) && typeof response['id'] === 'string') {
      const number = this.#responses.add(response['id']);
      this.#open = TERMINAL.test(type) ? -1 : number;
      this.#events.set(number, keep());
      return;
    }
    // Item events don't say whose they are; they belong to the response that was opened last.
    if (type !== 'response.output_item.done' || this.#open < 0) return;
    const item = this.#itemEvents.push(keep());
    this.#nextItems.push(0);
    const before = this.#lastItems.at(this.#open) - 1;
    if (before < 0) this.#firstItems.set(this.#open, item + 1);
    else this.#nextItems.set(before, item + 1);
    this.#lastItems.set(this.#open, item + 1);
  }

  /**
   * A response, in the order in which they began.
   *
   * @param eventAt Reads an event again by the number that it was given.
   */
  responseAt(number: number, eventAt: (event: number) => RawRecord): RawRecord {
    const found = eventAt(this.#events.at(number))['response'];
    const response = isRecord(found) ? found : {};
    const isWhole =
      isResponse(response) && Array.isArray(response['output']) && response['output'].length > 0;
    const output = isWhole
      ? response['output']
      : (this.#itemsOf(number, eventAt) ?? response['output'] ?? []);
    return { object: 'response', ...response, output };
  }

  /** Null for none. */
  #itemsOf(number: number, eventAt: (event: number) => RawRecord): readonly unknown[] | null {
    const items: unknown[] = [];
    let item = this.#firstItems.at(number) - 1;
    while (item >= 0) {
      items.push(eventAt(this.#itemEvents.at(item))['item']);
      item = this.#nextItems.at(item) - 1;
    }
    return items.length === 0 ? null : items;
  }
}
