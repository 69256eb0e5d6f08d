import { InspectorError } from '../domain/errors.ts';
import { langfuseRecords } from './langfuse/langfuse-records.ts';
import { ObservationLog } from './langfuse/observation-log.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { firstHalf, PlacedTexts, placedSource } from './readers/placed-source.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { readTable, sampleTable } from './readers/read-table.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import { deliverTraces } from './spans/deliver-traces.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'langfuse';

/**
 * Traces and observations of Langfuse: the download of one trace, answers of its API, and batch exports as
 * JSON, JSONL or CSV. A trace is a run; the session it belongs to is the thread.
 */
export const langfuse: ThreadImporter = {
  format: FORMAT,
  label: 'Langfuse traces and observations',

  detect(head) {
    const { records, document } = sampleHead(head);
    if (document === undefined && records.length === 0) return isTable(head);
    if (records.length < 2) return langfuseRecords(document).length > 0;
    return records.filter((record) => langfuseRecords(record).length > 0).length * 2 >= records.length;
  },

  async read(source, sink, options) {
    const log = await readRecords(source, sink, options);
    const threads = new ThreadCount(sink);
    deliverTraces(log, { sink: threads.sink, format: FORMAT, agentsAreRuns: false });
    if (threads.isEmpty) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: no Langfuse trace or observation that says anything was found`,
      );
    }
  },
};

async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<ObservationLog> {
  const lines = placedSource(source, Infinity);
  const log = new ObservationLog(new PlacedTexts(lines, options));
  const head = await readHead(source);
  const skipped = new SkippedRecords();
  const take = (value: unknown, line: number | null, bytes: Uint8Array | null, startByte: number): void => {
    const records = langfuseRecords(value);
    log.add(records, bytes, startByte);
    if (records.length === 0) skipped.add((isRecord(value) ? textOrNull(value['type']) : null) ?? '', line);
  };
  if (isJsonLines(sampleHead(head))) await readJsonLines(lines, sink, firstHalf(options), take);
  else if (isTable(head)) {
    await readTable(source, sink, options, (row) => {
      take(row, null, null, 0);
    });
  } else {
    const document = await readJsonDocument(source, sink, options);
    if (!isList(document)) log.add(langfuseRecords(document), null, 0);
    else for (const element of document) take(element, null, null, 0);
  }
  skipped.report(sink);
  return log;
}

function isTable(head: Uint8Array): boolean {
  return sampleTable(head).some((row) => langfuseRecords(row).length > 0);
}

/** An object on the first line; a file of one line is read like one of many. */
function isJsonLines({ records }: HeadSample): boolean {
  return isRecord(records[0]);
}
