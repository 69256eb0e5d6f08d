import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';

/** Kinds of observations that no other format writes in capitals beside a trace id. */
const TYPES: ReadonlySet<unknown> = new Set([
  'GENERATION',
  'SPAN',
  'EVENT',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
]);

/** Fields that traces have and hardly anything else; three of them are enough. */
const TRACE_FIELDS = [
  'sessionId',
  'bookmarked',
  'public',
  'release',
  'scores',
  'observations',
  'totalCost',
  'htmlPath',
  'session_id',
  'user_id',
  'userId',
  'environment',
];
const TELLING_FIELDS = 3;

/** Of the few names that are asked for. */
const snakeNames = new Map<string, string>();

/** A field by its name in the API, else as exports to a warehouse spell it: `traceId`, `trace_id`. */
export function field(record: RawRecord, name: string): unknown {
  const value = record[name];
  if (value !== undefined) return value;
  let spelled = snakeNames.get(name);
  if (spelled === undefined) {
    spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(name, spelled);
  }
  return record[spelled];
}

export function isObservation(value: unknown): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'string') return false;
  if ('parentObservationId' in value || 'parent_observation_id' in value) return true;
  return typeof field(value, 'traceId') === 'string' && TYPES.has(value['type']);
}

export function isTrace(value: unknown): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'string' || value['timestamp'] === undefined) return false;
  // Cut down to what a thread is made of, it still has a session, what came in, and what went out.
  const hasSession = field(value, 'sessionId') !== undefined;
  if (hasSession && 'input' in value && 'output' in value) return true;
  return TRACE_FIELDS.filter((name) => name in value).length >= TELLING_FIELDS;
}

/** Traces and observations that a value holds, in its order; empty for anything else. */
export function langfuseRecords(value: unknown): readonly RawRecord[] {
  if (isList(value)) return value.flatMap((element) => (isRecord(element) ? recordsOfObject(element) : []));
  return isRecord(value) ? recordsOfObject(value) : [];
}

function recordsOfObject(value: RawRecord): readonly RawRecord[] {
  if (isObservation(value)) return [value];
  // Columns of a table hold JSON in strings.
  const observations = observationsOf(value['observations']);
  if (isTrace(value)) return [value, ...observations];
  const trace = unwrapJson(value['trace']);
  if (isRecord(trace) && typeof trace['id'] === 'string') {
    const embedded = observationsOf(trace['observations']);
    if (isTrace(trace) || observations.length + embedded.length > 0)
      return [trace, ...embedded, ...observations];
  }
  if (observations.length > 0) return observations;
  // A page of the API.
  const page = value['data'];
  return isList(page)
    ? page.filter(isRecord).flatMap((element) => ('data' in element ? [] : recordsOfObject(element)))
    : [];
}

function observationsOf(value: unknown): readonly RawRecord[] {
  const list = unwrapJson(value);
  // The list of a trace may hold ids alone.
  return isList(list) ? list.filter(isRecord).filter(isObservation) : [];
}

/** Two versions of one record: an export may hold it once whole and once without what went in and came out. */
export function mergedRecord(earlier: RawRecord, later: RawRecord): RawRecord {
  const told = Object.entries(later).filter(([name, value]) => isTold(value) || !isTold(earlier[name]));
  return Object.fromEntries([...Object.entries(earlier), ...told]);
}

function isTold(value: unknown): boolean {
  if (isRecord(value)) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && textOrNull(value) !== null
    ? true
    : typeof value === 'number';
}
