/**
 * Hands events from a producer that doesn't wait to one reader that may come late: what nobody has read
 * yet is kept, and the reader ends after the last one.
 */
export class EventBuffer<Event> implements AsyncIterable<Event> {
  readonly #waiting: Event[] = [];
  #wake: (() => void) | null = null;
  #closed = false;

  push(event: Event): void {
    this.#waiting.push(event);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}
