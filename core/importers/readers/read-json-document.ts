import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { jsonErrorAt } from './json-error-place.ts';
import { parseJson } from './json-text.ts';
import { joinBytes, throwIfCancelled } from './read-lines.ts';
import { decodeText, encodingOf, withoutByteOrderMark } from './text-decoder.ts';

/** JavaScript can't hold a longer text; a file of that size has to be JSONL. */
const LONGEST_TEXT_BYTES = 512 * 1024 * 1024;

/**
 * Reads a source that is one JSON text.
 *
 * @throws InspectorError 'invalid-import' with the line where it stops being JSON, 'cancelled' as readLines.
 */
export async function readJsonDocument(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<unknown> {
  const text = await readText(source, sink, options);
  try {
    return parseJson(text);
  } catch (error) {
    const line = lineOf(text, jsonErrorAt(text) ?? text.length);
    const place = ` at line ${line}`;
    sink.error({ code: 'invalid-json', line, message: `The file is not valid JSON${place}.` });
    throw new InspectorError(
      'invalid-import',
      `${source.name}: not valid JSON${place}; the file may be cut off, so export it again.`,
      { cause: error },
    );
  }
}

/** The whole source as text, without a byte order mark. */
export async function readText(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const chunk of source.read()) {
    throwIfCancelled(options, source);
    bytesRead += chunk.length;
    if (bytesRead > LONGEST_TEXT_BYTES) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: a JSON text of more than 512 MB can't be read at once; export it in parts or as JSONL.`,
      );
    }
    options.onProgress?.(bytesRead);
    chunks.push(new Uint8Array(chunk));
  }
  throwIfCancelled(options, source);
  const bytes = joinBytes(chunks);
  const { text, malformed } = decodeText(bytes, encodingOf(bytes));
  if (malformed) {
    sink.warning({
      code: 'invalid-text',
      line: null,
      message: 'The file holds bytes that are no text in its encoding; each is shown as U+FFFD.',
    });
  }
  return withoutByteOrderMark(text);
}

function lineOf(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
