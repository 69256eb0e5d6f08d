import { DecisionMatcher } from './decision-matcher.ts';
import { extractOccurrences } from './extract-facts.ts';
import { FactMap } from './fact-map.ts';
import type { Fact, FactClass } from './fact.ts';
import { eachWord } from './fact-words.ts';
import { LiteralMatcher, MIN_ANCHOR } from './literal-matcher.ts';

/**
 * Tells which known facts occur in a text, each by its normal form and whole.
 *
 * What has a form of its own (a date, a number with a unit) is read again and compared; what is just
 * words (quotations, names, commands) may stand there in any form, quoted or not; a decision is there
 * when most of its words are in one sentence.
 */
export class FactMatcher {
  readonly #byForm = new FactMap<number>();
  readonly #literals = new LiteralMatcher();
  readonly #decisions = new DecisionMatcher();
  #count = 0;

  /** Knows a fact from now on. @returns Its number, counting from 0. */
  add(fact: { readonly factClass: FactClass; readonly normal: string }): number {
    const id = this.#count++;
    const isFiled =
      fact.factClass === 'decision'
        ? this.#decisions.add(id, fact.normal)
        : isWords(fact) && this.#literals.add(id, fact.normal);
    if (!isFiled) this.#byForm.set(fact, id);
    return id;
  }

  /**
   * Calls `found` once per occurrence, in no particular order.
   *
   * @param occurrences `extractOccurrences(text)`, where the caller has it already.
   */
  match(text: string, found: (id: number) => void, occurrences = extractOccurrences(text)): void {
    for (const fact of occurrences) {
      const id = this.#byForm.get(fact);
      if (id !== undefined) found(id);
    }
    this.#decisions.match(text, this.#matchWords(text, found), found);
  }

  /** @returns Where words stand that decisions are filed under. */
  #matchWords(text: string, found: (id: number) => void): readonly number[] {
    const places: number[] = [];
    const hasDecisions = !this.#decisions.isEmpty;
    if (this.#literals.isEmpty && !hasDecisions) return places;
    eachWord(text, 0, text.length, (start, end) => {
      if (end - start < MIN_ANCHOR) return;
      const word = text.slice(start, end);
      this.#literals.matchAt(text, start, end, word, found);
      if (hasDecisions && this.#decisions.isFiledUnder(word.toLowerCase())) places.push(start);
    });
    return places;
  }
}

/** Facts that are nothing but words: no scanner would find them where they stand without their marks. */
function isWords(fact: { readonly factClass: FactClass; readonly normal: string }): boolean {
  switch (fact.factClass) {
    case 'quoted':
    case 'name':
    case 'command':
      return true;
    case 'identifier':
      return !isSelfEvident(fact.normal);
    default:
      return false;
  }
}

/** `save` was an identifier for the parentheses behind it; `userId` is one wherever it stands. */
function isSelfEvident(normal: string): boolean {
  return extractOccurrences(normal).some(
    (fact: Fact) => fact.factClass === 'identifier' && fact.normal === normal,
  );
}
