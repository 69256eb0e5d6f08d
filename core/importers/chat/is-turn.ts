import type { RawRecord } from '../raw-record.ts';

/** Parts of a user message that open a run: words, an image or a file, and not only white space. */
export function isTurn(parts: readonly RawRecord[]): boolean {
  return parts.some(({ text }) => typeof text !== 'string' || text.trim() !== '');
}
