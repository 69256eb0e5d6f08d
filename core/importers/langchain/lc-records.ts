import { isRecord, type RawRecord } from '../raw-record.ts';
import { isGraphState } from '../langgraph/graph-state.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { isLcMessages, lcMessage } from './lc-message.ts';

/** Messages of one thread, and what the source calls it. */
export interface LcRecord {
  readonly name: string | null;
  readonly title: string | null;
  readonly messages: readonly unknown[];
}

const NAMES = ['thread_id', 'session_id', 'SessionId', 'sessionId', 'conversation_id', 'conversationId'];
const LISTS = ['messages', 'history', 'History', 'chat_history', 'kwargs', 'values', 'output', 'state'];
/** A list may be a few wrappers deep: the kwargs of a prompt, the values of a state. */
const DEPTH = 3;

/** The threads that a JSON value holds, in its order; empty for anything else. */
export function lcRecords(value: unknown): readonly LcRecord[] {
  return recordsIn(value, DEPTH);
}

function recordsIn(value: unknown, depth: number): readonly LcRecord[] {
  if (isLcMessages(value)) return [{ name: null, title: null, messages: value }];
  if (isList(value)) {
    const rows = value.filter(isRow);
    if (rows.length > 0 && rows.length * 2 >= value.length) return bySession(rows);
    // Of lists inside the list, only those of messages: streams of events have lists of other things.
    const inner = value.filter((element) => isRecord(element) || isLcMessages(element));
    return depth === 0 || inner.length * 2 < value.length
      ? []
      : inner.flatMap((element) => recordsIn(element, depth - 1));
  }
  // A state of a graph has a history around it.
  const messages = isRecord(value) && !isGraphState(value) ? listIn(value, DEPTH) : null;
  if (!isRecord(value) || messages === null) return [];
  return [{ name: nameOf(value), title: textOrNull(value['title']) ?? textOrNull(value['name']), messages }];
}

/** A row of a table of messages: the message, or its JSON, beside the session it belongs to. */
export function isRow(value: unknown): value is RawRecord {
  return isRecord(value) && nameOf(value) !== null && rowMessage(value) !== null;
}

export function rowMessage(row: RawRecord): unknown {
  const message = unwrapJson(row['message']);
  return isRecord(message) && lcMessage(message) !== null && !('role' in message) ? message : null;
}

export function nameOf(value: RawRecord): string | null {
  for (const field of NAMES) {
    const name = textOrNull(value[field]);
    if (name !== null) return name;
  }
  return null;
}

function bySession(rows: readonly RawRecord[]): readonly LcRecord[] {
  const sessions = new Map<string | null, unknown[]>();
  for (const row of rows) {
    const known = sessions.get(nameOf(row));
    if (known === undefined) sessions.set(nameOf(row), [rowMessage(row)]);
    else known.push(rowMessage(row));
  }
  return [...sessions].map(([name, messages]) => ({ name, title: null, messages }));
}

function listIn(value: RawRecord, depth: number): readonly unknown[] | null {
  for (const field of LISTS) {
    const inner = unwrapJson(value[field]);
    if (isLcMessages(inner)) return inner;
    const deeper = isRecord(inner) && depth > 0 ? listIn(inner, depth - 1) : null;
    if (deeper !== null) return deeper;
    // A graph may call its list of messages as it likes.
    const named = field === 'values' && isRecord(inner) ? Object.values(inner).find(isLcMessages) : undefined;
    if (named !== undefined) return named;
  }
  return null;
}
