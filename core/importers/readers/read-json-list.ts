import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { isRecord } from '../raw-record.ts';
import { isList, parseJson } from './json-text.ts';
import { JsonSplitter } from './json-splitter.ts';
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
 * Reads the entries of a list that makes up a JSON text, one after another: a file of 300 MB takes no more
 * memory than its largest entry. An entry that is no JSON is an error with its place, and the rest is
 * read; so is the end of a file that is cut off.
 *
 * @param field The field of the text's object that holds the list; null: the text is the list.
 * @throws InspectorError 'cancelled' between two chunks once the signal is aborted; 'invalid-import' where
 *   there is no such list.
 */
export async function readJsonList(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  field: string | null,
  onEntry: OnEntry,
): Promise<void> {
  let position = 0;
  const splitter = new JsonSplitter(field, (bytes, line) => {
    position += 1;
    const entry = parseEntry(bytes, { position, line }, sink);
    if (entry !== undefined) onEntry(entry, { position, line });
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

function parseEntry(
  bytes: Uint8Array,
  { position, line }: { readonly position: number; readonly line: number },
  sink: ImportSink,
): unknown {
  const { text, malformed } = decodeText(bytes);
  if (malformed) {
    sink.warning({
      code: 'invalid-text',
      line,
      message: `Entry ${position} (line ${line}) holds bytes that are not UTF-8; each is shown as U+FFFD.`,
    });
  }
  try {
    return parseJson(text);
  } catch {
    sink.error({
      code: 'invalid-json',
      line,
      message: `Entry ${position} (line ${line}) is not valid JSON and was left out.`,
    });
    return undefined;
  }
}

function cutOff(read: number, line: number): Parameters<ImportSink['error']>[0] {
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
