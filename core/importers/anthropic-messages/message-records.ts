import { foundIn, inMemory, type Found } from '../exchanges/again.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';
import { firstTimeMs } from '../readers/time.ts';
import { isAnswer, isAnthropicMessages, isRequest } from './message-shapes.ts';

/** What a value of a file holds. */
export interface MessageRecord {
  readonly threadName: string | null;
  readonly title: string | null;
  readonly system: unknown;
  /** Empty where only the answer was kept. */
  readonly messages: readonly unknown[];
  /** Null for a transcript, and for a request that failed. */
  readonly answer: RawRecord | null;
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
}

const THREAD_NAMES = [
  'conversation_id',
  'thread_id',
  'session_id',
  'conversationId',
  'threadId',
  'sessionId',
];
const LOG_TIMES = ['timestamp', 'created_at', 'start_time', 'time', 'date'];
const REQUESTS = ['request', 'body', 'input', 'params', 'kwargs'];
const ANSWERS = ['response', 'output', 'result'];

/** Everything of this API that a JSON value holds, in its order; empty for anything else. */
export function messageRecords(value: unknown): readonly MessageRecord[] {
  if (isList(value) && value.length > 0 && value.every(isAnswer)) return value.flatMap(recordsOfObject);
  if (isAnthropicMessages(value)) return [recordOf({}, { messages: value }, null)];
  if (isList(value)) return value.flatMap((element) => (isRecord(element) ? recordsOfObject(element) : []));
  return isRecord(value) ? recordsOfObject(value) : [];
}

/** The same one after another, so that a long list isn't in memory whole. */
export function* eachMessageRecord(value: unknown): Generator<Found<MessageRecord>, void, undefined> {
  const isTranscript: boolean = isAnthropicMessages(value);
  if (!isList(value) || isTranscript) yield* messageRecords(value).map(inMemory);
  else for (const element of value) if (isRecord(element)) yield* recordsOfElement(element);
}

function recordsOfElement(element: RawRecord): readonly Found<MessageRecord>[] {
  return isLazy(element)
    ? foundIn(() => recordsOfObject(element))
    : recordsOfObject(element).map((record) => inMemory(record));
}

function recordsOfObject(value: RawRecord): readonly MessageRecord[] {
  if (isAnswer(value)) return [recordOf(value, {}, value)];
  const request = requestOf(value);
  const answer = answerOf(value);
  if (answer !== null) return [recordOf(value, request ?? {}, answer)];
  if (request === null) return [];
  return [{ ...recordOf(value, request, null), failure: failureOf(value) }];
}

function requestOf(value: RawRecord): RawRecord | null {
  if (isRequest(value)) return value;
  for (const field of REQUESTS) {
    const inner = unwrapJson(value[field]);
    const body = isRecord(inner) && isRecord(inner['body']) ? inner['body'] : inner;
    if (isRequest(body)) return body;
    if (isAnthropicMessages(body)) return { messages: body };
  }
  return null;
}

/** Beside its request, inside a body, or in the result of a batch. */
function answerOf(value: RawRecord): RawRecord | null {
  for (const field of ANSWERS) {
    const answer = unwrapJson(value[field]);
    if (isAnswer(answer)) return answer;
    if (!isRecord(answer)) continue;
    for (const inner of [unwrapJson(answer['body']), answer['message']]) if (isAnswer(inner)) return inner;
  }
  return null;
}

/** `{ error: { message } }`, in the log line, its response, or the response's body. */
function failureOf(value: RawRecord): string | null {
  for (const field of ['error', ...ANSWERS]) {
    const holder = unwrapJson(value[field]);
    if (field === 'error' && textOrNull(holder) !== null) return textOrNull(holder);
    if (!isRecord(holder)) continue;
    const body = isRecord(holder['body']) ? holder['body'] : holder;
    const error = isRecord(body['error']) ? body['error'] : field === 'error' ? body : null;
    const inner = error !== null && isRecord(error['error']) ? error['error'] : error;
    const text = textOrNull(inner?.['message']);
    if (text !== null) return text;
  }
  return null;
}

function recordOf(value: RawRecord, request: RawRecord, answer: RawRecord | null): MessageRecord {
  const { messages, system } = request;
  const named = THREAD_NAMES.map((field) => textOrNull(value[field])).find((name) => name !== null);
  return {
    threadName: named ?? null,
    title: textOrNull(value['title']),
    system,
    messages: isList(messages) ? messages : [],
    answer,
    failure: null,
    model: textOrNull(answer?.['model']) ?? textOrNull(request['model']),
    atMs: firstTimeMs(value, LOG_TIMES),
  };
}
