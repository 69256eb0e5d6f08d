import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';
import { readTimeMs } from '../readers/time.ts';
import { responsesUsage, type CallUsage } from '../readers/usage.ts';
import type { ReplyEntry } from '../readers/transcript-entry.ts';
import { isEasyMessage, isItemList, isResponse } from './item-types.ts';

/** One exchange: what was sent, and the answer if the source has it. */
export interface ResponseRecord {
  /** Null for a list of items or a request without its answer. */
  readonly answer: ResponseAnswer | null;
  readonly previousId: string | null;
  readonly conversationId: string | null;
  /** The agent's instructions, where the request or the answer repeats them. */
  readonly instructions: string | null;
  /** As sent; it may repeat what came before. */
  readonly input: ItemList;
  /** When it was sent, where a log says so. */
  readonly sentAtMs: number | null;
}

/** Items that may be read again whenever they are asked for. */
export interface ItemList {
  readonly length: number;
  at(index: number): unknown;
}

export interface ResponseAnswer {
  readonly id: string | null;
  readonly model: string | null;
  readonly output: readonly unknown[];
  readonly usage: CallUsage | null;
  readonly atMs: number | null;
  readonly ended: ReplyEntry['ended'];
}

/** What a JSON value holds of the Responses API, in its order; empty for anything else. */
export function responseRecords(value: unknown): readonly ResponseRecord[] {
  if (Array.isArray(value)) return listRecords(value);
  return isRecord(value) ? recordsOfObject(value) : [];
}

export function recordsOfObject(value: RawRecord): readonly ResponseRecord[] {
  const sentAtMs = readTimeMs(value['timestamp']);
  if (isResponse(value)) return [exchange({}, value, null)];
  // Request logs keep both sides, the answer sometimes a level deeper.
  for (const answer of [value['response'], bodyOf(value['response'])]) {
    if (isResponse(answer)) return [exchange(requestOf(value), answer, sentAtMs)];
  }
  if (Array.isArray(value['data'])) return listRecords(inOrder(value['data']));
  return isRequest(value) ? [exchange(value, null, sentAtMs)] : [];
}

function listRecords(list: readonly unknown[]): readonly ResponseRecord[] {
  if (isItemList(list)) return [itemListRecord(list)];
  const newest = new NewestRead();
  return list.flatMap((element) => (isRecord(element) ? recordsOfElement(element, newest) : []));
}

function recordsOfElement(element: RawRecord, newest: NewestRead): readonly ResponseRecord[] {
  const records = recordsOfObject(element);
  if (!isLazy(element)) return records;
  return records.map((record, index) => new LaterRecord(record, () => newest.recordsOf(element)[index]));
}

/** Of the elements of a large list, what the one that was asked for last holds: its items are asked for one by one. */
class NewestRead {
  #element: RawRecord | null = null;
  #records: readonly ResponseRecord[] = [];

  recordsOf(element: RawRecord): readonly ResponseRecord[] {
    if (element !== this.#element) this.#records = recordsOfObject(element);
    this.#element = element;
    return this.#records;
  }
}

/** Of a large source: what was said is read again whenever it is asked for. */
class LaterRecord implements ResponseRecord {
  readonly answer: ResponseAnswer | null;
  readonly previousId: string | null;
  readonly conversationId: string | null;
  readonly sentAtMs: number | null;
  readonly #read: () => ResponseRecord | undefined;

  constructor(record: ResponseRecord, read: () => ResponseRecord | undefined) {
    const { answer, previousId, conversationId, sentAtMs } = record;
    this.answer = answer === null ? null : new LaterAnswer(answer, read);
    this.previousId = previousId;
    this.conversationId = conversationId;
    this.sentAtMs = sentAtMs;
    this.#read = read;
  }

  get instructions(): string | null {
    return this.#read()?.instructions ?? null;
  }

  get input(): ItemList {
    return this.#read()?.input ?? [];
  }
}

class LaterAnswer implements ResponseAnswer {
  readonly id: string | null;
  readonly model: string | null;
  readonly usage: CallUsage | null;
  readonly atMs: number | null;
  readonly ended: ReplyEntry['ended'];
  readonly #read: () => ResponseRecord | undefined;

  constructor(
    { id, model, usage, atMs, ended }: Omit<ResponseAnswer, 'output'>,
    read: () => ResponseRecord | undefined,
  ) {
    this.id = id;
    this.model = model;
    this.usage = usage;
    this.atMs = atMs;
    this.ended = ended;
    this.#read = read;
  }

  get output(): readonly unknown[] {
    return this.#read()?.answer?.output ?? [];
  }
}

/** Lists of the Conversations API come newest first. */
function inOrder(data: readonly unknown[]): readonly unknown[] {
  const isNewestFirst =
    roleOf(data.find(hasRole)) === 'assistant' && roleOf(data.findLast(hasRole)) === 'user';
  return isNewestFirst ? [...data].reverse() : data;
}

function hasRole(item: unknown): boolean {
  return typeof roleOf(item) === 'string';
}

function roleOf(item: unknown): unknown {
  return isRecord(item) ? item['role'] : null;
}

export function isRequest(value: RawRecord): boolean {
  const { input, object } = value;
  // Other things with an input and a model say what they are.
  if (typeof object === 'string') return false;
  const isNamed = typeof value['model'] === 'string';
  if (!Array.isArray(input)) return typeof input === 'string' && isNamed;
  return isItemList(input) || (isNamed && input.length > 0 && input.every(isEasyMessage));
}

function requestOf(value: RawRecord): RawRecord {
  const request = value['request'];
  return bodyOf(request) ?? (isRecord(request) ? request : value);
}

function bodyOf(value: unknown): RawRecord | null {
  return isRecord(value) && isRecord(value['body']) ? value['body'] : null;
}

function exchange(request: RawRecord, answer: RawRecord | null, sentAtMs: number | null): ResponseRecord {
  const field = (name: string): unknown => request[name] ?? answer?.[name];
  return {
    answer: answer === null ? null : answerOf(answer),
    previousId: textOrNull(field('previous_response_id')),
    conversationId: idOf(field('conversation')),
    instructions: textOrNull(field('instructions')),
    input: inputItems(field('input')),
    sentAtMs,
  };
}

export function itemListRecord(items: ItemList): ResponseRecord {
  return {
    answer: null,
    previousId: null,
    conversationId: null,
    instructions: null,
    input: items,
    sentAtMs: null,
  };
}

function answerOf(answer: RawRecord): ResponseAnswer {
  const output: readonly unknown[] = Array.isArray(answer['output']) ? answer['output'] : [];
  return {
    id: textOrNull(answer['id']),
    model: textOrNull(answer['model']),
    output,
    usage: responsesUsage(answer['usage']),
    atMs: readTimeMs(answer['created_at']),
    ended: endOf(answer['status'], output),
  };
}

function endOf(status: unknown, output: readonly unknown[]): ReplyEntry['ended'] {
  switch (status) {
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'cancelled';
    case 'in_progress':
    case 'queued':
    case 'incomplete':
      return 'open';
    default: {
      const last = output.at(-1);
      return isRecord(last) && last['type'] === 'mcp_approval_request' ? 'paused' : null;
    }
  }
}

function inputItems(input: unknown): readonly unknown[] {
  if (typeof input === 'string')
    return input === '' ? [] : [{ type: 'message', role: 'user', content: input }];
  if (!Array.isArray(input)) return [];
  return input.filter(isRecord);
}

function idOf(value: unknown): string | null {
  return isRecord(value) ? textOrNull(value['id']) : textOrNull(value);
}
