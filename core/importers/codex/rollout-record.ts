import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';

/** A line of a rollout, taken out of its envelope. */
export interface RolloutRecord {
  /** `session_meta`, `turn_context`, `response_item`, `event_msg`, `compacted`, … */
  readonly type: string;
  readonly payload: RawRecord;
  readonly time: unknown;
}

const ENVELOPES: ReadonlySet<unknown> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
]);

/** The oldest rollouts have bare items, and a first line that names the session. */
export function rolloutRecord(record: RawRecord): RolloutRecord {
  const { type, payload, timestamp } = record;
  if (typeof type === 'string' && isRecord(payload)) return { type, payload, time: timestamp };
  if (isBareMeta(record)) return { type: 'session_meta', payload: record, time: timestamp };
  if (isBareItem(record)) return { type: 'response_item', payload: record, time: timestamp };
  // Bare, it says nothing of the thread.
  if (record['record_type'] === 'state') return { type: 'world_state', payload: record, time: timestamp };
  return { type: typeof type === 'string' ? type : '', payload: record, time: timestamp };
}

export function isEnveloped(value: unknown): boolean {
  return isRecord(value) && ENVELOPES.has(value['type']) && isRecord(value['payload']);
}

/** The first line of the oldest rollouts. */
export function isBareMeta(value: unknown): boolean {
  return (
    isRecord(value) &&
    value['type'] === undefined &&
    typeof value['id'] === 'string' &&
    typeof value['timestamp'] === 'string' &&
    ('instructions' in value || 'git' in value)
  );
}

function isBareItem(record: RawRecord): boolean {
  return (
    typeof record['role'] === 'string' || /_call(?:_output)?$|^reasoning$/.test(plainText(record['type']))
  );
}

/** What the program says in the user's place: wrapped whole in a tag, or the text of a file of instructions. */
export function isInjected(item: RawRecord): boolean {
  const text = firstText(item['content']).trim();
  const tag = /^<([a-z][\w -]{0,60})>/.exec(text)?.[1];
  if (tag !== undefined && text.endsWith(`</${tag}>`)) return true;
  return text.startsWith('# AGENTS.md instructions');
}

function firstText(content: unknown): string {
  if (typeof content === 'string') return content;
  const first: unknown = isList(content) ? content[0] : null;
  return (isRecord(first) ? textOrNull(first['text']) : null) ?? '';
}
