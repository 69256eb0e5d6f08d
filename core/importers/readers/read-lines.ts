import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions } from '../thread-import.ts';
import { decodeText, encodingOf, withoutByteOrderMark, type DecodedText } from './text-decoder.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPENING_BRACE = 0x7b;
const MARK_BYTES = 2;

/**
 * `line` counts from 1. The text has neither its line feed nor one carriage return before it. `bytes`
 * is the line as it stands in the source, good during the call only; null when it isn't UTF-8. `startByte`
 * is where the line begins in the source, a byte order mark included.
 */
export type OnLine = (
  text: string,
  line: number,
  malformed: boolean,
  bytes: Uint8Array | null,
  startByte: number,
) => void;

/** A line that is too long to be handed over whole: its bytes as they come, good during the call only. */
export interface LongLine {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** @param startByte Where the line begins in the source, behind a byte order mark. */
export type OnLongLine = (line: number, startByte: number) => LongLine;

/** A line of this size is still handed over whole. */
const LONGEST_WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Cuts a source into lines at line feeds and nowhere else: U+2028, U+2029 and U+0085 may stand in a
 * JSON string, and a reader that breaks there loses the record.
 *
 * Lines are handed over synchronously, a chunk's worth at a time; a promise per line would cost more
 * than parsing the line. Blank lines are counted and not handed over.
 *
 * @param onLongLine Takes lines of more than 4 MB in UTF-8; left out: they are handed over as any other.
 * @throws InspectorError 'cancelled' between two chunks once the signal is aborted, 'invalid-import' for more
 *   UTF-16 than can be held.
 */
export async function readLines(
  source: ByteSource,
  options: ImportOptions,
  onLine: OnLine,
  onLongLine?: OnLongLine,
): Promise<void> {
  let line = 0;
  let bytesRead = 0;
  /** Of the line that goes on in the next chunk, and how many bytes it has so far. */
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let long: LongLine | null = null;
  let wide: Uint8Array[] | null = null;

  const emit = (bytes: Uint8Array, startByte: number): void => {
    line += 1;
    const bare = withoutCarriageReturn(line === 1 ? withoutMark(bytes) : bytes);
    emitText(decodeText(bare), line, onLine, bare, startByte);
  };

  for await (const chunk of withWholeMark(source.read())) {
    throwIfCancelled(options, source);
    if (bytesRead === 0 && encodingOf(chunk) !== 'utf-8') wide = [];
    bytesRead += chunk.length;
    options.onProgress?.(bytesRead);
    if (wide !== null) {
      refuseLargeWide(source, bytesRead);
      // A copy, as below.
      wide.push(new Uint8Array(chunk));
      continue;
    }
    const chunkStart = bytesRead - chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end);
      const lineStart = chunkStart + start - restBytes;
      if (long === null) emit(rest.length === 0 ? piece : joinBytes([...rest, piece]), lineStart);
      else {
        long.push(piece);
        long.end();
        long = null;
      }
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    const piece = chunk.subarray(start);
    if (long !== null) {
      long.push(piece);
      continue;
    }
    // A copy: a reader may fill the same memory again with its next chunk. Not by `slice`, which gives
    // a view of a Node Buffer.
    if (piece.length > 0) rest.push(new Uint8Array(piece));
    restBytes += piece.length;
    if (restBytes <= LONGEST_WHOLE_BYTES || onLongLine === undefined) continue;
    const whole = joinBytes(rest);
    line += 1;
    const bare = line === 1 ? withoutMark(whole) : whole;
    long = onLongLine(line, bytesRead - bare.length);
    long.push(bare);
    rest = [];
    restBytes = 0;
  }
  throwIfCancelled(options, source);
  if (long !== null) long.end();
  else if (wide !== null) emitWideLines(joinBytes(wide), onLine);
  else if (rest.length > 0) emit(joinBytes(rest), bytesRead - restBytes);
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

/** Of UTF-16, which is too rare to be read in any other way than whole. */
const LONGEST_WIDE_BYTES = 48 * 1024 * 1024;

/** @throws InspectorError 'invalid-import' where there is more than can be held. */
export function refuseLargeWide(source: ByteSource, bytes: number): void {
  if (bytes <= LONGEST_WIDE_BYTES) return;
  throw new InspectorError(
    'invalid-import',
    `${source.name}: a text of more than 48 MB in UTF-16 can't be read; save it as UTF-8`,
  );
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
    // Which line it was is told by what stands in for the bytes.
    const malformed = decoded.malformed && bare.includes('\ufffd');
    emitText({ text: bare, malformed }, index + 1, onLine, null, 0);
  });
}

function emitText(
  decoded: DecodedText,
  line: number,
  onLine: OnLine,
  bytes: Uint8Array | null,
  startByte: number,
): void {
  const { text } = decoded;
  // Records begin with a brace: only what doesn't is searched for anything else than blanks.
  if (text.charCodeAt(0) === OPENING_BRACE || text.trim() !== '') {
    onLine(text, line, decoded.malformed, bytes, startByte);
  }
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
