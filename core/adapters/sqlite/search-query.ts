/** A search as the index and a reader of plain text understand it alike. */
export interface SearchQuery {
  /** For FTS5's MATCH. Holds nothing of the person's own syntax. */
  readonly match: string;
  /** Tests text that isn't indexed yet; give it `foldText`ed text. */
  readonly pattern: RegExp;
  /** Finds the first word, for the piece of text that is shown; for `foldText`ed text. */
  readonly firstWord: RegExp;
}

// As the index's tokenizer: letters, numbers, private use, and the marks that belong to them.
const TOKENS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const TOKEN_CHARACTER = '[\\p{L}\\p{N}\\p{Co}]';
/** Scripts that are written without spaces; their characters are words of their own here. */
const UNSPACED = /[\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;
const EACH_UNSPACED = new RegExp(UNSPACED.source, 'gu');

/**
 * Reads what a person typed: every word has to occur, each as the beginning of a word. A word with
 * signs inside (`B-100`, `a.b`) is its parts in a row.
 *
 * @returns null when there is no letter or number in it.
 */
export function parseSearch(text: string): SearchQuery | null {
  const words = text
    .split(/\s+/u)
    .map((word) => tokensOf(word))
    .filter((tokens) => tokens.length > 0);
  if (words.length === 0) return null;
  const patterns = words.map(wordPattern);
  return {
    match: words.map((tokens) => `"${tokens.join(' ')}" *`).join(' AND '),
    pattern: new RegExp(`^${patterns.map((pattern) => `(?=[\\s\\S]*?${pattern})`).join('')}`, 'u'),
    firstWord: new RegExp(patterns[0] ?? '', 'u'),
  };
}

/** Text as it goes into the index: scripts without spaces are taken apart. */
export function indexedText(text: string): string {
  return UNSPACED.test(text) ? text.replace(EACH_UNSPACED, ' $& ') : text;
}

/** Text as `pattern` expects it: case and marks are gone, as in the index. */
export function foldText(text: string): string {
  // Nearly all text is plain, and taking marks off costs ten times as much as the rest.
  const lower = indexedText(text).toLowerCase();
  return /[^ -~\s]/u.test(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '') : lower;
}

function tokensOf(word: string): readonly string[] {
  return foldText(word).match(TOKENS) ?? [];
}

function wordPattern(tokens: readonly string[]): string {
  return `(?<!${TOKEN_CHARACTER})${tokens.join(`[^\\p{L}\\p{N}\\p{Co}]+`)}`;
}
