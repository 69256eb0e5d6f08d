import { decisionWords } from './fact-words.ts';
import { splitSentences } from './sentences.ts';

/** A decision survives when this share of its words stands in one sentence. */
export const DECISION_SHARE = 0.6;

/** Sentences that hold one and the same word are compared with at most this many decisions. */
const MAX_POSTINGS = 256;

interface Group {
  readonly words: ReadonlySet<string>;
  readonly needed: number;
  /** Decisions of exactly these words. */
  readonly ids: number[];
}

/**
 * Finds known decisions in text by their words. A sentence with enough of a decision's words must hold
 * one of any `n − needed + 1` of them, so each decision is filed under its rarest ones only, and a
 * sentence is compared with the few decisions that its words bring up.
 */
export class DecisionMatcher {
  readonly #groups = new Map<string, Group>();
  readonly #postings = new Map<string, Group[]>();
  /** In how many decisions a word stands. */
  readonly #decisionCounts = new Map<string, number>();

  /** @returns False when the sentence has no words to be found by, or too many others share them. */
  add(id: number, sentence: string): boolean {
    const words = decisionWords(sentence);
    const key = [...words].sort().join(' ');
    const known = this.#groups.get(key);
    if (known !== undefined) {
      known.ids.push(id);
      return true;
    }
    if (words.size === 0) return false;
    const needed = Math.ceil(words.size * DECISION_SHARE);
    for (const word of words) this.#decisionCounts.set(word, (this.#decisionCounts.get(word) ?? 0) + 1);
    const places = this.#rarest(words, words.size - needed + 1);
    if (places.some((word) => (this.#postings.get(word)?.length ?? 0) >= MAX_POSTINGS)) return false;
    const group: Group = { words, needed, ids: [id] };
    this.#groups.set(key, group);
    for (const word of places) this.#file(word, group);
    return true;
  }

  get isEmpty(): boolean {
    return this.#postings.size === 0;
  }

  /** Whether a sentence with this word, in lower case, has to be looked at. */
  isFiledUnder(word: string): boolean {
    return this.#postings.has(word);
  }

  /**
   * Calls `found` for each decision and each sentence that carries it.
   *
   * @param places Where words stand that decisions are filed under, ascending. Other sentences hold none.
   */
  match(text: string, places: readonly number[], found: (id: number) => void): void {
    if (places.length === 0) return;
    let next = 0;
    for (const { start, end } of splitSentences(text)) {
      while ((places[next] ?? Infinity) < start) next++;
      if ((places[next] ?? Infinity) < end) this.#matchSentence(decisionWords(text, start, end), found);
    }
  }

  #matchSentence(words: ReadonlySet<string>, found: (id: number) => void): void {
    const seen = new Set<Group>();
    for (const word of words) {
      for (const group of this.#postings.get(word) ?? []) {
        if (seen.has(group)) continue;
        seen.add(group);
        if (group.needed <= words.size && shares(group, words)) group.ids.forEach(found);
      }
    }
  }

  #rarest(words: ReadonlySet<string>, count: number): readonly string[] {
    const countOf = (word: string): number => this.#decisionCounts.get(word) ?? 0;
    return [...words]
      .sort((left, right) => countOf(left) - countOf(right) || right.length - left.length)
      .slice(0, count);
  }

  #file(word: string, group: Group): void {
    const postings = this.#postings.get(word);
    if (postings === undefined) this.#postings.set(word, [group]);
    else postings.push(group);
  }
}

function shares(group: Group, words: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of group.words) if (words.has(word)) shared++;
  return shared >= group.needed;
}
