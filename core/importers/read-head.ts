import { HEAD_BYTES } from './readers/head-sample.ts';
import { joinBytes } from './readers/read-lines.ts';
import type { ByteSource } from './thread-import.ts';

/** The first 256 kB of a source, for `detect`; all of it when it is shorter. */
export async function readHead(source: ByteSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.read()) {
    // A copy, and not by `slice`, which gives a view of a Node Buffer.
    pieces.push(new Uint8Array(chunk.subarray(0, HEAD_BYTES - length)));
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return pieces.length === 0 ? new Uint8Array() : joinBytes(pieces);
}
