import {
  charClass,
  classAt,
  DIGIT,
  isWordAt,
  LOWER,
  OTHER_DIGIT,
  UPPER,
  WORD,
  wordEnd,
} from './char-class.ts';
import type { FactSink } from './fact.ts';
import { scanDigitDate, scanMonthDate } from './scan-dates.ts';
import { identifierKind, isDashedIdentifier, isUuid } from './identifier-shapes.ts';
import { scanNames } from './scan-names.ts';
import { scanNumber, scanOtherDigits } from './scan-numbers.ts';

const MAX_IDENTIFIER = 100;
const UUID_LENGTH = 36;
const VERSION = /v\d+(?:\.\d+)*(?:-(?:alpha|beta|rc|pre|dev|next)[.\d]*)?/y;
const UNDERSCORE = 95;
const HASH = 35;
const AT = 64;
const HYPHEN = 45;
const OPEN = 40;
const CLOSE = 41;

/**
 * Identifiers, numbers, dates, times and names: everything that is told from the shape of a word. One walk over
 * the text; a word of lower-case letters alone, which most are, costs a table look-up per letter.
 */
export function scanWords(text: string, sink: FactSink): void {
  let at = 0;
  // Words before it belong to a dashed token that was already looked at as a whole.
  let dashedUntil = 0;
  let namesUntil = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const flags = charClass(code);
    if ((flags & WORD) === 0) {
      at = (flags & OTHER_DIGIT) !== 0 ? scanOtherDigits(text, at, sink) : scanSign(text, at, code, sink);
      continue;
    }
    if ((flags & UPPER) !== 0 && at >= namesUntil) namesUntil = scanNames(text, at, sink);
    let end = at + 1;
    let seen = flags;
    let isPlain = code !== UNDERSCORE;
    for (; end < text.length; end++) {
      const next = text.charCodeAt(end);
      const nextFlags = charClass(next);
      if ((nextFlags & WORD) === 0) break;
      seen |= nextFlags;
      if (next === UNDERSCORE) isPlain = false;
    }
    const follows = text.charCodeAt(end);
    if (follows === HYPHEN && end >= dashedUntil) {
      dashedUntil = dashedEnd(text, end);
      if (emitDashed(text, at, dashedUntil, sink)) {
        at = dashedUntil;
        continue;
      }
    }
    if (follows === OPEN && text.charCodeAt(end + 1) === CLOSE) emitCall(text, at, end, sink);
    at = isPlain && (seen & (UPPER | DIGIT)) === 0 ? end : scanWord(text, at, end, sink);
  }
}

/** `#123` and `@name`. @returns Where to go on. */
function scanSign(text: string, at: number, code: number, sink: FactSink): number {
  if ((code !== HASH && code !== AT) || isWordAt(text, at - 1)) return at + 1;
  const first = classAt(text, at + 1);
  if (code === HASH) {
    if ((first & DIGIT) === 0 || text[at - 1] === '&') return at + 1;
    const end = wordEnd(text, at + 1);
    if (!/^\d{1,12}$/.test(text.slice(at + 1, Math.min(end, at + 14)))) return end;
    sink('identifier', at, end, text.slice(at, end));
    return end;
  }
  if ((first & (LOWER | UPPER)) === 0) return at + 1;
  const end = handleEnd(text, at + 1);
  if (end - at <= MAX_IDENTIFIER) sink('identifier', at, end, text.slice(at, end));
  return at + 1;
}

function handleEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = wordEnd(text, end);
    const sign = text[end];
    if ((sign !== '-' && sign !== '.') || !isWordAt(text, end + 1) || end - start > MAX_IDENTIFIER)
      return end;
    end++;
  }
}

function dashedEnd(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === HYPHEN && isWordAt(text, end + 1)) end = wordEnd(text, end + 1);
  return end;
}

/** A UUID, `OPS-4312`, `gpt-4o-mini`. @returns Whether the whole token was one fact. */
function emitDashed(text: string, start: number, end: number, sink: FactSink): boolean {
  if (end - start > MAX_IDENTIFIER || isWordAt(text, start - 1)) return false;
  const token = text.slice(start, end);
  if ((token.length === UUID_LENGTH && isUuid(token)) || isDashedIdentifier(token)) {
    sink('identifier', start, end, token);
    return true;
  }
  return false;
}

/** `store.saveRun()` as written, without its parentheses in the normal form. */
function emitCall(text: string, nameStart: number, nameEnd: number, sink: FactSink): void {
  let start = nameStart;
  while (text[start - 1] === '.' && isWordAt(text, start - 2) && nameEnd - start < MAX_IDENTIFIER) {
    start -= 2;
    while (isWordAt(text, start - 1) && nameEnd - start < MAX_IDENTIFIER) start--;
  }
  if (nameEnd - start >= MAX_IDENTIFIER || (classAt(text, start) & DIGIT) !== 0) return;
  sink('identifier', start, nameEnd + 2, text.slice(start, nameEnd));
}

/** @returns Where to go on. */
function scanWord(text: string, start: number, end: number, sink: FactSink): number {
  const length = end - start;
  if ((classAt(text, start) & DIGIT) !== 0) {
    const dateEnd = length <= 5 ? scanDigitDate(text, start, sink) : null;
    const found = dateEnd ?? scanHex(text, start, end, sink) ?? scanNumber(text, start, sink);
    if (found !== null) return found;
  }
  if (length > MAX_IDENTIFIER) return end;
  if (text[start] === 'v' && (classAt(text, start + 1) & DIGIT) !== 0) {
    VERSION.lastIndex = start;
    const version = VERSION.exec(text)?.[0];
    if (version !== undefined && !isWordAt(text, start + version.length)) {
      sink('identifier', start, start + version.length, version);
      return start + version.length;
    }
  }
  const word = text.slice(start, end);
  if (identifierKind(word) !== null) {
    sink('identifier', start, end, word);
    return end;
  }
  return ((classAt(text, start) & UPPER) !== 0 ? scanMonthDate(text, start, sink) : null) ?? end;
}

/** Seven hex digits or more that begin with a digit, before they are taken for a number with a unit. */
function scanHex(text: string, start: number, end: number, sink: FactSink): number | null {
  if (end - start < 7 || end - start > MAX_IDENTIFIER) return null;
  const word = text.slice(start, end);
  if (identifierKind(word) !== 'hex') return null;
  sink('identifier', start, end, word);
  return end;
}
