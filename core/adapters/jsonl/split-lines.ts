/** One line of a file, without its line break. */
export interface FileLine {
  readonly text: string;
  /** Counts from 1, blank lines included. */
  readonly number: number;
  /** Where the line starts in the file. */
  readonly offsetBytes: number;
  /** No line with text follows. */
  readonly isLast: boolean;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Splits on line feeds alone: U+2028 and its like may stand raw inside a JSON text, and other readers
 * cut there. Blank lines are left out; a byte order mark at the start is no part of the first line.
 */
export function splitLines(bytes: Uint8Array): readonly FileLine[] {
  const lines: FileLine[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let number = 0;
  for (let start = markLength(bytes); start < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found;
    number += 1;
    const text = decoder.decode(bytes.subarray(start, end)).trim();
    if (text !== '') lines.push({ text, number, offsetBytes: start, isLast: false });
    start = end + 1;
  }
  const last = lines.pop();
  return last === undefined ? lines : [...lines, { ...last, isLast: true }];
}

function markLength(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
}
