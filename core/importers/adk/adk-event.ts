import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { geminiUsage, type CallUsage } from '../readers/usage.ts';

/** An event of a session, its fields in either of their two spellings. */
export interface AdkEvent {
  readonly raw: RawRecord;
  readonly id: string | null;
  readonly invocationId: string | null;
  /** `user`, or the name of an agent. */
  readonly author: string;
  readonly role: string | null;
  readonly parts: readonly RawRecord[];
  readonly atMs: number | null;
  /** A piece of a stream; the whole comes as an event of its own. */
  readonly isPartial: boolean;
  readonly usage: CallUsage | null;
  readonly model: string | null;
  /** Calls whose results come when they come. */
  readonly longRunning: ReadonlySet<string>;
  readonly compaction: AdkCompaction | null;
  readonly error: string | null;
}

/** A summary of the events in a range of time, which stay where they are. */
export interface AdkCompaction {
  readonly endMs: number | null;
  readonly text: string | null;
}

/** A session, or what is left of one in a test. */
export interface AdkSession {
  readonly raw: RawRecord;
  readonly events: readonly RawRecord[];
}

export function isAdkEvent(value: unknown): value is RawRecord {
  if (!isRecord(value) || typeof value['author'] !== 'string') return false;
  return typeof (value['invocationId'] ?? value['invocation_id']) === 'string';
}

export function sessionOf(value: unknown): AdkSession | null {
  if (!isRecord(value)) return null;
  const inner = isRecord(value['session']) ? value['session'] : value;
  const { events } = inner;
  if (!isList(events) || !events.some(isAdkEvent)) return null;
  return { raw: inner, events: events.filter(isRecord) };
}

export function adkEvent(raw: RawRecord): AdkEvent {
  const content = isRecord(raw['content']) ? raw['content'] : {};
  const options = isRecord(raw['options']) ? raw['options'] : {};
  const longRunning = raw['longRunningToolIds'] ?? raw['long_running_tool_ids'];
  return {
    raw,
    id: textOrNull(raw['id']),
    invocationId: textOrNull(raw['invocationId'] ?? raw['invocation_id']),
    author: textOrNull(raw['author']) ?? '',
    role: textOrNull(content['role']),
    parts: isList(content['parts']) ? content['parts'].filter(isRecord).map(withoutNulls) : [],
    atMs: readTimeMs(raw['timestamp']),
    isPartial: (raw['partial'] ?? options['partial']) === true,
    usage: geminiUsage(raw['usageMetadata'] ?? raw['usage_metadata']),
    model: textOrNull(raw['modelVersion'] ?? raw['model_version']),
    longRunning: new Set(isList(longRunning) ? longRunning.filter((id) => typeof id === 'string') : []),
    compaction: compactionOf(raw['actions']),
    error:
      textOrNull(raw['errorMessage'] ?? raw['error_message']) ??
      textOrNull(raw['errorCode'] ?? raw['error_code']),
  };
}

/** The text of some parts, one a line. */
export function textOfParts(content: unknown): string | null {
  const parts = isRecord(content) ? content['parts'] : null;
  const texts = isList(parts) ? parts.filter(isRecord).flatMap(({ text }) => textOrNull(text) ?? []) : [];
  return texts.length === 0 ? null : texts.join('\n');
}

/** Python writes every field that a part could have. */
export function withoutNulls(part: RawRecord): RawRecord {
  return Object.fromEntries(
    Object.entries(part).filter(([, value]) => value !== null && value !== undefined),
  );
}

function compactionOf(actions: unknown): AdkCompaction | null {
  const compaction = isRecord(actions) ? actions['compaction'] : null;
  if (!isRecord(compaction)) return null;
  return {
    endMs: readTimeMs(compaction['endTimestamp'] ?? compaction['end_timestamp']),
    text: textOfParts(compaction['compactedContent'] ?? compaction['compacted_content']),
  };
}
