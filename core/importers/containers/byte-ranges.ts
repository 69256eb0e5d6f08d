import { InspectorError } from '../../domain/errors.ts';
import { joinBytes } from '../readers/read-lines.ts';
import type { ByteSource } from '../thread-import.ts';

/** A source that can be read from anywhere, of a known size. */
export interface RandomSource extends ByteSource {
  readonly sizeBytes: number;
  readonly readFrom: (startByte: number) => AsyncIterable<Uint8Array>;
}

/** An archive inside an archive has to be held whole to be read from anywhere. */
const LARGEST_HELD_BYTES = 256 * 1024 * 1024;

/**
 * The source itself where it can be read from anywhere; else its bytes, held in memory.
 *
 * @throws InspectorError 'invalid-import' where there are too many.
 */
export async function randomSource(source: ByteSource): Promise<RandomSource> {
  const { name, sizeBytes, readFrom } = source;
  if (sizeBytes !== null && readFrom !== undefined) {
    return { name, sizeBytes, read: () => source.read(), readFrom };
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source.read()) {
    length += piece.length;
    if (length > LARGEST_HELD_BYTES) {
      throw new InspectorError(
        'invalid-import',
        `${name}: an archive of this size can only be read from a file of its own; unpack it first`,
      );
    }
    pieces.push(new Uint8Array(piece));
  }
  const bytes = pieces.length === 0 ? new Uint8Array() : joinBytes(pieces);
  return {
    name,
    sizeBytes: bytes.length,
    read: () => once(bytes),
    readFrom: (start) => once(bytes.subarray(start)),
  };
}

/** Bytes from `start` up to `end`, or up to the end of the source. */
export async function* readRange(
  source: RandomSource,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = end - start;
  if (left <= 0) return;
  for await (const chunk of source.readFrom(start)) {
    yield chunk.subarray(0, Math.min(left, chunk.length));
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** A copy of so many bytes; fewer where the source ends. */
export async function readBytes(source: RandomSource, start: number, end: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readRange(source, start, end)) pieces.push(new Uint8Array(piece));
  return pieces.length === 0 ? new Uint8Array() : joinBytes(pieces);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}
