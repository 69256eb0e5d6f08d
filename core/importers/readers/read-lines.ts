import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions } from '../thread-import.ts';
import { decodeText, encodingOf, withoutByteOrderMark, type DecodedText } from './text-decoder.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MARK_BYTES = 2;

/**
 * `line` counts from 1. The text has neither its line feed nor one carriage return before it. `bytes`
 * is the line as it stands in the source, good during the call only; null when it isn't UTF-8.
 */
export type OnLine = (text: string, line: number, malformed: boolean, bytes: Uint8Array | null) => void;

/**
 * Cuts a source into lines at line feeds and nowhere else: U+2028, U+2029 and U+0085 may stand in a
 * JSON string, and a reader that breaks there loses the record.
 *
 * Lines are handed over synchronously, a chunk's worth at a time; a promise per line would cost more
 * than parsing the line. Blank lines are counted and not handed over.
 *
 * @throws InspectorError 'cancelled' between two chunks once the signal is aborted.
 */
export async function readLines(source: ByteSource, options: ImportOptions, onLine: OnLine): Promise<void> {
  let line = 0;
  let bytesRead = 0;
  let rest: Uint8Array[] = [];
  let wide: Uint8Array[] | null = null;

  const emit = (bytes: Uint8Array): void => {
    line += 1;
    const bare = withoutCarriageReturn(line === 1 ? withoutMark(bytes) : bytes);
    emitText(decodeText(bare), line, onLine, bare);
  };

  for await (const chunk of withWholeMark(source.read())) {
    throwIfCancelled(options, source);
    if (bytesRead === 0 && encodingOf(chunk) !== 'utf-8') wide = [];
    bytesRead += chunk.length;
    options.onProgress?.(bytesRead);
    if (wide !== null) {
      // A copy, as below.
      wide.push(new Uint8Array(chunk));
      continue;
    }
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end);
      emit(rest.length === 0 ? piece : joinBytes([...rest, piece]));
      rest = [];
      start = end + 1;
    }
    // A copy: a reader may fill the same memory again with its next chunk. Not by `slice`, which gives
    // a view of a Node Buffer.
    if (start < chunk.length) rest.push(new Uint8Array(chunk.subarray(start)));
  }
  throwIfCancelled(options, source);
  if (wide !== null) emitWideLines(joinBytes(wide), onLine);
  else if (rest.length > 0) emit(joinBytes(rest));
}

/** A first chunk of one byte would tear a byte order mark apart. */
export async function* withWholeMark(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let first: Uint8Array | null = new Uint8Array();
  for await (const chunk of chunks) {
    if (first === null) {
      yield chunk;
      continue;
    }
    first = first.length === 0 ? chunk : joinBytes([first, chunk]);
    if (first.length < MARK_BYTES) {
      first = new Uint8Array(first);
      continue;
    }
    yield first;
    first = null;
  }
  if (first !== null && first.length > 0) yield first;
}

export function throwIfCancelled(options: ImportOptions, source: ByteSource): void {
  if (options.signal?.aborted === true) {
    throw new InspectorError('cancelled', `reading ${source.name} was cancelled`);
  }
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

/** UTF-16 is rare enough to be read whole: a line feed is two bytes there, and may straddle chunks. */
function emitWideLines(bytes: Uint8Array, onLine: OnLine): void {
  const decoded = withMarkDropped(decodeText(bytes, encodingOf(bytes)));
  decoded.text.split('\n').forEach((text, index) => {
    const bare = text.endsWith('\r') ? text.slice(0, -1) : text;
    emitText({ text: bare, malformed: decoded.malformed }, index + 1, onLine, null);
  });
}

function emitText(decoded: DecodedText, line: number, onLine: OnLine, bytes: Uint8Array | null): void {
  if (decoded.text.trim() !== '') onLine(decoded.text, line, decoded.malformed, bytes);
}

function withMarkDropped(decoded: DecodedText): DecodedText {
  return { text: withoutByteOrderMark(decoded.text), malformed: decoded.malformed };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function withoutCarriageReturn(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}
