/**
 * Ids for tool calls of writers that give none: calls are numbered, and a result without an id answers
 * the oldest unanswered call of its name, else the oldest of all.
 */
export class CallIds {
  readonly #prefix: string;
  #count = 0;
  /** In the order they were made. */
  readonly #open = new Map<string, string>();

  /** @param prefix Keeps made-up ids of one source apart from those of others. */
  constructor(prefix = 'call') {
    this.#prefix = prefix;
  }

  /** The id of a call: its own, else a made-up one. */
  ofCall(given: string | null, name: string): string {
    this.#count += 1;
    const id = given ?? `${this.#prefix}-${this.#count}`;
    this.#open.set(id, name);
    return id;
  }

  /** The id of the call that a result answers. */
  ofResult(given: string | null, name: string | null): string {
    const id = given ?? this.#oldest(name) ?? `${this.#prefix}-unknown`;
    this.#open.delete(id);
    return id;
  }

  #oldest(name: string | null): string | null {
    let oldest: string | null = null;
    for (const [id, called] of this.#open) {
      if (called === name) return id;
      oldest ??= id;
    }
    return oldest;
  }
}
