import { classAt, DIGIT, UPPER } from './char-class.ts';

/** A stretch of a text, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const LONG_STRETCH = /[A-Za-z0-9+/_=-]{80,}/g;
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
  for (const match of text.matchAll(LONG_STRETCH)) {
    const stretch = match[0];
    if (HEX_ONLY.test(stretch) || changesIn(stretch) < MIN_CHANGES) continue;
    spans.push({ start: match.index, end: match.index + stretch.length });
  }
  return spans;
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
