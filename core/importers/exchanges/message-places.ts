import { stableId } from '../readers/stable-id.ts';

/** Room for this many different messages; the product with the number of nodes stays a safe integer. */
const MOST_KEYS = 2 ** 26;

/**
 * Finds a message by where it stands: what it follows, and what it says. By numbers, because the texts of a
 * million places would take more memory than all else that is known of them.
 */
export class MessagePlaces {
  readonly #numberOf = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #nodeAt = new Map<number, number>();

  /** The same key, kept once. */
  known(key: string): string {
    return this.#keys[this.#number(key)] ?? key;
  }

  /** @param parent -1 for the first message of a thread; only then its name matters. */
  get(parent: number, threadName: string | null, key: string): number | undefined {
    const number = this.#numberOf.get(placeKey(parent, threadName, key));
    return number === undefined ? undefined : this.#nodeAt.get(placeNumber(parent, number));
  }

  set(parent: number, threadName: string | null, key: string, node: number): void {
    this.#nodeAt.set(placeNumber(parent, this.#number(placeKey(parent, threadName, key))), node);
  }

  #number(key: string): number {
    const known = this.#numberOf.get(key);
    if (known !== undefined) return known;
    this.#numberOf.set(key, this.#keys.length);
    return this.#keys.push(key) - 1;
  }
}

function placeKey(parent: number, threadName: string | null, key: string): string {
  return parent < 0 ? `${stableId('root', threadName ?? '')} ${key}` : key;
}

function placeNumber(parent: number, key: number): number {
  return (parent + 1) * MOST_KEYS + key;
}
