import type { ImportOptions } from '../../thread-import.ts';
import { JsonScanError, JsonScanner } from './json-scanner.ts';
import { PackedBytes, SourceBytes, type ByteStore, type ReadInto } from './byte-store.ts';
import { LazyDocument, type LazySizes } from './lazy-document.ts';
import { LazyValues } from './lazy-values.ts';

const LINE_FEED = 0x0a;
const LINE_STEP_BYTES = 256 * 1024;

export interface LazyReaderOptions {
  /** Reads the text again at any place, at once; left out: it is kept in memory, packed. */
  readonly readInto?: ReadInto | undefined;
  /** Called whenever a value is read once more; may throw. */
  readonly onRead: () => void;
  /** Some bytes of a value that is read are no text. */
  readonly onMalformed: () => void;
  /** The text isn't any more what it was; has to throw. */
  readonly onChanged: () => never;
  readonly keepData?: ImportOptions['keepData'];
  readonly sizes?: LazySizes;
  /** Fields whose objects and lists, where they are large, are given as LazyEntries. */
  readonly entryFields?: readonly string[];
}

/** The text isn't JSON there. */
export class JsonPlaceError extends Error {
  /** Counts from 1 where the reader began. */
  readonly line: number;
  /** Of the source. */
  readonly atByte: number;

  constructor(line: number, atByte: number) {
    super(`no JSON at line ${line}`);
    this.line = line;
    this.atByte = atByte;
  }
}

/**
 * Reads a JSON text in UTF-8 of any size into a value that looks as if it had been parsed whole. Only its
 * structure is in memory; objects, lists and long strings in it are read again when they are asked for.
 */
export class LazyReader {
  readonly #startByte: number;
  readonly #packed: PackedBytes | null = null;
  readonly #bytes: ByteStore;
  readonly #document: LazyDocument;
  readonly #scanner: JsonScanner;

  /** @param startByte Where the text begins in the source; the first that is pushed. */
  constructor(startByte: number, { readInto, sizes, entryFields, ...events }: LazyReaderOptions) {
    this.#startByte = startByte;
    if (readInto === undefined) this.#bytes = this.#packed = new PackedBytes(startByte);
    else this.#bytes = new SourceBytes(readInto);
    this.#document = new LazyDocument(new LazyValues(this.#bytes, events), sizes, entryFields);
    this.#scanner = new JsonScanner(this.#document, startByte);
  }

  /** @throws JsonPlaceError */
  push(chunk: Uint8Array): void {
    this.#packed?.push(chunk);
    this.#placed(() => {
      this.#scanner.push(chunk);
    });
  }

  /** @throws JsonPlaceError where the text ends too early. */
  end(): unknown {
    this.#placed(() => {
      this.#scanner.end();
    });
    return this.#document.document;
  }

  #placed(scan: () => void): void {
    try {
      scan();
    } catch (error) {
      if (!(error instanceof JsonScanError)) throw error;
      throw new JsonPlaceError(this.#lineOf(error.atByte), error.atByte);
    }
  }

  #lineOf(atByte: number): number {
    let line = 1;
    for (let start = this.#startByte; start < atByte; start += LINE_STEP_BYTES) {
      const bytes = this.#bytes.slice(start, Math.min(start + LINE_STEP_BYTES, atByte));
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) line += 1;
    }
    return line;
  }
}
