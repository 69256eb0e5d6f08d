import type { RunId } from '../domain/ids.ts';
import { EndedRuns, type RunSoFar } from './hastekit-ended-runs.ts';
import { IdTable } from './readers/id-table.ts';
import { PagedNumbers } from './readers/paged-numbers.ts';

/**
 * The runs of a file, each by a number, with what is known of it. Ids of runs are unique where the SDK makes them;
 * other formats may number theirs in every thread.
 */
export class KnownRuns {
  /** Each id for the thread that had it first. */
  readonly #first = new RunStates();
  readonly #firstThread = new PagedNumbers('int');
  /** Of every other thread that has a run of that id, by both. */
  readonly #others = new RunStates();

  find(thread: number, id: RunId): number | null {
    const first = this.#first.find(id);
    if (first === null) return null;
    if (this.#firstThread.at(first) === thread) return first * 2;
    const other = this.#others.find(keyOf(thread, id));
    return other === null ? null : other * 2 + 1;
  }

  /** One that isn't there yet. */
  add(thread: number, id: RunId): number {
    if (this.#first.find(id) !== null) return this.#others.add(keyOf(thread, id)) * 2 + 1;
    const first = this.#first.add(id);
    this.#firstThread.set(first, thread);
    return first * 2;
  }

  /** The thread that had a run of this id first; null: none. */
  ownerOf(id: RunId): number | null {
    const first = this.#first.find(id);
    return first === null ? null : this.#firstThread.at(first);
  }

  /** Null for a run of which nothing was kept. */
  get(run: number): RunSoFar | null {
    return this.#statesOf(run).get(run >>> 1);
  }

  keep(run: number, state: RunSoFar): void {
    this.#statesOf(run).keep(run >>> 1, state);
  }

  #statesOf(run: number): RunStates {
    return run % 2 === 0 ? this.#first : this.#others;
  }
}

class RunStates {
  readonly #ids = new IdTable();
  readonly #ended = new EndedRuns();
  /** Of runs that go on, or have more to them than figures. */
  readonly #others = new Map<number, RunSoFar>();

  find(id: string): number | null {
    return this.#ids.find(id);
  }

  add(id: string): number {
    return this.#ids.add(id);
  }

  get(number: number): RunSoFar | null {
    return this.#others.get(number) ?? this.#ended.get(number);
  }

  keep(number: number, run: RunSoFar): void {
    if (this.#ended.keep(number, run)) this.#others.delete(number);
    else this.#others.set(number, run);
  }
}

function keyOf(thread: number, id: RunId): string {
  return `${thread} ${id}`;
}
