import { InspectorError } from '../../domain/errors.ts';
import { decodeText } from '../readers/text-decoder.ts';
import { readBytes, type RandomSource } from './byte-ranges.ts';

/** One file of a ZIP archive, as the archive's directory describes it. */
export interface ZipEntry {
  /** As it is written, for people only: it is never used as a path. */
  readonly name: string;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Of what it unpacks to. */
  readonly checksum: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Where its local header begins. */
  readonly offset: number;
}

const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const END_SIGNATURE = 0x06054b50;
const WIDE_LOCATOR_BYTES = 20;
const WIDE_LOCATOR_SIGNATURE = 0x07064b50;
const WIDE_END_BYTES = 56;
const WIDE_END_SIGNATURE = 0x06064b50;
const ENTRY_BYTES = 46;
const ENTRY_SIGNATURE = 0x02014b50;
/** The figure stands in an extra field, because it is too large for 32 bits. */
const ELSEWHERE = 0xffffffff;
const WIDE_EXTRA_ID = 1;
const MOST_ENTRIES = 200_000;
const LARGEST_DIRECTORY_BYTES = 64 * 1024 * 1024;

/**
 * Reads the directory at the end of a ZIP archive.
 *
 * @throws InspectorError 'invalid-import' when it isn't there: the archive is cut off or damaged.
 * Source: APPNOTE.TXT of PKWARE, 4.3.12 to 4.3.16 and 4.5.3.
 */
export async function readZipDirectory(source: RandomSource): Promise<readonly ZipEntry[]> {
  const tailStart = Math.max(0, source.sizeBytes - END_BYTES - LONGEST_COMMENT - WIDE_LOCATOR_BYTES);
  const tail = viewOf(await readBytes(source, tailStart, source.sizeBytes));
  const endAt = findEnd(tail);
  if (endAt < 0) throw cutOff(source);
  const end = await readEnd(source, tail, tailStart, endAt);
  if (end.count > MOST_ENTRIES || end.bytes > LARGEST_DIRECTORY_BYTES) {
    throw new InspectorError(
      'invalid-import',
      `${source.name}: the archive holds more files than any export does`,
    );
  }
  // What was put in front of the archive moves everything in it.
  const start = end.at - end.bytes;
  const shift = start - end.start;
  const bytes = await readBytes(source, start, end.at);
  if (start < 0 || shift < 0 || bytes.length < end.bytes) throw cutOff(source);
  return readEntries(source, viewOf(bytes), end.count, shift);
}

interface DirectoryEnd {
  readonly count: number;
  readonly bytes: number;
  /** Where the directory is said to begin. */
  readonly start: number;
  /** Where it really ends. */
  readonly at: number;
}

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return -1;
}

async function readEnd(
  source: RandomSource,
  tail: DataView,
  tailStart: number,
  endAt: number,
): Promise<DirectoryEnd> {
  const locatorAt = endAt - WIDE_LOCATOR_BYTES;
  if (locatorAt >= 0 && tail.getUint32(locatorAt, true) === WIDE_LOCATOR_SIGNATURE) {
    // The record stands right before its locator, also where the offset that is written has moved.
    const at = tailStart + locatorAt - WIDE_END_BYTES;
    const wide = viewOf(await readBytes(source, Math.max(0, at), at + WIDE_END_BYTES));
    if (wide.byteLength < WIDE_END_BYTES || wide.getUint32(0, true) !== WIDE_END_SIGNATURE)
      throw cutOff(source);
    return { count: uint64(wide, 32), bytes: uint64(wide, 40), start: uint64(wide, 48), at };
  }
  return {
    count: tail.getUint16(endAt + 10, true),
    bytes: tail.getUint32(endAt + 12, true),
    start: tail.getUint32(endAt + 16, true),
    at: tailStart + endAt,
  };
}

function readEntries(
  source: RandomSource,
  directory: DataView,
  count: number,
  shift: number,
): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > directory.byteLength || directory.getUint32(at, true) !== ENTRY_SIGNATURE) {
      throw cutOff(source);
    }
    const flags = directory.getUint16(at + 8, true);
    const nameBytes = directory.getUint16(at + 28, true);
    const extraBytes = directory.getUint16(at + 30, true);
    const commentBytes = directory.getUint16(at + 32, true);
    const next = at + ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
    if (next > directory.byteLength) throw cutOff(source);
    const sizes = wideSizes(directory, at, at + ENTRY_BYTES + nameBytes, extraBytes);
    entries.push({
      name: decodeText(bytesOf(directory, at + ENTRY_BYTES, nameBytes)).text,
      packedBytes: sizes.packed,
      sizeBytes: sizes.size,
      checksum: directory.getUint32(at + 16, true),
      method: directory.getUint16(at + 10, true),
      isEncrypted: (flags & 1) === 1,
      offset: sizes.offset + shift,
    });
    at = next;
  }
  return entries;
}

/** The figures of an entry; those too large for it stand in an extra field, in this order. */
function wideSizes(
  directory: DataView,
  at: number,
  extraAt: number,
  extraBytes: number,
): { readonly size: number; readonly packed: number; readonly offset: number } {
  let wideAt = -1;
  let wideEnd = -1;
  for (let field = extraAt; field + 4 <= extraAt + extraBytes;) {
    const bytes = directory.getUint16(field + 2, true);
    if (directory.getUint16(field, true) === WIDE_EXTRA_ID) {
      wideAt = field + 4;
      wideEnd = Math.min(wideAt + bytes, extraAt + extraBytes);
      break;
    }
    field += 4 + bytes;
  }
  const figure = (narrowAt: number): number => {
    const narrow = directory.getUint32(narrowAt, true);
    if (narrow !== ELSEWHERE || wideAt < 0 || wideAt + 8 > wideEnd) return narrow;
    const wide = uint64(directory, wideAt);
    wideAt += 8;
    return wide;
  };
  const size = figure(at + 24);
  const packed = figure(at + 20);
  return { size, packed, offset: figure(at + 42) };
}

function cutOff(source: RandomSource): InspectorError {
  return new InspectorError(
    'invalid-import',
    `${source.name}: the ZIP archive is cut off or damaged, because its directory is not at its end; get it again`,
  );
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bytesOf(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
}

function uint64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}
