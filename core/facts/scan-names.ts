import { classAt, isWordAt, LOWER, SPACE, UPPER, WORD } from './char-class.ts';
import { singleSpaced, type FactSink } from './fact.ts';
import { isMonthName } from './scan-dates.ts';
import { SENTENCE_OPENERS } from './sentence-openers.ts';

const PARTICLES = new Set(
  'van der den de del della di da dos das du von zu zur ter ten of la le el al bin ibn y'.split(' '),
);
const WEEKDAYS = new Set('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '));
const MIN_WORDS = 2;
const MAX_WORDS = 4;
const MAX_PARTICLES = 3;
const MAX_WORD = 40;
/** How far back the beginning of a sentence is looked for behind list signs, quotes and brackets. */
const MAX_OPENING = 12;

interface Word {
  readonly start: number;
  readonly end: number;
}

/**
 * The row of two to four capitalized words that begins with the capital at `start`: people, places,
 * products. A capital at the beginning of a sentence proves nothing, so an ordinary opening word is left
 * out of the row.
 *
 * @returns Where the row ends; no other begins before.
 */
export function scanNames(text: string, start: number, sink: FactSink): number {
  const words: Word[] = [];
  let end = start;
  let at = start;
  for (;;) {
    const wordEnd = capitalizedEnd(text, at);
    if (wordEnd === null) break;
    words.push({ start: at, end: wordEnd });
    end = wordEnd;
    const next = nextCapital(text, wordEnd);
    if (next === null) break;
    at = next;
  }
  emitRow(text, words, sink);
  return Math.max(end, start + 1);
}

function emitRow(text: string, row: readonly Word[], sink: FactSink): void {
  // A longer row is a title, whatever it begins with.
  if (row.length > MAX_WORDS + 1) return;
  let first = 0;
  let last = row.length - 1;
  // "The", "We", "Set", "Using" are no part of a name wherever they stand.
  while (first <= last && isOpener(text, row[first])) first++;
  while (last >= first && isOpener(text, row[last])) last--;
  const words = row.slice(first, last + 1);
  const from = words[0];
  const to = words.at(-1);
  if (from === undefined || to === undefined) return;
  if (words.length < MIN_WORDS || words.length > MAX_WORDS || isHeading(text, row[0]?.start ?? 0)) return;
  sink('name', from.start, to.end, singleSpaced(text.slice(from.start, to.end)));
}

function isOpener(text: string, word: Word | undefined): boolean {
  if (word === undefined) return false;
  const written = text.slice(word.start, word.end);
  return SENTENCE_OPENERS.has(written) || /^[A-Z][a-z]+ing$/.test(written);
}

/** The end of a word such as `Maria`, `O'Neill`, `Jean-Luc`, `GitHub` or `J.`; null when it is none. */
function capitalizedEnd(text: string, start: number): number | null {
  if ((classAt(text, start) & UPPER) === 0 || isWordAt(text, start - 1) || text[start - 1] === '.')
    return null;
  let end = start + 1;
  let hasLower = false;
  for (; end - start <= MAX_WORD; end++) {
    const flags = classAt(text, end);
    if ((flags & (LOWER | UPPER)) !== 0) {
      hasLower ||= (flags & LOWER) !== 0;
      continue;
    }
    const isJoint = "'’-".includes(text[end] ?? ' ') && (classAt(text, end + 1) & (LOWER | UPPER)) !== 0;
    if (!isJoint || (text[end] !== '-' && text[end + 1] === 's' && !isWordAt(text, end + 2))) break;
  }
  if ((classAt(text, end) & WORD) !== 0) return null;
  if (end === start + 1) return text[end] === '.' && (classAt(text, end + 1) & SPACE) !== 0 ? end + 1 : null;
  const word = text.slice(start, end);
  return hasLower && !WEEKDAYS.has(word) && !isMonthName(word) ? end : null;
}

/** The next capitalized word behind single spaces and, at most, a few particles. */
function nextCapital(text: string, end: number): number | null {
  let at = end;
  for (let particles = 0; particles <= MAX_PARTICLES; particles++) {
    if (text[at] !== ' ' && text[at] !== '\u00a0') return null;
    at++;
    if ((classAt(text, at) & UPPER) !== 0) return at;
    const wordStart = at;
    while (at - wordStart < 6 && (classAt(text, at) & LOWER) !== 0) at++;
    if (!PARTICLES.has(text.slice(wordStart, at))) return null;
  }
  return null;
}

/** Headings are written with capitals for their own sake. */
function isHeading(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && start - at <= MAX_OPENING && (classAt(text, at) & SPACE) !== 0 && text[at] !== '\n') at--;
  if (text[at] !== '#') return false;
  while (text[at] === '#' && start - at <= MAX_OPENING) at--;
  return at < 0 || text[at] === '\n';
}
