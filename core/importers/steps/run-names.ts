import { runId, type RunId } from '../../domain/ids.ts';
import { IdTable } from '../readers/id-table.ts';

/** Names the runs of a thread: as the source does, else by their place, and never two alike. */
export class RunNames {
  readonly #names = new IdTable();
  /** How often a name was wanted that was wanted more than once. */
  readonly #wanted = new Map<string, number>();

  /** How many it has given. */
  get count(): number {
    return this.#names.size;
  }

  /** @param place Runs of the thread before it. */
  name(given: string | null, place: number): RunId {
    const base = given ?? `run-${place + 1}`;
    if (this.take(base)) return runId(base);
    for (let number = (this.#wanted.get(base) ?? 1) + 1; ; number += 1) {
      const name = `${base} (${number})`;
      if (!this.take(name)) continue;
      this.#wanted.set(base, number);
      return runId(name);
    }
  }

  /** @returns False for a name that was given before. */
  take(name: string): boolean {
    const { size } = this.#names;
    return this.#names.add(name) === size;
  }

  /** The names in the order they were given; null for none. */
  at(place: number): RunId | null {
    return place < 0 || place >= this.#names.size ? null : runId(this.#names.textOf(place));
  }
}
