import { runId, type RunId } from '../../domain/ids.ts';

/** Names the runs of a thread: as the source does, else by their place, and never two alike. */
export class RunNames {
  /** How often each name was wanted. */
  readonly #wanted = new Map<string, number>();

  /** @param place Runs of the thread before it. */
  name(given: string | null, place: number): RunId {
    const base = given ?? `run-${place + 1}`;
    const number = (this.#wanted.get(base) ?? 0) + 1;
    this.#wanted.set(base, number);
    return runId(number === 1 ? base : `${base} (${number})`);
  }
}
