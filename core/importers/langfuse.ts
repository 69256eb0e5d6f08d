import { InspectorError } from '../domain/errors.ts';
import { field, isObservation, langfuseRecords, mergedRecord } from './langfuse/langfuse-records.ts';
import { traceOf, traceStartMs } from './langfuse/observation-span.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { readTable, sampleTable } from './readers/read-table.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import { deliverTraces } from './spans/deliver-traces.ts';
import type { LaterTrace } from './spans/trace.ts';
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
    const log = new TraceLog();
    await readRecords(source, sink, options, log);
    const threads = new ThreadCount(sink);
    deliverTraces(log.traces(), { sink: threads.sink, format: FORMAT, agentsAreRuns: false });
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
  log: TraceLog,
): Promise<void> {
  const head = await readHead(source);
  const skipped = new SkippedRecords();
  const take = (value: unknown, line: number | null): void => {
    const records = langfuseRecords(value);
    for (const record of records) log.add(record);
    if (records.length === 0) skipped.add((isRecord(value) ? textOrNull(value['type']) : null) ?? '', line);
  };
  if (isJsonLines(sampleHead(head))) await readJsonLines(source, sink, options, take);
  else if (isTable(head)) {
    await readTable(source, sink, options, (row) => {
      take(row, null);
    });
  } else {
    const document = await readJsonDocument(source, sink, options);
    if (!isList(document)) for (const record of langfuseRecords(document)) log.add(record);
    else for (const element of document) take(element, null);
  }
  skipped.report(sink);
}

function isTable(head: Uint8Array): boolean {
  return sampleTable(head).some((row) => langfuseRecords(row).length > 0);
}

/** An object on the first line; a file of one line is read like one of many. */
function isJsonLines({ records }: HeadSample): boolean {
  return isRecord(records[0]);
}

/** Records of a file, put together by the trace they belong to. */
class TraceLog {
  readonly #traces = new Map<
    string,
    { trace: RawRecord | null; readonly observations: Map<string, RawRecord> }
  >();

  add(record: RawRecord): void {
    const isPart = isObservation(record);
    const id = textOrNull(isPart ? field(record, 'traceId') : record['id']) ?? 'trace';
    let known = this.#traces.get(id);
    if (known === undefined) this.#traces.set(id, (known = { trace: null, observations: new Map() }));
    if (!isPart) known.trace = known.trace === null ? record : mergedRecord(known.trace, record);
    else {
      const name = textOrNull(record['id']) ?? `observation-${known.observations.size + 1}`;
      const earlier = known.observations.get(name);
      known.observations.set(name, earlier === undefined ? record : mergedRecord(earlier, record));
    }
  }

  traces(): readonly LaterTrace[] {
    return [...this.#traces].map(([id, { trace, observations }]) => ({
      startMs: traceStartMs(trace, [...observations.values()]),
      read: () => traceOf(id, trace, [...observations.values()]),
    }));
  }
}
