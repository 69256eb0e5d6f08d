import { IdTable } from '../readers/id-table.ts';
import { stableId } from '../readers/stable-id.ts';

/** Room for this many different messages; the product with the number of nodes stays a safe integer. */
const MOST_KEYS = 2 ** 26;

/**
 * Finds a message by where it stands: what it follows, and what it says. By numbers, because the texts of a
 * million places would take more memory than all else that is known of them.
 */
export class MessagePlaces {
  readonly #keys = new IdTable();
  readonly #nodeAt = new Map<number, number>();

  /** The number of a key, the next one for a key that is new. */
  add(key: string): number {
    return this.#keys.add(key);
  }

  /** The number of a key; -1 for one that no message has. */
  find(key: string): number {
    return this.#keys.find(key) ?? -1;
  }

  keyOf(number: number): string {
    return this.#keys.textOf(number);
  }

  /** @param parent -1 for the first message of a thread; only then its name matters. */
  get(parent: number, threadName: string | null, key: string): number | undefined {
    const number = this.find(placeKey(parent, threadName, key));
    return number < 0 ? undefined : this.#nodeAt.get(placeNumber(parent, number));
  }

  set(parent: number, threadName: string | null, key: string, node: number): void {
    this.#nodeAt.set(placeNumber(parent, this.add(placeKey(parent, threadName, key))), node);
  }
}

function placeKey(parent: number, threadName: string | null, key: string): string {
  return parent < 0 ? `${stableId('root', threadName ?? '')} ${key}` : key;
}

function placeNumber(parent: number, key: number): number {
  return (parent + 1) * MOST_KEYS + key;
}
