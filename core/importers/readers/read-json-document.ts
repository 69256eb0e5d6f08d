import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { invalidLineOf, invalidText } from './invalid-text.ts';
import { jsonErrorPlace } from './json-error-place.ts';
import { parseJson } from './json-text.ts';
import { JsonPlaceError, type LazyReader } from './lazy-json/lazy-reader.ts';
import { lazyReader } from './lazy-json/read-source-lazily.ts';
import { joinBytes, refuseLargeWide, throwIfCancelled, withWholeMark } from './read-lines.ts';
import { decodeText, encodingOf, withoutByteOrderMark } from './text-decoder.ts';

/** Parsed, a text takes several times its size; a longer one is read lazily. */
const LONGEST_PARSED_BYTES = 4 * 1024 * 1024;
const MARK_BYTES = 3;

/**
 * Reads a source that is one JSON text. Of a large one, objects, lists and long strings are read again from the
 * source when somebody looks at them: a file of 300 MB takes little more memory than its structure. Whoever keeps
 * what is in them keeps it in memory.
 *
 * @param entryFields Fields whose objects and lists, where they are large, are given as LazyEntries.
 * @throws InspectorError 'invalid-import' with the line where it stops being JSON, 'cancelled' once the signal
 *   is aborted: while reading, and wherever a value of a large text is looked at.
 */
export async function readJsonDocument(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  entryFields: readonly string[] = [],
): Promise<unknown> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let lazy: LazyReader | null = null;
  let bytesRead = 0;
  for await (const chunk of withWholeMark(source.read())) {
    throwIfCancelled(options, source);
    bytesRead += chunk.length;
    options.onProgress?.(bytesRead);
    if (lazy !== null) pushTo(lazy, chunk, source, sink);
    else {
      // A copy: a reader may fill the same memory again with its next chunk.
      held.push(new Uint8Array(chunk));
      heldBytes += chunk.length;
      if (heldBytes <= LONGEST_PARSED_BYTES) continue;
      const beginning = joinBytes(held);
      if (encodingOf(beginning) !== 'utf-8') refuseLargeWide(source, heldBytes);
      else {
        const markBytes = hasMark(beginning) ? MARK_BYTES : 0;
        const onMalformed = (): void => {
          sink.warning(invalidText(null));
        };
        lazy = lazyReader(source, options, markBytes, onMalformed, entryFields);
        pushTo(lazy, beginning.subarray(markBytes), source, sink);
        held = [];
      }
    }
  }
  throwIfCancelled(options, source);
  if (lazy === null) return parseWhole(held.length === 0 ? new Uint8Array() : joinBytes(held), source, sink);
  const whole = lazy;
  return placed(source, sink, () => whole.end());
}

function pushTo(lazy: LazyReader, chunk: Uint8Array, source: ByteSource, sink: ImportSink): void {
  placed(source, sink, () => {
    lazy.push(chunk);
  });
}

function placed<Value>(source: ByteSource, sink: ImportSink, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonPlaceError)) throw error;
    throw invalidJson(source, sink, { line: error.line, column: null }, error);
  }
}

function parseWhole(bytes: Uint8Array, source: ByteSource, sink: ImportSink): unknown {
  const decoded = decodeText(bytes, encodingOf(bytes));
  if (decoded.malformed) sink.warning(invalidText(invalidLineOf(bytes)));
  const text = withoutByteOrderMark(decoded.text);
  try {
    return parseJson(text);
  } catch (error) {
    throw invalidJson(source, sink, jsonErrorPlace(text) ?? { line: 1, column: 1 }, error);
  }
}

function invalidJson(
  source: ByteSource,
  sink: ImportSink,
  { line, column }: { readonly line: number; readonly column: number | null },
  cause: unknown,
): InspectorError {
  const place = ` at line ${line}${column === null ? '' : `, column ${column}`}`;
  sink.error({ code: 'invalid-json', line, message: `The file is not valid JSON${place}.` });
  return new InspectorError(
    'invalid-import',
    `${source.name}: not valid JSON${place}; the file may be cut off, so export it again.`,
    { cause },
  );
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
