import { classAt, LOWER, SPACE, UPPER, WORD } from './char-class.ts';

export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** A stretch without any end is cut here, at a space, so that no "sentence" is a whole log. */
export const MAX_SENTENCE = 600;

const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st no nr vs etc e.g i.e cf approx incl jan feb mar apr jun jul aug sep sept oct nov dec fig eq'.split(
    ' ',
  ),
);
const LIST_SIGN = /^(?:[ \t]|[-*+•>#]+(?= )|\d{1,3}[.)](?= )|\[[ xX]\](?= )|\|)+/;

/**
 * Splits `text` from `from` to `to` into sentences: at `.`, `!`, `?` with a space behind them, at the
 * full stops of other scripts, and at line breaks. List signs at the beginning are left out, the full
 * stop at the end is not. A line that was only wrapped goes on: it ended without a stop, is long, and
 * the next one begins with a lower-case letter.
 */
export function splitSentences(text: string, from = 0, to = text.length): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = from;
  let lineStart = from;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      if (!isWrapped(text, lineStart, at, to)) {
        push(sentences, text, start, at);
        start = at + 1;
      }
      lineStart = at + 1;
    } else if (isStop(code) && endsSentence(text, at, code, start, to)) {
      const end = closingEnd(text, at + 1, to);
      push(sentences, text, start, end);
      start = end;
      at = end - 1;
    } else if (at - start >= MAX_SENTENCE && (classAt(text, at) & SPACE) !== 0) {
      push(sentences, text, start, at);
      start = at + 1;
    } else if (at - start >= 2 * MAX_SENTENCE) {
      push(sentences, text, start, at);
      start = at;
    }
  }
  push(sentences, text, start, to);
  return sentences;
}

function isStop(code: number): boolean {
  // . ! ? and 。！？ and the Arabic ؟ and the Devanagari danda
  return (
    code === 46 ||
    code === 33 ||
    code === 63 ||
    code === 0x3002 ||
    code === 0xff01 ||
    code === 0xff1f ||
    code === 0x061f ||
    code === 0x0964
  );
}

function endsSentence(text: string, at: number, code: number, start: number, to: number): boolean {
  if (code >= 0x0964) return true;
  const next = at + 1;
  if (next >= to) return true;
  const after = classAt(text, next);
  if ((after & SPACE) === 0 && !isClosing(text[next] ?? '')) return false;
  if (code !== 46) return true;
  return !endsAbbreviation(text, at, start, to);
}

/** `Dr. Lee`, `e.g. this`, `J. Smith`, and `3. item` at the beginning of a line. */
function endsAbbreviation(text: string, stop: number, start: number, to: number): boolean {
  let wordStart = stop;
  while (wordStart > start && stop - wordStart < 8 && isWordOrDot(text, wordStart - 1)) wordStart--;
  const word = text.slice(wordStart, stop);
  if (ABBREVIATIONS.has(word.toLowerCase()) && stop + 2 < to) return true;
  if (word.length === 1 && (classAt(text, wordStart) & UPPER) !== 0) return true;
  return /^\d{1,3}$/.test(word) && text.slice(start, wordStart).trim() === '';
}

function isWordOrDot(text: string, index: number): boolean {
  return (classAt(text, index) & WORD) !== 0 || text[index] === '.';
}

function isClosing(sign: string): boolean {
  return sign !== '' && '"\'”’»)]*_`」』'.includes(sign);
}

function closingEnd(text: string, index: number, to: number): number {
  let end = index;
  while (end < to && end - index < 8 && (isClosing(text[end] ?? '') || isStop(text.charCodeAt(end)))) end++;
  return end;
}

function isWrapped(text: string, lineStart: number, lineEnd: number, to: number): boolean {
  if (lineEnd + 1 >= to || lineEnd - lineStart < 50 || lineEnd - lineStart > 160) return false;
  return (classAt(text, lineEnd + 1) & LOWER) !== 0 && !'.!?:;'.includes(text[lineEnd - 1] ?? '');
}

function push(sentences: Sentence[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && (classAt(text, start) & SPACE) !== 0) start++;
  while (end > start && (classAt(text, end - 1) & SPACE) !== 0) end--;
  start += LIST_SIGN.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0;
  if (start < end) sentences.push({ start, end });
}
