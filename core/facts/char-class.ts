/**
 * What a UTF-16 code unit is, as bit flags in one table: looking a character up is what every scanner
 * does for every character, and a regular expression per character would be ten times slower.
 */
export const WORD = 1;
export const UPPER = 2;
export const LOWER = 4;
/** 0–9 only. */
export const DIGIT = 8;
export const SPACE = 16;
/** Letters of scripts that join ASCII tokens without a space: Japanese, Arabic, Thai, … */
export const OTHER_LETTER = 32;
/** Decimal digits other than 0–9. */
export const OTHER_DIGIT = 64;
/** May stand in the name of a file. */
export const SEGMENT = 128;

/**
 * A word, for the purpose of "not inside a longer word", is made of alphabets that are written with
 * spaces and upper case: `é` or `д` next to `OPS-4312` makes a longer word, `は` or `في` does not,
 * because a particle is simply attached there.
 */
const WORD_LETTERS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]+/gu;

const CLASSES = buildTable();

export function charClass(code: number): number {
  return CLASSES[code] ?? 0;
}

export function classAt(text: string, index: number): number {
  return CLASSES[text.charCodeAt(index)] ?? 0;
}

export function isWordAt(text: string, index: number): boolean {
  return (classAt(text, index) & WORD) !== 0;
}

/** The end of the word that goes on at `index`. */
export function wordEnd(text: string, index: number): number {
  let end = index;
  while (isWordAt(text, end)) end++;
  return end;
}

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  const everything = allUnits();
  mark(table, everything, /[\p{L}\p{M}]+/gu, OTHER_LETTER);
  mark(table, everything, /\p{Nd}+/gu, OTHER_DIGIT);
  mark(table, everything, /\s+/gu, SPACE);
  for (const match of everything.matchAll(WORD_LETTERS)) {
    replace(table, match, WORD | SEGMENT);
  }
  // Accents written as characters of their own go with those alphabets.
  table.fill(WORD | SEGMENT, 0x300, 0x370);
  mark(table, everything, /\p{Lu}+/gu, UPPER);
  mark(table, everything, /\p{Ll}+/gu, LOWER);
  for (let code = 48; code <= 57; code++) table[code] = WORD | DIGIT | SEGMENT;
  table['_'.charCodeAt(0)] = WORD | SEGMENT;
  for (const sign of '-.+@%~$#={}*') {
    const code = sign.charCodeAt(0);
    table[code] = (table[code] ?? 0) | SEGMENT;
  }
  return table;
}

/** Every unit but the surrogates, which stay without a class: an emoji ends a word. */
function allUnits(): string {
  const parts: string[] = [];
  for (let code = 0; code < 0x10000; code++) {
    parts.push(code >= 0xd800 && code <= 0xdfff ? '\0' : String.fromCharCode(code));
  }
  return parts.join('');
}

function mark(table: Uint8Array, units: string, pattern: RegExp, flags: number): void {
  for (const match of units.matchAll(pattern)) {
    for (let code = match.index; code < match.index + match[0].length; code++) {
      table[code] = (table[code] ?? 0) | flags;
    }
  }
}

function replace(table: Uint8Array, match: RegExpExecArray, flags: number): void {
  table.fill(flags, match.index, match.index + match[0].length);
}
