import { classAt, DIGIT, UPPER } from './char-class.ts';

/** A stretch of a text, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Shorter stretches may be paths, and real identifiers are not longer. */
const MIN_LENGTH = 80;
const HEX_ONLY = /^[0-9a-fA-F]+$/;
/** In encoded data about every second character changes between capitals, small letters and digits. */
const MIN_CHANGES = 0.25;
const SAMPLE = 400;

/**
 * Base64 and the like: what looks like a path or an identifier in there is chance, and an image in a tool
 * result would otherwise bring more "facts" than the whole thread.
 */
export function encodedSpans(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  // A stretch of 80 characters holds one whose place is a multiple of 80: only those are looked at.
  let from = 0;
  for (let at = MIN_LENGTH - 1; at < text.length; at += MIN_LENGTH) {
    if (at < from || !isEncodedCode(text.charCodeAt(at))) continue;
    let start = at;
    while (start > from && isEncodedCode(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < text.length && isEncodedCode(text.charCodeAt(end))) end++;
    from = end;
    if (end - start < MIN_LENGTH) continue;
    const stretch = text.slice(start, end);
    if (!HEX_ONLY.test(stretch) && changesIn(stretch) >= MIN_CHANGES) spans.push({ start, end });
  }
  return spans;
}

/** A–Z a–z 0–9 + / _ = - */
function isEncodedCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 61 ||
    code === 95
  );
}

/** Share of neighbouring characters that are of different kinds. */
function changesIn(stretch: string): number {
  const length = Math.min(SAMPLE, stretch.length);
  let changes = 0;
  let before = kindAt(stretch, 0);
  for (let at = 1; at < length; at++) {
    const kind = kindAt(stretch, at);
    if (kind !== before) changes++;
    before = kind;
  }
  return changes / length;
}

function kindAt(text: string, index: number): number {
  return classAt(text, index) & (UPPER | DIGIT);
}
