const FIELDS = 4;
const FIRST_RUNS = 4;

/** What a file has told of a run so far, and its row doesn't say. */
export interface RunNote {
  /** Differs for nearly all runs that begin differently. */
  readonly startMark: number;
  /** How often the file has delivered it, and with how many messages in all. */
  readonly deliveries: number;
  readonly messageCount: number;
  /** Bodies that this import has added to it. */
  readonly addedParts: number;
}

/** Notes on a thread's runs as numbers side by side: a file has more runs than should be objects in memory. */
export class RunNotes {
  #fields = new Int32Array(FIELDS * FIRST_RUNS);

  set(index: number, note: RunNote): void {
    const at = index * FIELDS;
    while (at >= this.#fields.length) this.#grow();
    this.#fields[at] = note.startMark;
    this.#fields[at + 1] = note.deliveries;
    this.#fields[at + 2] = note.messageCount;
    this.#fields[at + 3] = note.addedParts;
  }

  /** All 0 for a run that nothing was noted of. */
  get(index: number): RunNote {
    const at = index * FIELDS;
    return {
      startMark: this.#fields[at] ?? 0,
      deliveries: this.#fields[at + 1] ?? 0,
      messageCount: this.#fields[at + 2] ?? 0,
      addedParts: this.#fields[at + 3] ?? 0,
    };
  }

  #grow(): void {
    const larger = new Int32Array(this.#fields.length * 2);
    larger.set(this.#fields);
    this.#fields = larger;
  }
}
