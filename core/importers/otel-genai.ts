import { InspectorError } from '../domain/errors.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { spanOf, spanRecords, startOfSpan, traceIdOf, type RawSpan } from './otel/raw-span.ts';
import { meaningOf } from './otel/span-meaning.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { isList, plainText, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import { ThreadCount } from './readers/thread-count.ts';
import { deliverTraces } from './spans/deliver-traces.ts';
import type { LaterTrace, Trace } from './spans/trace.ts';
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
    const spans = await readSpans(source, sink, options);
    if (spans.length === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no span was found`);
    }
    const threads = new ThreadCount(sink);
    deliverTraces(tracesOf(spans), { sink: threads.sink, format: FORMAT, agentsAreRuns: true });
    if (threads.isEmpty) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: none of the ${spans.length} spans is of a model, or tells what an agent or a tool was given`,
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

async function readSpans(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly RawRecord[]> {
  const spans: RawRecord[] = [];
  const skipped = new SkippedRecords();
  const take = (value: unknown, line: number | null): void => {
    const found = spanRecords(value);
    for (const span of found) spans.push(span);
    if (found.length === 0) skipped.add((isRecord(value) ? textOrNull(value['type']) : null) ?? '', line);
  };
  if (isJsonLines(sampleHead(await readHead(source)))) await readJsonLines(source, sink, options, take);
  else {
    const document = await readJsonDocument(source, sink, options);
    for (const value of isList(document) ? document : [document]) take(value, null);
  }
  skipped.report(sink);
  return spans;
}

/** An object on the first line; a file of one line is read like one of many. */
function isJsonLines({ records }: HeadSample): boolean {
  return isRecord(records[0]);
}

/** Spans without a trace id are one trace, named after what they hold. */
function tracesOf(records: readonly RawRecord[]): readonly LaterTrace[] {
  const byTrace = new Map<string, RawRecord[]>();
  for (const record of records) {
    const id = traceIdOf(record) ?? '';
    const known = byTrace.get(id);
    if (known === undefined) byTrace.set(id, [record]);
    else known.push(record);
  }
  return [...byTrace].map(([id, own]) => {
    const starts = own.flatMap((record) => startOfSpan(record) ?? []);
    return {
      startMs: starts.reduce((least: number | null, start) => Math.min(least ?? start, start), null),
      read: () => traceOf(id, own.map(spanOf)),
    };
  });
}

function traceOf(id: string, spans: readonly RawSpan[]): Trace {
  const meant = spans.map(meaningOf);
  return {
    id: id === '' ? namelessId(spans) : id,
    name: meant.find(({ parentId }) => parentId === null)?.name ?? meant[0]?.name ?? null,
    threadName: null,
    startMs: null,
    endMs: null,
    spans: meant,
    input: () => [],
    output: () => [],
  };
}

function namelessId(spans: readonly RawSpan[]): string {
  const first = spans.slice(0, 3).map(({ id, name, attributes }) => {
    const answer = attributes.text('gen_ai.response.id', 'ai.response.id', 'gen_ai.tool.call.id');
    return [
      id ?? '',
      name,
      answer ?? '',
      plainText(attributes.get('gen_ai.input.messages')).slice(0, 400),
    ].join(' ');
  });
  return stableId('trace', first.join('\n'));
}
