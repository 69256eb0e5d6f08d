import { textOrNull } from '../readers/json-text.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isResponse } from './item-types.ts';

const TERMINAL = /^response\.(?:completed|incomplete|failed|cancelled|done)$/;

/**
 * Puts the responses of a stream log together. The event that ends a response holds it whole; one that
 * was cut off before is made of its first event and the items that were done by then.
 */
export class StreamLog {
  readonly #responses = new Map<string, RawRecord>();
  readonly #itemsDone = new Map<string, unknown[]>();
  #open: string | null = null;

  add(event: RawRecord): void {
    const type = textOrNull(event['type']) ?? '';
    const response = event['response'];
    if (isRecord(response) && typeof response['id'] === 'string') {
      this.#open = TERMINAL.test(type) ? null : response['id'];
      this.#responses.set(response['id'], response);
      return;
    }
    // Item events don't say whose they are; they belong to the response that was opened last.
    if (type !== 'response.output_item.done' || this.#open === null) return;
    const items = this.#itemsDone.get(this.#open);
    if (items === undefined) this.#itemsDone.set(this.#open, [event['item']]);
    else items.push(event['item']);
  }

  /** In the order in which they began. */
  responses(): readonly RawRecord[] {
    return [...this.#responses].map(([id, response]) => {
      const isWhole =
        isResponse(response) && Array.isArray(response['output']) && response['output'].length > 0;
      const output = isWhole ? response['output'] : (this.#itemsDone.get(id) ?? response['output'] ?? []);
      return { object: 'response', ...response, output };
    });
  }
}
