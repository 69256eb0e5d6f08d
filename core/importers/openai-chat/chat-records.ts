import { foundIn, inMemory, type Found } from '../exchanges/again.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';
import { firstTimeMs } from '../readers/time.ts';
import { isChatMessages, isCompletion, isRoleMessage } from './chat-shapes.ts';

/** What a value of a file holds. */
export type ChatRecord = ChatTranscript | ChatExchange;

/** Messages of which nobody says which call wrote which. */
export interface ChatTranscript {
  readonly kind: 'transcript';
  readonly name: string | null;
  readonly title: string | null;
  readonly messages: readonly unknown[];
  /** Other endings that were offered and not taken. */
  readonly alternatives: readonly unknown[];
}

export interface ChatExchange {
  readonly kind: 'exchange';
  readonly threadName: string | null;
  /** Empty where only the answer was kept. */
  readonly messages: readonly unknown[];
  /** Null when it failed. */
  readonly completion: RawRecord | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
}

const LISTS = ['messages', 'traj', 'trajectory', 'history', 'conversation'];
const THREAD_NAMES = [
  'conversation_id',
  'thread_id',
  'session_id',
  'conversationId',
  'threadId',
  'sessionId',
];
const LOG_TIMES = ['timestamp', 'created_at', 'start_time', 'startTime', 'time', 'date'];
/** Ids of records: only long ones tell records of different files apart. */
const RECORD_NAMES = ['custom_id', 'instance_id', 'id', 'uuid'];
const DISTINCT_CHARACTERS = 16;
const ANSWERS = ['response', 'completion', 'output', 'raw_response'];

/** Everything of this API that a JSON value holds, in its order; empty for anything else. */
export function chatRecords(value: unknown): readonly ChatRecord[] {
  if (isChatMessages(value)) return [transcriptOf({}, value)];
  if (isList(value)) return value.flatMap((element) => (isRecord(element) ? recordsOfObject(element) : []));
  return isRecord(value) ? recordsOfObject(value) : [];
}

/** The same one after another, so that a long list isn't in memory whole. */
export function* eachChatRecord(value: unknown): Generator<Found<ChatRecord>, void, undefined> {
  const isTranscript: boolean = isChatMessages(value);
  if (!isList(value) || isTranscript) yield* chatRecords(value).map(inMemory);
  else for (const element of value) if (isRecord(element)) yield* recordsOfElement(element);
}

function recordsOfElement(element: RawRecord): readonly Found<ChatRecord>[] {
  return isLazy(element)
    ? foundIn(() => recordsOfObject(element))
    : recordsOfObject(element).map((record) => inMemory(record));
}

function recordsOfObject(value: RawRecord, isPage = false): readonly ChatRecord[] {
  if (isCompletion(value)) return [exchangeOf(value, [], value)];
  const request = requestOf(value);
  const messages = request === null ? null : messagesOf(request);
  const completion = completionOf(value, messages !== null);
  if (completion !== null) return [exchangeOf(value, messages ?? [], completion, request)];
  if (messages === null) return isPage ? [] : listOf(value);
  const failure = failureOf(value);
  if (failure !== null) return [{ ...exchangeOf(value, messages, null, request), failure }];
  return [preferenceOf(value, messages) ?? transcriptOf(value, messages)];
}

/** The side of a record that was sent: itself, or what it calls its request, its body or its input. */
function requestOf(value: RawRecord): RawRecord | null {
  for (const field of ['request', 'body', 'input', 'kwargs']) {
    const inner = unwrapJson(value[field]);
    const body = isRecord(inner) ? (unwrapJson(inner['body']) ?? inner) : inner;
    if (isRecord(body) && messagesOf(body) !== null) return body;
    if (isChatMessages(body)) return { messages: body };
  }
  return messagesOf(value) === null ? null : value;
}

function messagesOf(value: RawRecord): readonly unknown[] | null {
  for (const field of LISTS) {
    const list = unwrapJson(value[field]);
    if (isChatMessages(list)) return list;
  }
  return null;
}

/** The answer of a log line; some keep the message alone, or its words. */
function completionOf(value: RawRecord, hasRequest: boolean): RawRecord | null {
  for (const field of ANSWERS) {
    const answer = unwrapJson(value[field]);
    if (isCompletion(answer)) return answer;
    const body = isRecord(answer) ? unwrapJson(answer['body']) : null;
    if (isCompletion(body)) return body;
    if (!hasRequest) continue;
    const words = value[field];
    const message =
      typeof words === 'string' && words !== '' ? { role: 'assistant', content: words } : answer;
    if (isRoleMessage(message) && message['role'] === 'assistant') {
      const { id, model, usage } = value;
      return { id, model, usage, choices: [{ index: 0, message }] };
    }
  }
  return null;
}

function failureOf(value: RawRecord): string | null {
  for (const holder of [value, value['response']]) {
    if (!isRecord(holder)) continue;
    const error = holder['error'] ?? (isRecord(holder['body']) ? holder['body']['error'] : null);
    const text = isRecord(error) ? textOrNull(error['message']) : textOrNull(error);
    if (text !== null) return text;
  }
  return null;
}

function exchangeOf(
  value: RawRecord,
  messages: readonly unknown[],
  completion: RawRecord | null,
  request: RawRecord | null = null,
): ChatExchange {
  return {
    kind: 'exchange',
    threadName: nameIn(value, THREAD_NAMES) ?? distinctName(value, ['custom_id']),
    messages,
    completion,
    failure: null,
    model: textOrNull(completion?.['model']) ?? textOrNull(request?.['model']),
    atMs: firstTimeMs(completion ?? {}, ['created']) ?? firstTimeMs(value, LOG_TIMES),
  };
}

/** A prompt with two answers, of which a person preferred one. */
function preferenceOf(value: RawRecord, messages: readonly unknown[]): ChatTranscript | null {
  const preferred = value['preferred_output'];
  const other = value['non_preferred_output'];
  if (!isList(preferred)) return null;
  return { ...transcriptOf(value, [...messages, ...preferred]), alternatives: isList(other) ? other : [] };
}

function transcriptOf(value: RawRecord, messages: readonly unknown[]): ChatTranscript {
  return {
    kind: 'transcript',
    name: nameIn(value, THREAD_NAMES) ?? distinctName(value, RECORD_NAMES),
    title: nameIn(value, ['title', 'name']),
    messages,
    alternatives: [],
  };
}

/** A page of a list of stored completions, or of an assistant's messages. */
function listOf(value: RawRecord): readonly ChatRecord[] {
  const data = value['data'];
  if (value['object'] !== 'list' || !isList(data)) return [];
  const records = data.flatMap((element) => (isRecord(element) ? recordsOfObject(element, true) : []));
  return records.length === 0 && isChatMessages(data) ? [transcriptOf(value, data)] : records;
}

function nameIn(value: RawRecord, fields: readonly string[]): string | null {
  for (const field of fields) {
    const name = textOrNull(value[field]);
    if (name !== null) return name;
  }
  return null;
}

function distinctName(value: RawRecord, fields: readonly string[]): string | null {
  const name = nameIn(value, fields);
  return name !== null && name.length >= DISTINCT_CHARACTERS ? name : null;
}
