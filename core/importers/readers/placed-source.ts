import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions } from '../thread-import.ts';
import { parseJson } from './json-text.ts';
import { PackedBytes, SMALL_BLOCK_BYTES, type ReadInto } from './lazy-json/byte-store.ts';
import { throwIfCancelled } from './read-lines.ts';
import { decodeText, withoutByteOrderMark } from './text-decoder.ts';

/** A source that can be read at any place once it has been read from beginning to end. */
export type PlacedSource = ByteSource & { readonly readInto: ReadInto };

/** Packed bytes that are kept of a source that can be read in order only: more than a gigabyte of text. */
const MOST_PACKED_BYTES = 320 * 1024 * 1024;

/**
 * The source itself where it can be read at any place. Else one that keeps its bytes, packed, when it is read first.
 *
 * @param mostPackedBytes Kept at most.
 * @throws InspectorError 'invalid-import' while it is read, where more has to be kept than memory should hold.
 */
export function placedSource(source: ByteSource, mostPackedBytes = MOST_PACKED_BYTES): PlacedSource {
  const { name, sizeBytes, readInto } = source;
  if (readInto !== undefined) {
    return { name, sizeBytes, read: () => source.read(), readInto: (bytes, start) => readInto(bytes, start) };
  }
  const packed = new PackedBytes(0, SMALL_BLOCK_BYTES);
  return {
    name,
    sizeBytes,
    read: () => packedOnTheWay(source, packed, mostPackedBytes),
    readInto: (bytes, start) => {
      const found = packed.slice(start, start + bytes.length);
      bytes.set(found);
      return found.length;
    },
  };
}

async function* packedOnTheWay(
  source: ByteSource,
  packed: PackedBytes,
  mostPackedBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source.read()) {
    packed.push(chunk);
    if (packed.packedBytes > mostPackedBytes) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: more of it would have to be kept in memory than there is room for; unpack it and import the file itself`,
      );
    }
    yield chunk;
  }
}

/** For a source that is read once and then again by place, which PlacedTexts tells of: the first half of the way. */
export function firstHalf(options: ImportOptions): ImportOptions {
  return {
    ...options,
    onProgress: (bytesRead) => {
      options.onProgress?.(bytesRead / 2);
    },
  };
}

const LINE_FEED = 0x0a;
const WINDOW_BYTES = 256 * 1024;
/** For a place far from the one before. */
const SMALL_WINDOW_BYTES = 16 * 1024;
/** So far ahead, reading on is as good as reading elsewhere. */
const NEAR_BYTES = 512 * 1024;

/** Reads JSON texts of a source again, by where they stand. */
export class PlacedTexts {
  readonly #source: PlacedSource;
  readonly #options: ImportOptions;
  #memory = new Uint8Array(WINDOW_BYTES);
  #window = this.#memory.subarray(0, 0);
  #windowStart = 0;
  #furthest = 0;

  constructor(source: PlacedSource, options: ImportOptions) {
    this.#source = source;
    this.#options = options;
  }

  /**
   * The value of a line.
   *
   * @throws InspectorError 'cancelled' once the signal is aborted, 'invalid-import' when the line has changed.
   */
  lineAt(startByte: number): unknown {
    throwIfCancelled(this.#options, this.#source);
    this.#moveTo(startByte, 1);
    for (;;) {
      const at = startByte - this.#windowStart;
      const end = this.#window.indexOf(LINE_FEED, at);
      if (end >= 0) return this.#parsed(this.#window.subarray(at, end));
      const known = this.#window.length - at;
      this.#load(startByte, Math.max(WINDOW_BYTES, 2 * known));
      if (this.#window.length <= known) return this.#parsed(this.#window);
    }
  }

  /** The text between two places. */
  textAt(startByte: number, endByte: number): string {
    throwIfCancelled(this.#options, this.#source);
    this.#moveTo(startByte, endByte - startByte);
    const at = startByte - this.#windowStart;
    return decodeText(this.#window.subarray(at, at + endByte - startByte)).text;
  }

  /** It was something else when it was read first. */
  changed(): InspectorError {
    return new InspectorError(
      'invalid-import',
      `${this.#source.name}: the file was changed while it was read; import it again once it is complete`,
    );
  }

  #parsed(bytes: Uint8Array): unknown {
    try {
      return parseJson(withoutByteOrderMark(decodeText(bytes).text));
    } catch {
      throw this.changed();
    }
  }

  #moveTo(start: number, length: number): void {
    const end = this.#windowStart + this.#window.length;
    if (start >= this.#windowStart && start + length <= end) return;
    const isNear = start >= this.#windowStart && start < end + NEAR_BYTES;
    this.#load(start, Math.max(length, isNear ? WINDOW_BYTES : SMALL_WINDOW_BYTES));
  }

  #load(start: number, length: number): void {
    // A line of several megabytes is rare, and its memory isn't kept.
    if (length > WINDOW_BYTES || this.#memory.length !== WINDOW_BYTES) {
      this.#memory = new Uint8Array(Math.max(length, WINDOW_BYTES));
    }
    const read = this.#source.readInto(this.#memory.subarray(0, length), start);
    this.#window = this.#memory.subarray(0, read);
    this.#windowStart = start;
    const { sizeBytes } = this.#source;
    this.#furthest = Math.max(this.#furthest, start + read);
    if (sizeBytes !== null) this.#options.onProgress?.((sizeBytes + this.#furthest) / 2);
  }
}
