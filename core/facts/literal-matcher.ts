import { classAt, isWordAt, SPACE } from './char-class.ts';
import { eachWord } from './fact-words.ts';

export const MIN_ANCHOR = 3;
/** Facts with one and the same rarest word; more are left to the scanners. */
const MAX_POSTINGS = 64;
/** A single space of a normal form may be any white space in the text, up to this much. */
const MAX_GAP = 200;

interface Literal {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Finds known texts (quotations, names, commands) in other texts, quoted or not: whole, so never inside
 * a longer word, and with any white space where the known text has a space. Each is filed under its
 * rarest word, so a text is read once, however many are known.
 */
export class LiteralMatcher {
  readonly #postings = new Map<string, Literal[]>();
  readonly #counts = new Map<string, number>();

  /** @returns False when the text has no word to be found by; it is then not known. */
  add(id: number, normal: string): boolean {
    const anchor = this.#anchorOf(normal);
    if (anchor === null) return false;
    const word = normal.slice(anchor.start, anchor.end);
    const postings = this.#postings.get(word) ?? [];
    if (postings.length >= MAX_POSTINGS) return false;
    postings.push({ id, before: normal.slice(0, anchor.start), after: normal.slice(anchor.end) });
    this.#postings.set(word, postings);
    return true;
  }

  get isEmpty(): boolean {
    return this.#postings.size === 0;
  }

  /** Calls `found` for the known texts that stand around the word from `start` to `end`. */
  matchAt(text: string, start: number, end: number, word: string, found: (id: number) => void): void {
    const postings = this.#postings.get(word);
    if (postings === undefined) return;
    for (const literal of postings) {
      if (standsBefore(text, start, literal.before) && standsAfter(text, end, literal.after)) {
        found(literal.id);
      }
    }
  }

  #anchorOf(normal: string): { readonly start: number; readonly end: number } | null {
    let best: { start: number; end: number; count: number } | null = null;
    eachWord(normal, 0, normal.length, (start, end) => {
      const word = normal.slice(start, end);
      const count = this.#counts.get(word) ?? 0;
      this.#counts.set(word, count + 1);
      if (end - start < MIN_ANCHOR) return;
      const isBetter =
        best === null || count < best.count || (count === best.count && end - start > best.end - best.start);
      if (isBetter) best = { start, end, count };
    });
    return best;
  }
}

function standsAfter(text: string, from: number, expected: string): boolean {
  let at = from;
  for (let index = 0; index < expected.length; index++) {
    if (expected[index] === ' ') {
      const gapStart = at;
      while (at - gapStart < MAX_GAP && (classAt(text, at) & SPACE) !== 0) at++;
      if (at === gapStart) return false;
    } else {
      if (text.charCodeAt(at) !== expected.charCodeAt(index)) return false;
      at++;
    }
  }
  return !isWordAt(text, at) || !isWordAt(text, at - 1);
}

function standsBefore(text: string, from: number, expected: string): boolean {
  let at = from;
  for (let index = expected.length - 1; index >= 0; index--) {
    if (expected[index] === ' ') {
      const gapEnd = at;
      while (gapEnd - at < MAX_GAP && (classAt(text, at - 1) & SPACE) !== 0) at--;
      if (at === gapEnd) return false;
    } else {
      if (text.charCodeAt(at - 1) !== expected.charCodeAt(index)) return false;
      at--;
    }
  }
  return !isWordAt(text, at - 1) || !isWordAt(text, at);
}
