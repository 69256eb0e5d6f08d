import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportProblem, ImportSink } from '../thread-import.ts';
import { isRecord } from '../raw-record.ts';
import { isList, parseJson } from './json-text.ts';
import { JsonSplitter, type LongElement } from './json-splitter.ts';
import { JsonPlaceError, type LazyReader } from './lazy-json/lazy-reader.ts';
import { lazyReader } from './lazy-json/read-source-lazily.ts';
import { readJsonDocument } from './read-json-document.ts';
import { throwIfCancelled, withWholeMark } from './read-lines.ts';
import { decodeText, encodingOf } from './text-decoder.ts';

/** Where an entry of a list stands. Both count from 1; a line is null where the format has none. */
export interface EntryPlace {
  readonly position: number;
  readonly line: number | null;
}

export type OnEntry = (entry: unknown, place: EntryPlace) => void;

/**
 * Reads the entries of a list that makes up a JSON text, one after another: a file of 300 MB takes little
 * memory. Of an entry of more than 4 MB, objects, lists and long strings are read again when somebody looks at
 * them, as of a large document. An entry that is no JSON is an error with its place, and the rest is read; so
 * is the end of a file that is cut off.
 *
 * @param field The field of the text's object that holds the list; null: the text is the list.
 * @param entryFields Fields of an entry whose objects and lists, where they are large, are given as LazyEntries.
 * @throws InspectorError 'cancelled' between two chunks once the signal is aborted; 'invalid-import' where
 *   there is no such list.
 */
export async function readJsonList(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  field: string | null,
  onEntry: OnEntry,
  entryFields: readonly string[] = [],
): Promise<void> {
  let position = 0;
  const take = (entry: unknown, line: number): void => {
    position += 1;
    if (entry !== undefined) onEntry(entry, { position, line });
  };
  const splitter = new JsonSplitter(field, {
    element: (bytes, line) => {
      take(parseEntry(bytes, { position: position + 1, line }, sink), line);
    },
    longElement: (startByte, line) => {
      const place = { position: position + 1, line };
      const onMalformed = (): void => {
        sink.warning(malformedEntry(place));
      };
      const reader = lazyReader(source, options, startByte, onMalformed, entryFields);
      return longEntry(reader, place, sink, (entry) => {
        take(entry, line);
      });
    },
  });
  let bytesRead = 0;
  for await (const chunk of withWholeMark(source.read())) {
    throwIfCancelled(options, source);
    if (bytesRead === 0 && encodingOf(chunk) !== 'utf-8') {
      await readWide(source, sink, options, field, onEntry);
      return;
    }
    bytesRead += chunk.length;
    options.onProgress?.(bytesRead);
    splitter.push(chunk);
  }
  throwIfCancelled(options, source);
  const end = splitter.end();
  if (end === 'no-list') throw noList(source, field);
  if (end === 'cut-off') sink.error(cutOff(position, splitter.elementLine));
  if (splitter.trailingLine !== null) {
    sink.warning({
      code: 'trailing-text',
      line: splitter.trailingLine,
      message: `The list ends before line ${splitter.trailingLine}; what follows it was left out.`,
    });
  }
}

interface LinedPlace extends EntryPlace {
  readonly line: number;
}

function parseEntry(bytes: Uint8Array, place: LinedPlace, sink: ImportSink): unknown {
  const { text, malformed } = decodeText(bytes);
  if (malformed) sink.warning(malformedEntry(place));
  try {
    return parseJson(text);
  } catch {
    sink.error(invalidEntry(place));
    return undefined;
  }
}

function longEntry(
  reader: LazyReader,
  place: LinedPlace,
  sink: ImportSink,
  onEnd: (entry: unknown) => void,
): LongElement {
  let isBroken = false;
  const scan = (read: () => unknown): unknown => {
    if (isBroken) return undefined;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof JsonPlaceError)) throw error;
      isBroken = true;
      return undefined;
    }
  };
  return {
    push: (bytes) => {
      scan(() => {
        reader.push(bytes);
      });
    },
    end: () => {
      const entry = scan(() => reader.end());
      if (isBroken) sink.error(invalidEntry(place));
      onEnd(entry);
    },
  };
}

function malformedEntry({ position, line }: LinedPlace): ImportProblem {
  return {
    code: 'invalid-text',
    line,
    message: `Entry ${position} (line ${line}) holds bytes that are not UTF-8; each is shown as U+FFFD.`,
  };
}

function invalidEntry({ position, line }: LinedPlace): ImportProblem {
  return {
    code: 'invalid-json',
    line,
    message: `Entry ${position} (line ${line}) is not valid JSON and was left out.`,
  };
}

function cutOff(read: number, line: number): ImportProblem {
  return {
    code: 'cut-off',
    line,
    message:
      read === 0
        ? 'The file ends inside its first entry: it is cut off or its quotes and brackets are out of order. Export it again.'
        : `The file ends inside its list, behind entry ${read}: it is cut off from line ${line} on. Export it again.`,
  };
}

function noList(source: ByteSource, field: string | null): InspectorError {
  const what = field === null ? 'a JSON list' : `a JSON object with a list “${field}”`;
  return new InspectorError('invalid-import', `${source.name}: the file was expected to be ${what}`);
}

/** UTF-16 is rare enough to be read whole. */
async function readWide(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  field: string | null,
  onEntry: OnEntry,
): Promise<void> {
  const document = await readJsonDocument(source, sink, options);
  const list = field === null ? document : isRecord(document) ? document[field] : null;
  if (!isList(list)) throw noList(source, field);
  list.forEach((entry, index) => {
    onEntry(entry, { position: index + 1, line: null });
  });
}
