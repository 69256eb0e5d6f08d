import type { LongData } from '../../thread-import.ts';
import { BACKSLASH } from '../json-bytes.ts';
import { decodeText } from '../text-decoder.ts';
import type { ByteStore } from './byte-store.ts';

/** Shorter data is a text like any other. */
const SMALLEST_BYTES = 4 * 1024 * 1024;
const LONGEST_HEAD_BYTES = 200;
/** Whole groups of four characters, which three bytes are written as. */
const PIECE_BYTES = 192 * 1024;

/** Fields that hold data; in any other, what looks like it may be somebody's words. */
const FIELDS: ReadonlySet<string> = new Set(['url', 'image_url', 'data', 'file_data', 'result']);

const PADDING = 0x3d;
const COMMA = 0x2c;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 64;
const digits = new Uint8Array(256).fill(NO_DIGIT);
for (let digit = 0; digit < ALPHABET.length; digit += 1) digits[ALPHABET.charCodeAt(digit)] = digit;

/** Base64 data in a JSON text, and the address up to the comma that it may be part of. */
export interface FoundData {
  readonly head: string;
  readonly data: LongData;
}

/**
 * The data that a field's string is. Null for any other string, and where its bytes, written as base64 again,
 * would not give the very same text.
 *
 * @param start Of the string's opening quote; `end` is behind its closing one.
 */
export function longDataAt(bytes: ByteStore, field: string, start: number, end: number): FoundData | null {
  if (end - start < SMALLEST_BYTES || !FIELDS.has(field)) return null;
  const head = headAt(bytes, start + 1);
  if (head === null) return null;
  const from = start + 1 + head.length;
  const length = end - 1 - from;
  const padding = paddingOf(bytes.slice(end - 5, end - 1));
  if (length % 4 !== 0 || padding === null || !isBase64(bytes, from, end - 1 - padding)) return null;
  return { head, data: { length, pieces: () => piecesOf(bytes, from, end - 1) } };
}

/** `data:image/png;base64,`, or the empty text; null for one that is written with escapes. */
function headAt(bytes: ByteStore, start: number): string | null {
  const beginning = bytes.slice(start, start + LONGEST_HEAD_BYTES);
  const { text } = decodeText(beginning.subarray(0, 5));
  if (text !== 'data:') return '';
  const comma = beginning.indexOf(COMMA);
  const head = beginning.subarray(0, comma + 1);
  if (comma < 0 || head.includes(BACKSLASH) || head.some((byte) => byte > 0x7e)) return null;
  return decodeText(head).text;
}

/** How many characters fill up the last group; null where a writer of base64 would have written another. */
function paddingOf(last: Uint8Array): number | null {
  const [, second = 0, third = 0, fourth = 0] = last;
  if (fourth !== PADDING) return 0;
  if (third !== PADDING) return ((digits[third] ?? NO_DIGIT) & 3) === 0 ? 1 : null;
  return ((digits[second] ?? NO_DIGIT) & 15) === 0 ? 2 : null;
}

function isBase64(bytes: ByteStore, start: number, end: number): boolean {
  for (const piece of piecesOf(bytes, start, end)) {
    for (let at = 0; at < piece.length; at += 1) if (digits[piece[at] ?? 0] === NO_DIGIT) return false;
  }
  return true;
}

function* piecesOf(bytes: ByteStore, start: number, end: number): Generator<Uint8Array, void, undefined> {
  for (let at = start; at < end; at += PIECE_BYTES) yield bytes.slice(at, Math.min(at + PIECE_BYTES, end));
}
