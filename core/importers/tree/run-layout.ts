import { PackedColumn } from '../readers/packed-column.ts';
import type { CutReceiver } from '../steps/run-cutter.ts';

/** The nodes of all threads of a plan, one thread's behind the other's, and where their runs begin. */
export class RunLayout {
  /** By place: the node that stands there. */
  readonly #nodes = new PackedColumn(-1, 'rising');
  #placeCount = 0;
  /** By run: the place of its first entry. */
  readonly #starts = new PackedColumn(-1);
  /** Of runs with compactions after everything else: the place of the first. */
  readonly #entryEnds = new PackedColumn(-1);
  /** Nodes, from 1; 0: the run's first entry. */
  readonly #openers = new PackedColumn(-1);
  #runCount = 0;
  /** Of the run opened last; -1 for one without. */
  #opener = -1;

  get placeCount(): number {
    return this.#placeCount;
  }

  get runCount(): number {
    return this.#runCount;
  }

  nodeAt(place: number): number {
    return this.#nodes.at(place);
  }

  startOf(run: number): number {
    return this.#starts.at(run);
  }

  /** -1 for a run whose entries go up to its end. */
  entryEndOf(run: number): number {
    return this.#entryEnds.at(run);
  }

  /** -1 for a run without one. */
  openerOf(run: number): number {
    const opener = this.#openers.at(run);
    return opener === 0 ? this.nodeAt(this.startOf(run)) : opener > 0 ? opener - 1 : -1;
  }

  open(opener: number | null): void {
    this.#starts.set(this.#runCount, this.#placeCount);
    this.#opener = opener ?? -1;
    if (opener !== null) this.#openers.set(this.#runCount, opener + 1);
    this.#runCount += 1;
  }

  /** An entry of the run opened last, or what stands before the first run of the next thread. */
  add(node: number): void {
    if (node === this.#opener && this.#starts.at(this.#runCount - 1) === this.#placeCount)
      this.#openers.set(this.#runCount - 1, 0);
    this.#nodes.set(this.#placeCount, node);
    this.#placeCount += 1;
  }

  /** Everything that follows stands behind the entries of the run opened last. */
  endEntries(): void {
    this.#entryEnds.set(this.#runCount - 1, this.#placeCount);
  }
}

/** A run that is not laid out yet. */
export interface HeldRun {
  readonly opener: number | null;
  readonly entries: number[];
  readonly boundariesAfter: number[];
}

export interface FirstRunRule {
  /** The whole run stands in the thread that is left, so that it is shared and not laid out again. */
  isShared(run: HeldRun, isLast: boolean): boolean;
  /** What the run that follows a shared one takes of it. */
  tailOf(run: HeldRun): readonly number[];
}

/** Lays out one thread as its runs are cut. */
export class LayoutWriter implements CutReceiver<number> {
  readonly #layout: RunLayout;
  readonly #rule: FirstRunRule | null;
  /** The first run, as long as it isn't known whether it is shared. */
  #held: HeldRun | null = null;
  #boundariesBefore: number[] = [];
  /** Of the run opened last: more entries may come. */
  #boundariesAfter: number[] = [];
  #hasRuns = false;
  #isShared = false;

  /** @param rule Null for a thread that leaves no other. */
  constructor(layout: RunLayout, rule: FirstRunRule | null) {
    this.#layout = layout;
    this.#rule = rule;
  }

  /** The first run is that of the thread that is left. */
  get isShared(): boolean {
    return this.#isShared;
  }

  openRun(opener: number | null): void {
    if (!this.#hasRuns && this.#rule !== null) {
      this.#hasRuns = true;
      this.#held = { opener, entries: [], boundariesAfter: [] };
      return;
    }
    const tail = this.#settleFirst(false);
    this.#close();
    this.#hasRuns = true;
    this.#layout.open(opener);
    for (const node of tail) this.#layout.add(node);
  }

  put(node: number): void {
    if (this.#held !== null) this.#held.entries.push(node);
    else if (this.#hasRuns) this.#layout.add(node);
  }

  boundary(node: number, place: 'between' | 'inside'): void {
    if (!this.#hasRuns) this.#boundariesBefore.push(node);
    else if (place === 'inside') this.put(node);
    else (this.#held?.boundariesAfter ?? this.#boundariesAfter).push(node);
  }

  end(): void {
    this.#settleFirst(true);
    this.#close();
  }

  /** @returns What the next run begins with. */
  #settleFirst(isLast: boolean): readonly number[] {
    const held = this.#held;
    this.#held = null;
    if (held === null || this.#rule === null) return [];
    if (this.#rule.isShared(held, isLast)) {
      this.#isShared = true;
      this.#boundariesBefore = held.boundariesAfter;
      return this.#rule.tailOf(held);
    }
    this.#close();
    this.#layout.open(held.opener);
    for (const node of held.entries) this.#layout.add(node);
    this.#boundariesAfter = held.boundariesAfter;
    return [];
  }

  /** Nothing more goes before the next run. */
  #close(): void {
    for (const node of this.#boundariesBefore) this.#layout.add(node);
    if (this.#boundariesAfter.length > 0) this.#layout.endEntries();
    for (const node of this.#boundariesAfter) this.#layout.add(node);
    this.#boundariesBefore = [];
    this.#boundariesAfter = [];
  }
}
