import { crc32 } from 'node:zlib';

/** Finds the archive's directory entry of a file, to falsify what it says. */
export function directoryEntryAt(zip: Uint8Array, name: string): number {
  const wanted = [...new TextEncoder().encode(name)];
  for (let at = zip.length - 46; at >= 0; at -= 1) {
    const isEntry = zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1 && zip[at + 3] === 2;
    if (isEntry && wanted.every((byte, index) => zip[at + 46 + index] === byte)) return at;
  }
  throw new Error(`no entry ${name}`);
}

/** A copy with one field of a directory entry set. */
export function withEntryField(
  zip: Uint8Array,
  name: string,
  field: { readonly offset: number; readonly bytes: 2 | 4; readonly value: number },
): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  const at = directoryEntryAt(copy, name) + field.offset;
  if (field.bytes === 2) view.setUint16(at, field.value, true);
  else view.setUint32(at, field.value, true);
  return copy;
}

/** An archive of one stored file, all of whose figures stand in the fields for more than 4 GB. */
export function wideZip(name: string, content: string): Uint8Array {
  const nameBytes = new TextEncoder().encode(name);
  const data = new TextEncoder().encode(content);
  const local = record(30, (view) => {
    view.setUint32(0, 0x04034b50, true);
    view.setUint16(26, nameBytes.length, true);
  });
  const entry = record(46, (view) => {
    view.setUint32(0, 0x02014b50, true);
    view.setUint32(16, crc32(data), true);
    for (const at of [20, 24, 42]) view.setUint32(at, 0xffffffff, true);
    view.setUint16(28, nameBytes.length, true);
    view.setUint16(30, 4 + 24, true);
  });
  const extra = record(28, (view) => {
    view.setUint16(0, 1, true);
    view.setUint16(2, 24, true);
    view.setUint32(4, data.length, true);
    view.setUint32(12, data.length, true);
    view.setUint32(20, 0, true);
  });
  const directoryStart = local.length + nameBytes.length + data.length;
  const directoryBytes = entry.length + nameBytes.length + extra.length;
  const wideEnd = record(56, (view) => {
    view.setUint32(0, 0x06064b50, true);
    view.setUint32(32, 1, true);
    view.setUint32(40, directoryBytes, true);
    view.setUint32(48, directoryStart, true);
  });
  const locator = record(20, (view) => {
    view.setUint32(0, 0x07064b50, true);
    view.setUint32(8, directoryStart + directoryBytes, true);
  });
  const end = record(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(10, 0xffff, true);
    for (const at of [12, 16]) view.setUint32(at, 0xffffffff, true);
  });
  return joined(local, nameBytes, data, entry, nameBytes, extra, wideEnd, locator, end);
}

export function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

function record(length: number, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  fill(new DataView(bytes.buffer));
  return bytes;
}
