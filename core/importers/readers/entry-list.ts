import { factsOf } from './cut-facts.ts';
import type { CutFacts, TranscriptEntry } from './transcript-entry.ts';

/** What decides where runs are cut, for each entry of a transcript by its place. */
export interface CutList {
  readonly count: number;
  kindAt(index: number): TranscriptEntry['kind'];
  /** A system or developer message. */
  isInstructionAt(index: number): boolean;
  isUserTurnAt(index: number): boolean;
  /** Tool calls and their results, in order. */
  pairsAt(index: number): CutFacts['pairs'];
}

/** The entries of a transcript, of which one at a time need be in memory. */
export interface EntryList extends CutList {
  /** It says something in a user's name. */
  isByUserAt(index: number): boolean;
  at(index: number): TranscriptEntry;
}

export class ArrayEntries implements EntryList {
  readonly #entries: readonly TranscriptEntry[];

  constructor(entries: readonly TranscriptEntry[]) {
    this.#entries = entries;
  }

  get count(): number {
    return this.#entries.length;
  }

  kindAt(index: number): TranscriptEntry['kind'] {
    return this.at(index).kind;
  }

  isInstructionAt(index: number): boolean {
    const entry = this.at(index);
    return (
      entry.kind === 'input' &&
      entry.item.type === 'message' &&
      (entry.item.role === 'system' || entry.item.role === 'developer')
    );
  }

  isUserTurnAt(index: number): boolean {
    return factsOf(this.at(index)).isUserTurn;
  }

  pairsAt(index: number): CutFacts['pairs'] {
    return factsOf(this.at(index)).pairs;
  }

  isByUserAt(index: number): boolean {
    const entry = this.at(index);
    if (entry.kind === 'compaction') return false;
    const items = entry.kind === 'input' ? [entry.item] : entry.items;
    return items.some((item) => item.type === 'message' && item.role === 'user');
  }

  at(index: number): TranscriptEntry {
    const entry = this.#entries[index];
    if (entry === undefined) throw new RangeError(`no entry ${index}`);
    return entry;
  }
}
