import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource } from '../thread-import.ts';
import { inflateGzip } from './inflate.ts';

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08;
}

/**
 * What a gzip file holds, unpacked piece by piece as it is read.
 *
 * @param onCutOff Told after everything that could be unpacked was handed over, when the file ends too early or
 *   is damaged at its end: a log that is still being written, or a broken download.
 * @throws InspectorError 'invalid-import' when reading, for a file that is damaged from its beginning on, or that
 *   unpacks to far more than an export.
 */
export function openGzip(source: ByteSource, onCutOff: () => void): ByteSource {
  return {
    name: source.name.replace(/\.gz$/i, ''),
    sizeBytes: null,
    read: () => readGzip(source, onCutOff),
  };
}

async function* readGzip(
  source: ByteSource,
  onCutOff: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let unpackedBytes = 0;
  const trailer = new Trailer();
  const unpacked = inflateGzip(trailer.watch(source.read()), source.name);
  try {
    for await (const bytes of unpacked.bytes) {
      unpackedBytes += bytes.length;
      yield bytes;
    }
  } catch (error) {
    const isDamaged = error instanceof InspectorError && error.cause !== undefined;
    if (!isDamaged || unpackedBytes === 0) throw error;
    onCutOff();
    return;
  }
  if (trailer.lastUint32() !== unpacked.lastPartBytes() % 2 ** 32) onCutOff();
}

/** The last four bytes of a gzip file say how many bytes its last part unpacks to. */
class Trailer {
  #last = new Uint8Array();

  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      const kept = chunk.length >= 4 ? new Uint8Array() : this.#last;
      this.#last = new Uint8Array([...kept, ...chunk.subarray(-4)].slice(-4));
      yield chunk;
    }
  }

  lastUint32(): number | null {
    if (this.#last.length < 4) return null;
    return new DataView(this.#last.buffer).getUint32(0, true);
  }
}
