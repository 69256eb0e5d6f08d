import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { readFileInto } from '../../core/adapters/fs/read-file-into.ts';
import type { ByteSource } from '../../core/importers/thread-import.ts';

/** Large enough to keep a disk busy, small enough to notice a cancel at once. */
const BLOCK_BYTES = 1 << 20;
const SMALLEST_BLOCK_BYTES = 4096;

/** A file as an importer reads it. The memory of a block is used again for the one after the next. */
export function fileSource(path: string, sizeBytes: number): ByteSource {
  return {
    name: path,
    sizeBytes,
    read: () => readBlocks(path, sizeBytes),
    readFrom: (start) => createReadStream(path, { highWaterMark: BLOCK_BYTES, start }),
    readInto: (bytes, start) => readFileInto(path, bytes, start),
  };
}

async function* readBlocks(
  path: string,
  sizeBytes = BLOCK_BYTES,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path);
  // A thousand small files would have the garbage collector run all the time.
  const blockBytes = Math.min(BLOCK_BYTES, Math.max(SMALLEST_BLOCK_BYTES, sizeBytes + 1));
  // Two blocks by turns: one is read while the other is parsed. Buffers, because they find a byte four
  // times as fast as a plain Uint8Array.
  const blocks = [Buffer.allocUnsafeSlow(blockBytes), Buffer.allocUnsafeSlow(blockBytes)] as const;
  let turn = 0;
  let next = fillBlock(file, blocks[0]);
  try {
    for (;;) {
      const length = await next;
      if (length === 0) return;
      const bytes = (turn === 0 ? blocks[0] : blocks[1]).subarray(0, length);
      turn = 1 - turn;
      next = fillBlock(file, turn === 0 ? blocks[0] : blocks[1]);
      yield bytes;
    }
  } finally {
    // A reader that stops early leaves a read behind; its outcome is nobody's.
    await next.catch(() => 0);
    await file.close();
  }
}

/** A read may give less than was asked for; whoever detects a format counts on a full first block. */
async function fillBlock(file: FileHandle, block: Buffer): Promise<number> {
  let length = 0;
  while (length < block.length) {
    const { bytesRead } = await file.read(block, length, block.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** The same for the same bytes, whatever the file is called. Between two blocks others get their turn. */
export async function hashOfFile(path: string, isCancelled: () => boolean): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of readBlocks(path)) {
    if (isCancelled()) break;
    hash.update(block);
  }
  return hash.digest('hex');
}
