import { deflateSync, inflateSync } from 'fflate';
import { joinBytes } from '../read-lines.ts';

/** Bytes of a text that can be had again from anywhere, at once. */
export interface ByteStore {
  /** Good until the next call. */
  slice(start: number, end: number): Uint8Array;
}

const BLOCK_BYTES = 256 * 1024;
/** For what is asked for in any order, where a block is unpacked each time. Smaller ones would pack less well. */
export const SMALL_BLOCK_BYTES = 32 * 1024;
/** Neighbours are asked for one after the other, now and then beside a place further back. */
const KEPT_BYTES = 2 * 1024 * 1024;
/** Only as hard as it takes to leave out what repeats. */
const LEVEL = 1;

/**
 * Fills `bytes` with what stands from `startByte` on, without waiting.
 *
 * @returns How many bytes there were.
 */
export type ReadInto = (bytes: Uint8Array, startByte: number) => number;

/** Blocks that were read last. Their memory is used again, which spares the garbage collector a lot of it. */
class RecentBlocks {
  readonly #blockBytes: number;
  readonly #read: (index: number, memory: Uint8Array) => Uint8Array;
  readonly #blocks = new Map<number, { readonly memory: Uint8Array; readonly bytes: Uint8Array }>();

  constructor(blockBytes: number, read: (index: number, memory: Uint8Array) => Uint8Array) {
    this.#blockBytes = blockBytes;
    this.#read = read;
  }

  slice(start: number, end: number): Uint8Array {
    const size = this.#blockBytes;
    const first = Math.floor(start / size);
    const last = Math.floor((end - 1) / size);
    if (end <= start) return new Uint8Array();
    if (first === last) {
      return this.#block(first, end - first * size).subarray(start - first * size, end - first * size);
    }
    const joined = new Uint8Array(end - start);
    for (let index = first; index <= last; index += 1) {
      const from = index * size;
      const piece = this.#block(index, Math.min(size, end - from)).subarray(
        Math.max(0, start - from),
        end - from,
      );
      joined.set(piece, Math.max(0, from - start));
    }
    return joined;
  }

  /** @param length Wanted of it: the last one may have grown, where the source is still being read. */
  #block(index: number, length: number): Uint8Array {
    const known = this.#blocks.get(index);
    if (known !== undefined && known.bytes.length >= length) return known.bytes;
    const memory = known?.memory ?? this.#takeOldest() ?? new Uint8Array(this.#blockBytes);
    const bytes = this.#read(index, memory);
    this.#blocks.set(index, { memory, bytes });
    return bytes;
  }

  #takeOldest(): Uint8Array | null {
    if (this.#blocks.size < KEPT_BYTES / this.#blockBytes) return null;
    for (const [index, { memory }] of this.#blocks) {
      this.#blocks.delete(index);
      return memory;
    }
    return null;
  }
}

/** Of a source that can be read at any place without waiting. */
export class SourceBytes implements ByteStore {
  readonly #readInto: ReadInto;
  readonly #recent: RecentBlocks;

  constructor(readInto: ReadInto) {
    this.#readInto = readInto;
    this.#recent = new RecentBlocks(BLOCK_BYTES, (index, memory) =>
      memory.subarray(0, readInto(memory, index * BLOCK_BYTES)),
    );
  }

  slice(start: number, end: number): Uint8Array {
    if (end - start <= BLOCK_BYTES) return this.#recent.slice(start, end);
    // What is long is read once, and would push everything else out.
    const bytes = new Uint8Array(end - start);
    return bytes.subarray(0, this.#readInto(bytes, start));
  }
}

/** Of a source that gives its bytes once and in order: they are kept packed, block by block. */
export class PackedBytes implements ByteStore {
  readonly #startByte: number;
  readonly #packed: Uint8Array[] = [];
  readonly #blockBytes: number;
  readonly #recent: RecentBlocks;
  /** Of the last block, which is not full yet. */
  readonly #last: Uint8Array;
  #lastBytes = 0;
  #packedBytes = 0;

  /** What is kept takes so much. */
  get packedBytes(): number {
    return this.#packedBytes;
  }

  /** @param startByte The place of the first byte that is pushed. */
  constructor(startByte: number, blockBytes = BLOCK_BYTES) {
    this.#startByte = startByte;
    this.#blockBytes = blockBytes;
    this.#recent = new RecentBlocks(blockBytes, (index, memory) => this.#unpack(index, memory));
    this.#last = new Uint8Array(blockBytes);
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + this.#blockBytes - this.#lastBytes);
      this.#last.set(piece, this.#lastBytes);
      this.#lastBytes += piece.length;
      at += piece.length;
      if (this.#lastBytes < this.#blockBytes) continue;
      // A copy, because a view would keep the larger memory that was packed in.
      const block = new Uint8Array(deflateSync(this.#last, { level: LEVEL }));
      this.#packed.push(block);
      this.#packedBytes += block.length;
      this.#lastBytes = 0;
    }
  }

  slice(startByte: number, endByte: number): Uint8Array {
    const start = startByte - this.#startByte;
    const end = endByte - this.#startByte;
    const packedEnd = this.#packed.length * this.#blockBytes;
    if (end <= packedEnd) return this.#recent.slice(start, end);
    const tail = this.#last.subarray(
      Math.max(0, start - packedEnd),
      Math.min(this.#lastBytes, end - packedEnd),
    );
    return start >= packedEnd ? tail : joinBytes([this.#recent.slice(start, packedEnd), tail]);
  }

  #unpack(index: number, memory: Uint8Array): Uint8Array {
    const packed = this.#packed[index];
    return packed === undefined ? new Uint8Array() : inflateSync(packed, { out: memory });
  }
}
