import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import type { Step } from '../steps/step.ts';
import { modelSteps } from './model-steps.ts';
import { resultSteps } from './result-steps.ts';
import { isModelMessage, isModelMessages, isResult, isUiMessage, isUiMessages } from './shapes.ts';
import { uiSteps } from './ui-steps.ts';

/** A thread, and what the source calls it. */
export interface ChatRecord {
  readonly name: string | null;
  readonly title: string | null;
  readonly messages: readonly RawRecord[];
  readonly steps: (message: RawRecord) => readonly Step[];
}

const LISTS = ['messages', 'initialMessages', 'history'];
const NAMES = [
  'chatId',
  'chat_id',
  'threadId',
  'thread_id',
  'conversationId',
  'conversation_id',
  'sessionId',
  'session_id',
];
/** A file of chats, with their messages. */
const DEPTH = 2;

/** The threads that a JSON value holds, in its order; empty for anything else. */
export function chatRecords(value: unknown): readonly ChatRecord[] {
  return [...eachChatRecord(value)];
}

/** The same one after another, so that a long list isn't in memory whole. */
export function eachChatRecord(value: unknown): Iterable<ChatRecord> {
  return recordsIn(value, DEPTH);
}

/** A message on a line of its own, or in a row of a table. */
export function isMessageRow(value: unknown): value is RawRecord {
  return isUiMessage(value) || isModelMessage(value);
}

/** The chat that a row belongs to; null: the only one of the file. */
export function chatOf(row: RawRecord): string | null {
  for (const field of NAMES) {
    const name = textOrNull(row[field]);
    if (name !== null) return name;
  }
  return null;
}

export function rowSteps(row: RawRecord): readonly Step[] {
  return isUiMessage(row) ? uiSteps(row) : modelSteps(row);
}

function* recordsIn(value: unknown, depth: number): Generator<ChatRecord, void, undefined> {
  if (isUiMessages(value)) yield* byChat(value.filter(isRecord), uiSteps);
  else if (isModelMessages(value)) yield* byChat(value.filter(isRecord), modelSteps);
  else if (isList(value)) {
    if (depth > 0) for (const element of value) yield* recordsIn(element, depth - 1);
  } else if (isRecord(value)) yield* recordsOfObject(value);
}

function* recordsOfObject(value: RawRecord): Generator<ChatRecord, void, undefined> {
  const name = chatOf(value) ?? textOrNull(value['id']);
  const title = textOrNull(value['title']);
  if (isResult(value)) {
    yield { name: chatOf(value), title, messages: [value], steps: resultSteps };
    return;
  }
  for (const field of LISTS) {
    const [record] = recordsIn(listIn(unwrapJson(value[field])), 0);
    if (record === undefined) continue;
    yield { ...record, name, title };
    return;
  }
}

function listIn(value: unknown): unknown {
  return isList(value) ? value : null;
}

function byChat(
  messages: readonly RawRecord[],
  steps: (message: RawRecord) => readonly Step[],
): readonly ChatRecord[] {
  const chats = new Map<string | null, RawRecord[]>();
  for (const message of messages) {
    const known = chats.get(chatOf(message));
    if (known === undefined) chats.set(chatOf(message), [message]);
    else known.push(message);
  }
  return [...chats].map(([name, own]) => ({
    name,
    title: null,
    messages: own,
    steps: (message) => steps(message),
  }));
}
