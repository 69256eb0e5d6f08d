import { foundIn, inMemory, type Found } from '../exchanges/again.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';
import { firstTimeMs } from '../readers/time.ts';

/** A request of the Gemini API with its answer, or one of both alone. */
export interface ContentRecord {
  readonly threadName: string | null;
  readonly system: unknown;
  readonly contents: readonly RawRecord[];
  /** The pieces of the answer; empty without one. */
  readonly answer: readonly RawRecord[];
  readonly failure: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
}

const ROLES: ReadonlySet<unknown> = new Set(['user', 'model', 'function', 'tool', 'system', undefined, null]);
const NAMES = ['conversation_id', 'thread_id', 'session_id', 'conversationId', 'threadId', 'sessionId'];
const TIMES = ['timestamp', 'createTime', 'create_time', 'created_at', 'start_time', 'time'];
const REQUESTS = ['request', 'body', 'input'];
const ANSWERS = ['response', 'responses', 'output'];

/** Everything of this API that a JSON value holds, in its order; empty for anything else. */
export function contentRecords(value: unknown): readonly ContentRecord[] {
  if (isList(value)) {
    if (isStream(value)) return streams(value).map((chunks) => recordOf({}, {}, chunks));
    return value.flatMap((element) => (isRecord(element) ? recordsIn(element) : []));
  }
  return isRecord(value) ? recordsIn(value) : [];
}

function isStream(values: readonly unknown[]): values is readonly RawRecord[] {
  return values.length > 0 && values.every(isAnswer);
}

/** An answer, or a piece of a streamed one. */
export function isAnswer(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const isReported = 'usageMetadata' in value || 'usage_metadata' in value || 'modelVersion' in value;
  if (isRecord(value['promptFeedback'] ?? value['prompt_feedback'])) return true;
  if (!isList(value['candidates'])) return false;
  return (
    isReported ||
    value['candidates'].some((candidate) => isRecord(candidate) && isRecord(candidate['content']))
  );
}

/** Null where the answer has none. */
export function answerIdOf(answer: RawRecord): string | null {
  return textOrNull(answer['responseId'] ?? answer['response_id']);
}

/** The same, with a way to read each again. */
export function foundRecords(value: unknown): readonly Found<ContentRecord>[] {
  if (isRecord(value) && isLazy(value)) return foundIn(() => recordsIn(value));
  if (isList(value) && !isStream(value)) {
    return value.flatMap((element) => (isRecord(element) ? foundRecords(element) : []));
  }
  return contentRecords(value).map((record) => inMemory(record));
}

function recordsIn(value: RawRecord): readonly ContentRecord[] {
  if (isAnswer(value)) return [recordOf(value, {}, [value])];
  // A recorded call of the Gemini CLI.
  if (typeof value['method'] === 'string') return [];
  const request = requestOf(value);
  const answer = answerOf(value);
  if (request === null && answer.length === 0) return [];
  return [{ ...recordOf(value, request ?? {}, answer), failure: failureOf(value) }];
}

function requestOf(value: RawRecord): RawRecord | null {
  for (const candidate of [value, ...REQUESTS.map((field) => unwrapJson(value[field]))]) {
    if (!isRecord(candidate)) continue;
    const body = isRecord(candidate['body']) ? candidate['body'] : candidate;
    if (contentsOf(body['contents']) !== null) return body;
  }
  return null;
}

/** A list of contents, one content, or its words alone. */
function contentsOf(value: unknown): readonly RawRecord[] | null {
  if (typeof value === 'string') return [{ role: 'user', parts: [{ text: value }] }];
  const list = isList(value) ? value : isRecord(value) ? [value] : [];
  const contents = list.filter(isRecord);
  const isContents = contents.every(
    ({ role, parts }) => ROLES.has(role) && (isList(parts) || isRecord(parts)),
  );
  return contents.length > 0 && isContents ? contents : null;
}

function answerOf(value: RawRecord): readonly RawRecord[] {
  for (const field of ANSWERS) {
    const answer = unwrapJson(value[field]);
    const body = isRecord(answer) && isRecord(answer['body']) ? answer['body'] : answer;
    if (isAnswer(body)) return [body];
    if (isList(body) && body.length > 0 && body.every(isAnswer)) return body;
  }
  return [];
}

function failureOf(value: RawRecord): string | null {
  for (const holder of [value, value['response']]) {
    const error = isRecord(holder) ? holder['error'] : null;
    const text = isRecord(error) ? textOrNull(error['message']) : textOrNull(error);
    if (text !== null) return text;
  }
  return null;
}

function recordOf(value: RawRecord, request: RawRecord, answer: readonly RawRecord[]): ContentRecord {
  const [first] = answer;
  return {
    threadName: NAMES.map((field) => textOrNull(value[field])).find((name) => name !== null) ?? null,
    system: request['systemInstruction'] ?? request['system_instruction'],
    contents: contentsOf(request['contents']) ?? [],
    answer,
    failure: null,
    model: textOrNull(request['model']) ?? textOrNull(value['model']),
    atMs: firstTimeMs(first ?? {}, ['createTime', 'create_time']) ?? firstTimeMs(value, TIMES),
  };
}

/** Pieces of one answer share an id; those without one are all of the same. */
function streams(chunks: readonly RawRecord[]): readonly (readonly RawRecord[])[] {
  const byId = new Map<string | null, RawRecord[]>();
  for (const chunk of chunks) {
    const id = answerIdOf(chunk);
    const known = byId.get(id);
    if (known === undefined) byId.set(id, [chunk]);
    else known.push(chunk);
  }
  return [...byId.values()];
}
