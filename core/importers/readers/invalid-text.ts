import type { ImportProblem } from '../thread-import.ts';
import { decodeText, encodingOf } from './text-decoder.ts';

const LINE_FEED = 0x0a;

/**
 * The warning about bytes that are no text.
 *
 * @param line The first line that has any, from 1; null: not known.
 */
export function invalidText(line: number | null): ImportProblem {
  return {
    code: 'invalid-text',
    line,
    message:
      line === null
        ? 'The file holds bytes that are no text in its encoding; each is shown as U+FFFD.'
        : `Line ${line} holds bytes that are not UTF-8; each is shown as U+FFFD.`,
  };
}

/** The first line with bytes that are not UTF-8, from 1. Null where there is none, and for other encodings. */
export function invalidLineOf(bytes: Uint8Array): number | null {
  if (encodingOf(bytes) !== 'utf-8') return null;
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (decodeText(bytes.subarray(start, end)).malformed) return line;
    start = end;
  }
  return null;
}
