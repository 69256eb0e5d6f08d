import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, parseJson, textOrNull } from '../readers/json-text.ts';

/** What the tables of a session store hold, whatever they are called. */
export interface SessionTables {
  readonly sessions: readonly RawRecord[];
  readonly messages: readonly RawRecord[];
  /** Only of sessions that keep branches. */
  readonly structure: readonly RawRecord[];
  readonly usage: readonly RawRecord[];
}

export function isMessageRow(value: unknown): value is RawRecord {
  return isRecord(value) && 'message_data' in value && textOrNull(value['session_id']) !== null;
}

/** Tables told by their columns, in an object that has each by its name. Null when there are no messages among them. */
export function sessionTables(value: unknown): SessionTables | null {
  if (!isRecord(value)) return null;
  const tables = isRecord(value['tables']) ? value['tables'] : value;
  const lists = Object.values(tables).filter(isList);
  const rowsWith = (...columns: readonly string[]): readonly RawRecord[] =>
    lists.find(([row]) => isRecord(row) && columns.every((column) => column in row))?.filter(isRecord) ?? [];
  const messages = rowsWith('session_id', 'message_data');
  if (messages.length === 0) return null;
  return {
    messages,
    sessions: lists
      .flatMap((list) => list.filter(isRecord))
      .filter((row) => 'updated_at' in row && 'session_id' in row),
    structure: rowsWith('session_id', 'message_id', 'branch_id'),
    usage: rowsWith('session_id', 'user_turn_number', 'requests'),
  };
}

/** Null for JSON that is broken or no item. */
export function itemOf(data: unknown): RawRecord | null {
  if (isRecord(data)) return data;
  if (typeof data !== 'string') return null;
  try {
    const item = parseJson(data);
    return isRecord(item) ? item : null;
  } catch {
    return null;
  }
}

export function rowId(id: unknown): string | null {
  return typeof id === 'number' ? String(id) : textOrNull(id);
}
