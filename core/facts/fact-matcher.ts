import { DecisionMatcher } from './decision-matcher.ts';
import { extractOccurrences } from './extract-facts.ts';
import { factKey, type Fact, type FactClass } from './fact.ts';
import { LiteralMatcher } from './literal-matcher.ts';

/**
 * Tells which known facts occur in a text, each by its normal form and whole.
 *
 * What has a form of its own (a date, a number with a unit) is read again and compared; what is just
 * words (quotations, names, commands) may stand there in any form, quoted or not; a decision is there
 * when most of its words are in one sentence.
 */
export class FactMatcher {
  readonly #byKey = new Map<string, number>();
  readonly #literals = new LiteralMatcher();
  readonly #decisions = new DecisionMatcher();
  #count = 0;

  /** Knows a fact from now on. @returns Its number, counting from 0. */
  add(fact: { readonly factClass: FactClass; readonly normal: string }): number {
    const id = this.#count++;
    if (fact.factClass === 'decision') this.#decisions.add(id, fact.normal);
    const isLiteral = isWords(fact) && this.#literals.add(id, fact.normal);
    if (!isLiteral) this.#byKey.set(factKey(fact), id);
    return id;
  }

  /**
   * Calls `found` once per occurrence, in no particular order.
   *
   * @param occurrences `extractOccurrences(text)`, where the caller has it already.
   */
  match(text: string, found: (id: number) => void, occurrences = extractOccurrences(text)): void {
    const exactDecisions = new Set<number>();
    for (const fact of occurrences) {
      const id = this.#byKey.get(factKey(fact));
      if (id === undefined) continue;
      found(id);
      if (fact.factClass === 'decision') exactDecisions.add(id);
    }
    this.#literals.match(text, found);
    this.#decisions.match(text, (id) => {
      // The sentence itself was read above.
      if (!exactDecisions.delete(id)) found(id);
    });
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
