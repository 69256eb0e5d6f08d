import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource } from '../thread-import.ts';
import { inflateGzip, WrongChecksum } from './inflate.ts';

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08;
}

/**
 * What a gzip file holds, unpacked piece by piece as it is read.
 *
 * @param onCutOff Told after everything that could be unpacked was handed over, when the file ends too early or
 *   is damaged at its end: a log that is still being written, or a broken download.
 * @throws InspectorError 'invalid-import' when reading, for a file that is damaged from its beginning on, that is
 *   something else than its checksum says, or that unpacks to far more than an export.
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
  const unpacked = inflateGzip(source.read(), source.name);
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
  const end = unpacked.lastPart();
  if (end === 'cut-off') onCutOff();
  if (end === 'damaged') throw new WrongChecksum(source.name);
}
