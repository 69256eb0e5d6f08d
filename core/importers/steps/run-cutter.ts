/**
 * What a step means for where runs begin and end. An `opening` is a turn that the source itself begins a
 * run with. A `note` is no part of what the model is given, and alone makes no run. An `aside` (a usage
 * report) goes into the run opened last, whatever else is waiting.
 */
export type CutKind = (typeof CUT_KINDS)[number];

/** For columns that keep a kind as its place here. */
export const CUT_KINDS = [
  'opening',
  'turn',
  'result',
  'context',
  'reply',
  'compaction',
  'note',
  'aside',
] as const;

/** Where the cutter delivers, in order. */
export interface CutReceiver<Entry> {
  /** @param opener Null for a run that begins without a user turn. */
  openRun(opener: Entry | null): void;
  /** Into the run that was opened last. */
  put(entry: Entry): void;
  /**
   * `between`: after everything of the run opened last, or before the first run when none is open.
   * `inside`: more of the run opened last follows.
   */
  boundary(entry: Entry, place: 'between' | 'inside'): void;
}

/**
 * Cuts the steps of a thread into runs as they come. A run opens at a user turn that follows a reply;
 * turns without a reply in between open one run together. Replies and results before any turn are a run
 * without one. What the program puts in waits for the next step: before a reply it belongs to the run
 * that goes on, behind a compaction and before a turn it belongs to the run that the turn opens.
 */
export class RunCutter<Entry> {
  readonly #receiver: CutReceiver<Entry>;
  readonly #kindOf: (entry: Entry) => CutKind;
  #state: 'no-run' | 'headless' | 'asked' | 'answered' = 'no-run';
  #held: Entry[] = [];

  constructor(receiver: CutReceiver<Entry>, kindOf: (entry: Entry) => CutKind) {
    this.#receiver = receiver;
    this.#kindOf = kindOf;
  }

  add(entry: Entry): void {
    switch (this.#kindOf(entry)) {
      case 'context':
      case 'note':
      case 'compaction':
        this.#held.push(entry);
        return;
      case 'aside':
        if (this.#state === 'no-run') this.#held.push(entry);
        else this.#receiver.put(entry);
        return;
      case 'opening':
        this.#open(entry);
        return;
      case 'turn':
        if (this.#state === 'asked') this.#goOn(entry);
        else this.#open(entry);
        return;
      case 'reply':
        this.#goOn(entry);
        if (this.#state === 'asked') this.#state = 'answered';
        return;
      case 'result':
        this.#goOn(entry);
        return;
    }
  }

  /** No more steps come. */
  end(): void {
    const held = this.#takeHeld();
    // What the program put in makes no run: the turn that it waits for is yet to be written.
    const isReport = (entry: Entry): boolean => this.#kindOf(entry) === 'aside';
    if (this.#state === 'no-run' && held.some(isReport)) this.#openHeadless();
    for (const entry of held) {
      if (this.#kindOf(entry) === 'compaction') this.#receiver.boundary(entry, 'between');
      else this.#receiver.put(entry);
    }
  }

  #goOn(entry: Entry): void {
    if (this.#state === 'no-run') this.#openHeadless();
    for (const held of this.#takeHeld()) {
      if (this.#kindOf(held) === 'compaction') this.#receiver.boundary(held, 'inside');
      else this.#receiver.put(held);
    }
    this.#receiver.put(entry);
  }

  #open(turn: Entry): void {
    const held = this.#takeHeld();
    const firstBoundary = held.findIndex((entry) => this.#kindOf(entry) === 'compaction');
    const closing = this.#state === 'no-run' ? 0 : firstBoundary < 0 ? held.length : firstBoundary;
    for (const entry of held.slice(0, closing)) this.#receiver.put(entry);
    const leading = held.slice(closing);
    for (const entry of leading) {
      if (this.#kindOf(entry) === 'compaction') this.#receiver.boundary(entry, 'between');
    }
    this.#receiver.openRun(turn);
    for (const entry of leading) if (this.#kindOf(entry) !== 'compaction') this.#receiver.put(entry);
    this.#receiver.put(turn);
    this.#state = 'asked';
  }

  #openHeadless(): void {
    this.#receiver.openRun(null);
    this.#state = 'headless';
  }

  #takeHeld(): readonly Entry[] {
    const held = this.#held;
    if (held.length > 0) this.#held = [];
    return held;
  }
}
