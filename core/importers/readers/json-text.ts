import { withoutByteOrderMark } from './text-decoder.ts';

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The text itself, made well-formed, or null for anything that isn't a text. The empty text is null too. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

/**
 * A text or a number as a text, and the empty text for everything else: a list that is nested deep enough has
 * none that the engine could make.
 */
export function plainText(value: unknown): string {
  return typeof value === 'number' ? String(value) : (textOrNull(value) ?? '');
}

/**
 * JSON.parse for what programs really write: one leading byte order mark is dropped, and Python's bare
 * `NaN`, `Infinity` and `-Infinity` read as null.
 *
 * @throws SyntaxError as JSON.parse does, for the text as it was given.
 */
export function parseJson(text: string): unknown {
  const plain = withoutByteOrderMark(text);
  try {
    return JSON.parse(plain);
  } catch (error) {
    const tamed = withoutNonNumbers(plain);
    if (tamed === null) throw error;
    try {
      return JSON.parse(tamed);
    } catch {
      throw error;
    }
  }
}

/** A JSON string, or a bare word that JSON doesn't have; strings come first, so words inside them stay. */
const STRING_OR_NON_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

function withoutNonNumbers(text: string): string | null {
  if (!/NaN|Infinity/.test(text)) return null;
  return text.replace(STRING_OR_NON_NUMBER, (found) => (found.startsWith('"') ? found : 'null'));
}

/**
 * What a value means when its writer put JSON inside a string, up to twice. A text that only looks
 * like JSON comes back as it was.
 */
export function unwrapJson(value: unknown): unknown {
  let current = value;
  for (let round = 0; round < 2; round += 1) {
    if (typeof current !== 'string' || !/^\s*[[{"]/.test(current)) return current;
    try {
      current = parseJson(current);
    } catch {
      return current;
    }
  }
  return current;
}
