import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { attributeNames, Attributes, plain, readAttributes } from './attributes.ts';

/** A span as any exporter writes it, before anybody asks what it means. */
export interface RawSpan {
  readonly traceId: string | null;
  readonly id: string | null;
  readonly parentId: string | null;
  readonly name: string;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly failure: string | null;
  readonly attributes: Attributes;
  readonly events: readonly RawEvent[];
}

export interface RawEvent {
  readonly name: string;
  readonly attributes: Attributes;
  /** Of an event that came as a log record. */
  readonly body: unknown;
}

/** Names that only traces of models and agents use. */
const TELLING_NAME =
  /^(?:gen_ai\.|llm\.(?:model_name|input_messages|output_messages|token_count|usage|provider|request)|ai\.(?:operationId|prompt|response|usage|model|telemetry|toolCall)|openinference\.|traceloop\.|langfuse\.)/;

export function isTellingName(name: string): boolean {
  return TELLING_NAME.test(name);
}

/** Lists of spans are wrapped a few times, not a hundred. */
const DEEPEST_WRAPPING = 6;

/** Spans that a value holds, as they stand there, in its order; empty for anything else. */
export function spanRecords(value: unknown, depth = 0): readonly RawRecord[] {
  if (depth > DEEPEST_WRAPPING) return [];
  if (isList(value)) return value.flatMap((element) => spanRecords(element, depth + 1));
  if (!isRecord(value)) return [];
  const resources = value['resourceSpans'] ?? value['resource_spans'];
  if (isList(resources)) return resources.flatMap(spansOfResource);
  // One resource alone, and what lists of spans are called in exports.
  if ('scopeSpans' in value || 'scope_spans' in value) return spansOfResource(value);
  if (isSpan(value)) return [value];
  if (isAttributeMap(value)) return [{ attributes: value }];
  for (const field of ['spans', 'data', 'batches', 'traces']) {
    if (isList(value[field])) return value[field].flatMap((element) => spanRecords(element, depth + 1));
  }
  return [];
}

function spansOfResource(resource: unknown): readonly RawRecord[] {
  if (!isRecord(resource)) return [];
  const scopes =
    resource['scopeSpans'] ??
    resource['scope_spans'] ??
    resource['instrumentationLibrarySpans'] ??
    resource['ilSpans'];
  if (!isList(scopes)) return [];
  return scopes.flatMap((scope) => {
    const spans = isRecord(scope) ? scope['spans'] : null;
    return isList(spans) ? spans.filter(isRecord) : [];
  });
}

/** A span of its own: it has attributes of this kind, or ids beside attributes of another. */
function isSpan(value: RawRecord): boolean {
  const attributes = unwrapJson(value['attributes']);
  if (!isRecord(attributes) && !isList(attributes)) return false;
  const names = attributeNames(attributes);
  if (
    names.some(isTellingName) ||
    names.some((name) => ['llm', 'gen_ai', 'openinference', 'ai'].includes(name))
  )
    return true;
  return textOrNull(idOf(value, ['traceId', 'trace_id'])) !== null && idOf(value, SPAN_IDS) !== null;
}

/** Attributes without the span around them. */
function isAttributeMap(value: RawRecord): boolean {
  return Object.keys(value).some(isTellingName);
}

const SPAN_IDS = ['spanId', 'span_id', 'id'];
const TRACE_IDS = ['traceId', 'trace_id'];
const PARENT_IDS = ['parentSpanId', 'parent_span_id', 'parentId', 'parent_id'];
const STARTS = [
  'startTimeUnixNano',
  'start_time_unix_nano',
  'startTime',
  'start_time',
  'startTimestamp',
  'timestamp',
];
const ENDS = ['endTimeUnixNano', 'end_time_unix_nano', 'endTime', 'end_time', 'endTimestamp'];

export function traceIdOf(record: RawRecord): string | null {
  return idOf(record, TRACE_IDS);
}

export function startOfSpan(record: RawRecord): number | null {
  return timeOf(record, STARTS);
}

export function attributesOf(record: RawRecord): Attributes {
  return new Attributes(readAttributes(unwrapJson(record['attributes'])));
}

export function spanOf(value: RawRecord): RawSpan {
  const attributes = readAttributes(unwrapJson(value['attributes']));
  const kind = textOrNull(value['span_kind']);
  const isKind =
    kind !== null && /^[A-Z]+$/.test(kind) && attributes['openinference.span.kind'] === undefined;
  const own = isKind ? { ...attributes, 'openinference.span.kind': kind } : attributes;
  const events = value['events'];
  return {
    traceId: idOf(value, TRACE_IDS),
    id: idOf(value, SPAN_IDS),
    parentId: idOf(value, PARENT_IDS),
    name:
      textOrNull(value['name']) ?? textOrNull(value['spanName']) ?? textOrNull(value['span_name']) ?? 'span',
    startMs: timeOf(value, STARTS),
    endMs: timeOf(value, ENDS),
    failure: failureOf(value),
    attributes: new Attributes(own),
    events: isList(events) ? events.filter(isRecord).map(eventOf) : [],
  };
}

function eventOf(event: RawRecord): RawEvent {
  const attributes = readAttributes(unwrapJson(event['attributes']));
  const name = textOrNull(event['name']) ?? textOrNull(attributes['event.name']) ?? '';
  return { name, attributes: new Attributes(attributes), body: plain(event['body']) };
}

/** Exports of the SDKs keep ids in a context, some with 0x in front. */
function idOf(value: RawRecord, names: readonly string[]): string | null {
  const { context } = value;
  const places = isRecord(context) && names !== PARENT_IDS ? [value, context] : [value];
  for (const place of places) {
    for (const name of names) {
      const id = textOrNull(place[name]);
      if (id !== null) return /^(?:0x)?0*$/.test(id) ? null : id.replace(/^0x/, '');
    }
  }
  return null;
}

function timeOf(value: RawRecord, names: readonly string[]): number | null {
  for (const name of names) {
    const time = readTimeMs(pairTime(value[name]));
    if (time !== null) return time;
  }
  return null;
}

/** Seconds and nanoseconds, as the JavaScript SDK keeps them. */
function pairTime(value: unknown): unknown {
  if (!isList(value)) return value;
  const [seconds, nanoseconds] = value;
  return typeof seconds === 'number' && typeof nanoseconds === 'number' ? seconds + nanoseconds / 1e9 : null;
}

function failureOf(value: RawRecord): string | null {
  const { status } = value;
  const code: unknown = isRecord(status) ? (status['code'] ?? status['status_code']) : value['status_code'];
  const isError = code === 2 || (typeof code === 'string' && /error/i.test(code));
  if (!isError) return null;
  const message = isRecord(status) ? (status['message'] ?? status['description']) : value['status_message'];
  return textOrNull(message) ?? 'It failed; the source has no message.';
}
