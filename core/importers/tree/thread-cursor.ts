import type { PlannedThread } from './planned-thread.ts';

/** Goes through what is to be done for a thread, one node after the other: a log may have a million. */
export class ThreadCursor {
  readonly #thread: PlannedThread;
  /** Of its own; -1 before the first. */
  #run = -1;
  #place: number;
  #isOpen = false;
  #kind: 'open' | 'put' | 'boundary' | 'end' = 'end';
  #node = -1;

  constructor(thread: PlannedThread) {
    this.#thread = thread;
    this.#place = thread.start;
    this.#settle();
  }

  /** `open` waits for the run's opener, else for its first content. */
  get kind(): 'open' | 'put' | 'boundary' | 'end' {
    return this.#kind;
  }

  /** The node that it is done with; -1 at the end. */
  get node(): number {
    return this.#node;
  }

  /** Of the thread's own; -1 before the first. */
  get run(): number {
    return this.#run;
  }

  advance(): void {
    if (this.#kind === 'open') this.#isOpen = true;
    else this.#place += 1;
    this.#settle();
  }

  #settle(): void {
    while (this.#run < this.#thread.runCount) {
      if (this.#run >= 0 && !this.#isOpen && this.#opens()) return;
      if (this.#place < this.#thread.startOf(this.#run + 1)) {
        this.#kind = this.#isEntry() ? 'put' : 'boundary';
        this.#node = this.#thread.nodeAt(this.#place);
        return;
      }
      this.#run += 1;
      this.#isOpen = false;
    }
    this.#kind = 'end';
    this.#node = -1;
  }

  #opens(): boolean {
    const hasEntries = this.#isEntry();
    const first = this.#thread.openerOf(this.#run) ?? (hasEntries ? this.#thread.nodeAt(this.#place) : -1);
    if (first < 0) return false;
    this.#kind = 'open';
    this.#node = first;
    return true;
  }

  #isEntry(): boolean {
    return this.#run >= 0 && this.#place < this.#thread.entryEndOf(this.#run);
  }
}
