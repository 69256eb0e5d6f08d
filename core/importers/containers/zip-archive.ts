import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource } from '../thread-import.ts';
import { randomSource, readBytes, readRange, type RandomSource } from './byte-ranges.ts';
import { Crc32 } from './crc32.ts';
import { guardExpansion } from './expansion-guard.ts';
import { inflateRaw } from './inflate.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** A file inside an archive. Its name is for people only and never used as a path. */
export interface ContainedFile extends ByteSource {
  readonly sizeBytes: number;
  readonly packedBytes: number;
}

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/**
 * The files of a ZIP archive, in the order of its directory; folders are left out. Nothing is unpacked
 * before a file is read, and then piece by piece.
 *
 * @throws InspectorError 'invalid-import' for an archive that is cut off or damaged, or that unpacks to far
 *   more than an export; reading a file throws the same for that file.
 */
export async function openZip(source: ByteSource): Promise<readonly ContainedFile[]> {
  const archive = await randomSource(source);
  const entries = (await readZipDirectory(archive)).filter(({ name }) => !/[\\/]$/.test(name));
  // Files may overlap, so that each is harmless and all together are not.
  const unpackedBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  guardExpansion(source.name, archive.sizeBytes, unpackedBytes);
  return entries.map((entry) => ({
    name: shownName(entry.name),
    sizeBytes: entry.sizeBytes,
    packedBytes: entry.packedBytes,
    read: () => readEntry(archive, entry),
  }));
}

async function* readEntry(
  archive: RandomSource,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = shownName(entry.name);
  if (entry.isEncrypted) {
    throw new InspectorError(
      'invalid-import',
      `${name}: it is encrypted; unpack the archive with its password`,
    );
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new InspectorError(
      'invalid-import',
      `${name}: it is compressed by a method that is not known here (${entry.method}); unpack the archive, or pack it anew`,
    );
  }
  const start = await dataStart(archive, entry, name);
  const packed = readRange(archive, start, start + entry.packedBytes);
  let unpackedBytes = 0;
  const checksum = new Crc32();
  for await (const bytes of entry.method === STORED ? packed : inflateRaw(packed, name)) {
    unpackedBytes += bytes.length;
    if (unpackedBytes > entry.sizeBytes) throw damaged(name);
    checksum.add(bytes);
    yield bytes;
  }
  if (unpackedBytes < entry.sizeBytes || checksum.value !== entry.checksum) throw damaged(name);
}

async function dataStart(archive: RandomSource, entry: ZipEntry, name: string): Promise<number> {
  const header = await readBytes(archive, entry.offset, entry.offset + LOCAL_HEADER_BYTES);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < LOCAL_HEADER_BYTES || view.getUint32(0, true) !== LOCAL_HEADER_SIGNATURE)
    throw damaged(name);
  return entry.offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

/** Untrusted text, made fit for one line. */
function shownName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd').toWellFormed();
  return line.length <= 200 ? line : `…${line.slice(-199)}`.toWellFormed();
}

function damaged(name: string): InspectorError {
  return new InspectorError('invalid-import', `${name}: it is damaged in the archive; get the archive again`);
}
