import { isRecord, type RawRecord } from '../raw-record.ts';
import { readHead } from '../read-head.ts';
import { sampleHead } from '../readers/head-sample.ts';
import { isList } from '../readers/json-text.ts';
import { readJsonDocument } from '../readers/read-json-document.ts';
import { readJsonLines } from '../readers/read-json-lines.ts';
import { readJsonList } from '../readers/read-json-list.ts';
import { readTable, sampleTable } from '../readers/read-table.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';

/** The first records of a file: of a table, of JSON Lines, of a list, or the one that it is. */
export function sampleRecords(head: Uint8Array): readonly RawRecord[] {
  const rows = sampleTable(head);
  if (rows.length > 0) return rows;
  const { records, document } = sampleHead(head);
  if (records.some(isRecord)) return records.filter(isRecord);
  if (isList(document)) return document.filter(isRecord);
  return isRecord(document) ? [document] : [];
}

/**
 * Reads the records of a file one after another, whatever it is; what is no object is left out.
 *
 * @throws InspectorError as readTable, readJsonLines, readJsonList and readJsonDocument.
 */
export async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onRecord: (record: RawRecord, line: number | null) => void,
): Promise<void> {
  const head = await readHead(source);
  const { records, document } = sampleHead(head);
  if (sampleTable(head).length > 0) {
    await readTable(source, sink, options, (row) => {
      onRecord(row, null);
    });
  } else if (records.some(isRecord)) {
    await readJsonLines(source, sink, options, onRecord);
  } else if (isList(document)) {
    await readJsonList(source, sink, options, null, (entry, { line }) => {
      if (isRecord(entry)) onRecord(entry, line);
    });
  } else {
    const whole = await readJsonDocument(source, sink, options);
    if (isRecord(whole)) onRecord(whole, null);
  }
}
