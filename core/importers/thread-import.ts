import type { CancelSignal } from '../domain/cancel-signal.ts';
import type { RunId, ThreadId } from '../domain/ids.ts';
import type { SummaryBoundary, ThreadHeader, ThreadRun } from '../domain/thread.ts';

/** Bytes to read, from wherever they come. `read` may be called more than once and starts anew each time. */
export interface ByteSource {
  /** Shown to people: a path, or `-` for standard input. */
  readonly name: string;
  /** Null when it isn't known before the end. */
  readonly sizeBytes: number | null;
  read(): AsyncIterable<Uint8Array>;
  /** From that byte on, where the source can begin anywhere. */
  readonly readFrom?: (startByte: number) => AsyncIterable<Uint8Array>;
  /** Fills `bytes` with what stands from `startByte` on, without waiting, and tells how many there were. */
  readonly readInto?: (bytes: Uint8Array, startByte: number) => number;
}

/** A problem with its place. `line` counts from 1; null when the format has no lines. */
export interface ImportProblem {
  readonly code: string;
  readonly line: number | null;
  /** One sentence: what is wrong, and what to do about it where something can be done. */
  readonly message: string;
}

/**
 * Where an importer delivers what it reads, in file order, as it reads.
 *
 * A thread comes before its runs; one that is announced again gets the new header. A run that is
 * delivered again (same thread, same run id) replaces the earlier delivery's status, calls, occupancy,
 * end, `reopened` and, unless it is empty, meta; its messages are appended.
 */
export interface ImportSink {
  thread(header: ThreadHeader): void;
  /**
   * @param record The record that brought the run, as it stands in the source: bytes of UTF-8, good
   *   during the call only. Given where `parseHastekitRecord` reads the very same messages and meta
   *   from it, so that a store can keep these bytes instead of writing the messages anew.
   */
  run(thread: ThreadId, run: ThreadRun, record?: Uint8Array): void;
  /**
   * The branch begins with the runs of `from` up to and including `upTo`, as they are when everything
   * has been read. They keep their `threadId`; `copiedFrom` names the thread that wrote them. Comes
   * once, before the branch's own runs, and `from` may be a branch itself.
   */
  copiedRuns(branch: ThreadId, from: ThreadId, upTo: RunId): void;
  boundary(thread: ThreadId, boundary: SummaryBoundary): void;
  /**
   * Nothing more comes of the thread; those that it begins with have ended before. For threads of which this
   * isn't told it is so when everything has been read.
   */
  ended(thread: ThreadId): void;
  warning(problem: ImportProblem): void;
  error(problem: ImportProblem): void;
}

/** Base64 data as it stands in a source, which writes it as any writer of base64 would. */
export interface LongData {
  /** In characters, those that fill up the last group included. */
  readonly length: number;
  /** The characters as bytes, in pieces of whole groups; each is good until the next. */
  pieces(): Iterable<Uint8Array>;
}

export interface ImportOptions {
  readonly signal?: CancelSignal;
  /**
   * Go on behind a broken line in the middle of a file, which is an error of its own either way.
   * Without it the importer throws 'invalid-import' there: the file is refused whole.
   */
  readonly openAnyway?: boolean;
  /**
   * Keeps data of several megabytes, so that it need not become a text. What it gives stands in the text's
   * place in what is delivered; left out, the text stands there.
   */
  readonly keepData?: (data: LongData) => string;
  /** Bytes read so far; called at most a few times per second's worth of data. */
  readonly onProgress?: (bytesRead: number) => void;
}

export interface ThreadImporter {
  /** Stable name, e.g. `hastekit-jsonl`. */
  readonly format: string;
  /** What people call it, e.g. `HasteKit history (JSONL)`. */
  readonly label: string;
  /**
   * Tells from the first bytes (up to 256 kB; the last line may be cut) whether this is its format.
   * Never throws.
   */
  detect(head: Uint8Array, name: string): boolean;
  /**
   * Reads the whole source. Problems go to the sink; what can be read is delivered nevertheless.
   * @throws InspectorError 'cancelled' when the signal is aborted, 'invalid-import' when nothing at
   *   all can be read (with the place and the remedy in the message).
   */
  read(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<void>;
}
