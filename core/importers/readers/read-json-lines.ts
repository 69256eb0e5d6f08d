import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportProblem, ImportSink } from '../thread-import.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { invalidText } from './invalid-text.ts';
import { jsonErrorPlace } from './json-error-place.ts';
import { parseJson } from './json-text.ts';
import { JsonPlaceError } from './lazy-json/lazy-reader.ts';
import { lazyReader } from './lazy-json/read-source-lazily.ts';
import { readLines, type LongLine, type OnLine } from './read-lines.ts';

/** Thrown by an importer for a record that is JSON but not what its format says. */
export class InvalidRecord extends Error {}

/**
 * Reads records of a JSONL file, in order.
 *
 * A last line that doesn't parse is what a crash in the middle of a write leaves: a warning, and the
 * rest stands. Anywhere else a broken line is an error, and reading stops unless the person chose to
 * go on without it, because what follows may not be what it seems. Lines that are JSON but no object
 * are counted and skipped. Of a line of more than 4 MB, objects, lists and long strings are read again when
 * somebody looks at them, as of a large document; its bytes are not handed over.
 *
 * @param onOther Told of lines that are JSON but no object; they are counted and skipped unless it takes them.
 * @param entryFields Fields of a long line whose objects and lists, where they are large, are given as
 *   LazyEntries.
 * @param onRecord Given the line's bytes as `readLines` has them, and where they begin in the source unless they are
 *   null. May throw InvalidRecord with a sentence; the line is then an error like one that
 *   doesn't parse.
 * @throws InspectorError 'invalid-import' at the first broken line that isn't the last, unless
 *   `options.openAnyway`; the sink has its place by then. 'cancelled' as readLines.
 */
export async function readJsonLines(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onRecord: (record: RawRecord, line: number, bytes: Uint8Array | null, startByte: number) => void,
  onOther: (value: unknown, line: number) => boolean = () => false,
  entryFields: readonly string[] = [],
): Promise<void> {
  // A line is only known to be the last when the source ends, so a broken one waits for its successor.
  const waiting: { broken: ImportProblem | null } = { broken: null };
  const skipped = { count: 0, firstLine: 0 };

  const refuse = (problem: ImportProblem): void => {
    sink.error(problem);
    if (options.openAnyway !== true) throw refused(source, problem);
  };

  const goOn = (): void => {
    if (waiting.broken !== null) refuse(waiting.broken);
    waiting.broken = null;
  };

  const take = (value: unknown, line: number, bytes: Uint8Array | null, startByte: number): void => {
    if (!isRecord(value)) {
      if (onOther(value, line)) return;
      if (skipped.count === 0) skipped.firstLine = line;
      skipped.count += 1;
      return;
    }
    try {
      onRecord(value, line, bytes, startByte);
    } catch (error) {
      if (!(error instanceof InvalidRecord)) throw error;
      refuse({ code: 'invalid-record', line, message: `Line ${line}: ${error.message}` });
    }
  };

  const takeText: OnLine = (text, line, malformed, bytes, startByte) => {
    goOn();
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      waiting.broken = brokenLine(line, jsonErrorPlace(text)?.column ?? null, reason(error));
      return;
    }
    if (malformed) sink.warning(invalidText(line));
    take(value, line, bytes, startByte);
  };

  const openLongLine = (line: number, startByte: number): LongLine => {
    goOn();
    const onMalformed = (): void => {
      sink.warning(invalidText(line));
    };
    const reader = lazyReader(source, options, startByte, onMalformed, entryFields);
    let isBroken = false;
    const scan = <Value>(read: () => Value): Value | null => {
      if (isBroken) return null;
      try {
        return read();
      } catch (error) {
        if (!(error instanceof JsonPlaceError)) throw error;
        isBroken = true;
        waiting.broken = brokenLine(line, null, `it goes wrong at its byte ${error.atByte - startByte + 1}`);
        return null;
      }
    };
    return {
      push: (bytes) => {
        scan(() => {
          reader.push(bytes);
        });
      },
      end: () => {
        const value = scan(() => reader.end());
        if (!isBroken) take(value, line, null, startByte);
      },
    };
  };

  await readLines(source, options, takeText, openLongLine);

  if (waiting.broken !== null) sink.warning(partialLastLine(waiting.broken));
  if (skipped.count > 0) sink.warning(skippedLines(skipped.count, skipped.firstLine));
}

function brokenLine(line: number, column: number | null, why: string): ImportProblem {
  const place = column === null ? '' : ` at column ${column}`;
  return { code: 'invalid-record', line, message: `Line ${line} is not valid JSON${place}: ${why}.` };
}

function refused(source: ByteSource, problem: ImportProblem): InspectorError {
  return new InspectorError(
    'invalid-import',
    `${source.name}: ${problem.message} Nothing of the file was taken; open it anyway to leave this line out.`,
  );
}

function partialLastLine(problem: ImportProblem): ImportProblem {
  return {
    code: 'partial-last-line',
    line: problem.line,
    message: `Line ${problem.line ?? 0}, the last, is cut off: the writer was interrupted, and this record was left out.`,
  };
}

function skippedLines(count: number, firstLine: number): ImportProblem {
  return {
    code: 'skipped-lines',
    line: firstLine,
    message:
      count === 1
        ? `Line ${firstLine} is JSON but not an object, and was skipped.`
        : `${count} lines are JSON but not objects, and were skipped; the first is line ${firstLine}.`,
  };
}

/** The engine's own words without its place, and without the text it quotes, which may be long and is untrusted. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'it can’t be parsed';
  return (
    error.message
      .replace(/,? ?(?:\.\.\.)?"[\s\S]*$/, '')
      .replace(/ in JSON at position \d+[\s\S]*$/, '')
      .replace(/\s+/g, ' ')
      .slice(0, 120)
      .trim() || 'it can’t be parsed'
  );
}
