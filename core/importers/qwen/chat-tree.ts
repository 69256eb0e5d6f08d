import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import type { SkippedRecords } from '../readers/skipped-records.ts';
import { geminiUsage, normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import type { TreeNode } from '../tree/log-tree.ts';

export interface ChatNode extends TreeNode {
  readonly session: string;
  /** Of a reply; null when neither it nor the telemetry before it reports any. */
  readonly usage: CallUsage | null;
}

interface Session {
  /** Newest record, and newest one that says something. */
  last: number;
  leaf: number;
  /** What the telemetry reported since the last reply: the same call once more. */
  reported: CallUsage | null;
}

/** First pass over a chat: what follows what, and what each call used. Keeps no text. */
export class ChatTree {
  readonly nodes: ChatNode[] = [];
  /** Per record: its node, or -1. */
  readonly nodeOf: number[] = [];
  readonly sessions = new Map<string, Session>();
  readonly #skipped: SkippedRecords;
  readonly #byUuid = new Map<string, number>();

  constructor(skipped: SkippedRecords) {
    this.#skipped = skipped;
  }

  add(record: RawRecord, line: number | null): void {
    const kind = recordKind(record);
    if (kind === null) {
      this.#skipped.add(textOrNull(record['type']) ?? '', line);
      this.nodeOf.push(-1);
      return;
    }
    const id = textOrNull(record['sessionId']) ?? 'session';
    const session = this.sessions.get(id) ?? { last: -1, leaf: -1, reported: null };
    this.sessions.set(id, session);
    session.reported = telemetryUsage(record) ?? session.reported;

    const uuid = textOrNull(record['uuid']);
    const named = record['parentUuid'];
    const known = typeof named === 'string' ? this.#byUuid.get(named) : undefined;
    const isRoot = named === null && kind === 'turn';
    const parent = known ?? (isRoot ? -1 : session.last);
    const usage = kind === 'reply' ? (geminiUsage(record['usageMetadata']) ?? session.reported) : null;
    if (kind === 'reply') session.reported = null;

    const index = this.nodes.push({ parent, kind, name: uuid, session: id, usage }) - 1;
    this.nodeOf.push(index);
    if (uuid !== null) this.#byUuid.set(uuid, index);
    session.last = index;
    if (kind !== 'none' && kind !== 'note') session.leaf = index;
  }
}

export function isCompression(record: RawRecord): boolean {
  return record['type'] === 'system' && record['subtype'] === 'chat_compression';
}

export function partsOf(record: RawRecord): unknown {
  const { message } = record;
  return isRecord(message) ? (message['parts'] ?? message['content']) : null;
}

export function telemetryEvent(record: RawRecord): RawRecord | null {
  const payload = record['subtype'] === 'ui_telemetry' ? record['systemPayload'] : null;
  const event = isRecord(payload) ? payload['uiEvent'] : null;
  return isRecord(event) ? event : null;
}

/** The error that the telemetry tells of; null for all other events. */
export function telemetryError(record: RawRecord): string | null {
  const event = telemetryEvent(record);
  if (event === null || !/api_error$/.test(plainText(event['event.name']))) return null;
  return textOrNull(event['error_message']) ?? textOrNull(event['error']) ?? 'The request failed.';
}

function recordKind(record: RawRecord): CutKind | 'none' | null {
  const parts = partsOf(record);
  switch (record['type']) {
    case 'user':
      if (isList(parts) && parts.some((part) => isRecord(part) && isRecord(part['functionResponse'])))
        return 'result';
      return isList(parts) && parts.length > 0 ? 'turn' : 'none';
    case 'assistant':
      return 'reply';
    case 'tool_result':
      return 'result';
    case 'system':
      if (isCompression(record)) return 'compaction';
      return telemetryError(record) === null ? 'none' : 'note';
    default:
      return null;
  }
}

function telemetryUsage(record: RawRecord): CallUsage | null {
  const event = telemetryEvent(record);
  if (event === null) return null;
  const prompt = tokenCount(event['input_token_count']);
  const output = tokenCount(event['output_token_count']);
  const thoughts = tokenCount(event['thoughts_token_count']);
  const total = tokenCount(event['total_token_count']);
  // Whether thoughts are part of the output depends on the provider; the total tells.
  const isSeparate = (prompt ?? 0) + (output ?? 0) + (thoughts ?? 0) === total;
  return normalUsage({
    prompt,
    cached: tokenCount(event['cached_content_token_count']),
    cacheWritten: null,
    output: output !== null && isSeparate ? output + (thoughts ?? 0) : output,
    reasoning: thoughts,
    total,
  });
}
