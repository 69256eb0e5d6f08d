import { letGoOfMeasures } from './hold-measures.ts';
import type { ImportStore } from './import-store.ts';
import { detachedFigures } from './run-figures.ts';
import { settleNewest } from './settle-run.ts';
import type { StagedThread } from './staged-thread.ts';

/** Threads whose newest run may wait in memory to be gone on with. */
const MOST_WAITING = 1000;

/** A file may have a hundred thousand threads of a few runs: the newest run of one that was left long ago is written. */
export class WaitingThreads {
  readonly #store: ImportStore;
  /** The one that was gone on with longest ago comes first. */
  readonly #threads = new Set<StagedThread>();
  #latest: StagedThread | null = null;

  constructor(store: ImportStore) {
    this.#store = store;
  }

  goesOn(thread: StagedThread): void {
    this.#leave(thread);
    this.#threads.delete(thread);
    this.#threads.add(thread);
    if (this.#threads.size <= MOST_WAITING) return;
    for (const oldest of this.#threads) {
      this.#threads.delete(oldest);
      settleNewest(this.#store, oldest);
      return;
    }
  }

  ends(thread: StagedThread): void {
    this.#threads.delete(thread);
  }

  /** What the thread before holds it may hold for long. */
  #leave(next: StagedThread): void {
    const left = this.#latest;
    this.#latest = next;
    if (left === null || left === next) return;
    letGoOfMeasures(left);
    if (left.newest === null) return;
    left.newest = { ...left.newest, figures: detachedFigures(left.newest.figures) };
  }
}
