/**
 * A short id for content that has none, the same for the same text. It is no proof of anything: two 32-bit
 * FNV-1a sums from different starting points, good enough to tell the threads of one workspace apart.
 */
export function stableId(prefix: string, text: string): string {
  return `${prefix}-${hex(fnv1a(text, FIRST_START))}${hex(fnv1a(text, SECOND_START))}`;
}

/** The same sums as one number of 53 bits, for whoever keeps hundreds of thousands of them. */
export function textMark(text: string): number {
  return fnv1a(text, FIRST_START) * 2 ** 21 + (fnv1a(text, SECOND_START) & (2 ** 21 - 1));
}

const FIRST_START = 0x811c9dc5;
const SECOND_START = 0x01234567;

function fnv1a(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}
