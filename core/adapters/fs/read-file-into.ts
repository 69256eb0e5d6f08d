import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Fills `bytes` from a file, beginning at `startByte`. The file is opened for each call, so that nothing is left
 * open when a reader is given up.
 *
 * @returns How many bytes there were: fewer where the file ends.
 */
export function readFileInto(path: string, bytes: Uint8Array, startByte: number): number {
  const file = openSync(path, 'r');
  try {
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, startByte + length);
      if (read === 0) break;
      length += read;
    }
    return length;
  } finally {
    closeSync(file);
  }
}
