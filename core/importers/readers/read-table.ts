import Papa from 'papaparse';
import { InspectorError } from '../../domain/errors.ts';
import type { RawRecord } from '../raw-record.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { invalidLineOf, invalidText } from './invalid-text.ts';
import { joinBytes, throwIfCancelled } from './read-lines.ts';
import { decodeText, encodingOf, withoutByteOrderMark } from './text-decoder.ts';

/** Cells hold whole conversations, so a table is either of this size or an export of a warehouse. */
const LONGEST_BYTES = 256 * 1024 * 1024;
const SAMPLED_ROWS = 20;

/**
 * Reads a table of comma-separated values with a line of names, row by row. An empty cell is no field.
 *
 * @throws InspectorError 'invalid-import' for a table of more than 256 MB, and for one without names;
 *   'cancelled' once the signal is aborted.
 */
export async function readTable(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onRow: (row: RawRecord) => void,
): Promise<void> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.read()) {
    throwIfCancelled(options, source);
    // A copy: a reader may fill the same memory again with its next chunk.
    pieces.push(new Uint8Array(chunk));
    length += chunk.length;
    options.onProgress?.(length);
    if (length > LONGEST_BYTES) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: tables are read up to 256 MB; export it as JSONL, which has no such limit`,
      );
    }
  }
  const bytes = joinBytes(pieces);
  const { text, malformed } = decodeText(bytes, encodingOf(bytes));
  if (malformed) {
    sink.warning(invalidText(invalidLineOf(bytes)));
  }
  const broken = eachRow(withoutByteOrderMark(text), 0, (row) => {
    throwIfCancelled(options, source);
    onRow(row);
  });
  if (broken > 0) {
    sink.warning({
      code: 'broken-rows',
      line: null,
      message: `${broken} ${broken === 1 ? 'row has' : 'rows have'} another number of cells than the table has names, or a quote that doesn't end; what could be read of them was kept.`,
    });
  }
}

/** The first rows of a table; none of what isn't one. The last may be cut off. */
export function sampleTable(head: Uint8Array): readonly RawRecord[] {
  const text = withoutByteOrderMark(decodeText(head, encodingOf(head)).text);
  // JSON is never a table, and most files are JSON.
  if (/^\s*[[{]/.test(text) || !/^[^\r\n]*,/.test(text)) return [];
  const rows: RawRecord[] = [];
  eachRow(text, SAMPLED_ROWS, (row) => rows.push(row));
  return rows;
}

/** @returns Rows that don't fit the names. */
function eachRow(text: string, preview: number, onRow: (row: RawRecord) => void): number {
  let names: readonly string[] | null = null;
  let broken = 0;
  Papa.parse(text, {
    delimiter: ',',
    skipEmptyLines: 'greedy',
    preview,
    step: ({ data, errors }) => {
      if (names === null) {
        names = data.map((name) => name.trim());
        return;
      }
      const cells = names.flatMap((name, index): [string, string][] => {
        const cell = data[index] ?? '';
        return cell === '' ? [] : [[name, cell]];
      });
      if (errors.length > 0 || data.length !== names.length) broken += 1;
      onRow(Object.fromEntries(cells));
    },
  });
  return broken;
}
