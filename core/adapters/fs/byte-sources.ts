import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ByteSource } from '../../importers/thread-import.ts';
import { readFileInto } from './read-file-into.ts';

/** Large enough that a big file is a few hundred reads, small enough to answer a cancel at once. */
const CHUNK_BYTES = 256 * 1024;

/**
 * A file as a source of bytes. Its size is looked up once, now.
 *
 * @throws The error of node:fs when there is no such file; reading throws its own.
 */
export async function openFileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return {
    name: path,
    sizeBytes: size,
    read: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    readFrom: (start) => createReadStream(path, { highWaterMark: CHUNK_BYTES, start }),
    readInto: (bytes, start) => readFileInto(path, bytes, start),
  };
}

/**
 * A stream that can be read only once, such as standard input, read whole into memory so that it can
 * be looked at and then read.
 */
export async function bufferedSource(name: string, stream: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return memorySource(name, chunks);
}

export function memorySource(name: string, chunks: readonly Uint8Array[]): ByteSource {
  return {
    name,
    sizeBytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    read: () => asyncFrom(chunks),
  };
}

async function* asyncFrom(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* await Promise.resolve(chunks);
}
