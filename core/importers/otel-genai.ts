import { InspectorError } from '../domain/errors.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { spanOf, spanRecords, type RawSpan } from './otel/raw-span.ts';
import { SpanLog } from './otel/span-log.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { firstHalf, PlacedTexts, placedSource } from './readers/placed-source.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import { deliverTraces } from './spans/deliver-traces.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'otel-genai';

/**
 * Spans of models and agents: OTLP as JSON or JSONL, flat exports, and single spans, in the conventions of
 * OpenTelemetry GenAI, OpenInference, OpenLLMetry and the AI SDK. A trace is a run; the conversation or
 * session that its spans name is the thread.
 */
export const otelGenAi: ThreadImporter = {
  format: FORMAT,
  label: 'OpenTelemetry GenAI and OpenInference spans',

  detect(head) {
    const { records, document } = sampleHead(head);
    if (records.length < 2) return isTraces(document);
    return records.filter(isTraces).length * 2 >= records.length;
  },

  async read(source, sink, options) {
    const log = await readSpans(source, sink, options);
    if (log.count === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no span was found`);
    }
    const threads = new ThreadCount(sink);
    deliverTraces(log, { sink: threads.sink, format: FORMAT, agentsAreRuns: true });
    if (threads.isEmpty) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: none of the ${log.count} spans is of a model, or tells what an agent or a tool was given`,
      );
    }
  },
};

/** OTLP of any kind is this importer's, so that it can say what is missing in it. */
function isTraces(value: unknown): boolean {
  if (isRecord(value) && ('resourceSpans' in value || 'resource_spans' in value)) return true;
  return spanRecords(value).some((record) => isTelling(spanOf(record)));
}

function isTelling({ attributes }: RawSpan): boolean {
  return attributes.has(
    'gen_ai.operation.name',
    'gen_ai.request.model',
    'gen_ai.response.model',
    'gen_ai.system',
    'gen_ai.provider.name',
    'gen_ai.prompt',
    'gen_ai.completion',
    'gen_ai.input.messages',
    'openinference.span.kind',
    'llm.model_name',
    'ai.operationId',
    'ai.model.id',
    'traceloop.span.kind',
  );
}

async function readSpans(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<SpanLog> {
  const lines = placedSource(source, Infinity);
  const log = new SpanLog(new PlacedTexts(lines, options));
  const skipped = new SkippedRecords();
  const take = (value: unknown, line: number | null, bytes: Uint8Array | null, startByte: number): void => {
    const found = spanRecords(value);
    log.add(found, bytes, startByte);
    if (found.length === 0) skipped.add((isRecord(value) ? textOrNull(value['type']) : null) ?? '', line);
  };
  if (isJsonLines(sampleHead(await readHead(source))))
    await readJsonLines(lines, sink, firstHalf(options), take);
  else {
    const document = await readJsonDocument(source, sink, options);
    for (const value of isList(document) ? document : [document]) take(value, null, null, 0);
  }
  skipped.report(sink);
  return log;
}

/** An object on the first line; a file of one line is read like one of many. */
function isJsonLines({ records }: HeadSample): boolean {
  return isRecord(records[0]);
}
