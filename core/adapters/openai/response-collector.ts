import { isRecord, type RawRecord } from '../../importers/raw-record.ts';

/** Puts a streamed answer together again. */
export class ResponseCollector {
  readonly #onText: (piece: string) => void;
  readonly #items: unknown[] = [];
  #final: RawRecord | null = null;
  #error: string | null = null;

  constructor(onText: (piece: string) => void) {
    this.#onText = onText;
  }

  take(event: unknown): void {
    if (!isRecord(event)) return;
    switch (event['type']) {
      case 'response.output_text.delta':
        if (typeof event['delta'] === 'string') this.#onText(event['delta']);
        return;
      case 'response.output_item.done':
        this.#items.push(event['item']);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        if (isRecord(event['response'])) this.#final = event['response'];
        return;
      case 'error':
        this.#error = typeof event['message'] === 'string' ? event['message'] : 'the server gave no reason';
        return;
      default:
    }
  }

  /**
   * The whole answer. Servers that only imitate the API may leave the output of the last event empty:
   * the items that came one by one then stand in.
   *
   * @throws Error when the stream held an error or broke off.
   */
  response(): unknown {
    if (this.#error !== null) throw new Error(this.#error);
    if (this.#final === null) throw new Error('the answer broke off before its end');
    const output = this.#final['output'];
    const isEmpty = !Array.isArray(output) || output.length === 0;
    return isEmpty ? { ...this.#final, output: this.#items } : this.#final;
  }
}
