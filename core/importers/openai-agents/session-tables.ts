import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, parseJson, textOrNull } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';
import { readTimeMs } from '../readers/time.ts';
import type { SessionItem } from './item-groups.ts';

/** What the tables of a session store hold, whatever they are called. */
export interface SessionTables {
  readonly sessions: readonly RawRecord[];
  readonly messages: readonly RawRecord[];
  /** Only of sessions that keep branches. */
  readonly structure: readonly RawRecord[];
  readonly usage: readonly RawRecord[];
}

/** A session while its rows are gathered. */
export interface Session {
  readonly id: string;
  /** In the order in which they were written. */
  readonly items: SessionItem[];
  /** Rows whose JSON is broken; the SDK skips them. */
  broken: number;
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

/** For rows whose session has no name that could be one. */
const UNNAMED = 'session';

/** The rows of each session, by id. */
export function sessionsOf(rows: readonly RawRecord[]): readonly Session[] {
  const sessions = new Map<string, Session>();
  for (const row of inOrder(rows)) {
    const id = textOrNull(row['session_id']) ?? UNNAMED;
    const session = sessions.get(id) ?? { id, items: [], broken: 0 };
    sessions.set(id, session);
    const value = itemOf(row['message_data']);
    const told = { id: rowId(row['id']), atMs: readTimeMs(row['created_at']) };
    if (value === null) session.broken += 1;
    else session.items.push(isLazy(row) ? new LaterItem(told, row) : { ...told, value });
  }
  return [...sessions.values()];
}

/** Of a row in a large source, which is read again when its item is asked for. */
class LaterItem implements SessionItem {
  readonly id: string | null;
  readonly atMs: number | null;
  readonly #row: RawRecord;

  constructor({ id, atMs }: Omit<SessionItem, 'value'>, row: RawRecord) {
    this.id = id;
    this.atMs = atMs;
    this.#row = row;
  }

  get value(): RawRecord | null {
    return itemOf(this.#row['message_data']);
  }
}

/** By their ids, where all rows have a number for one. Each row is looked at once: it may have to be read for that. */
function inOrder(rows: readonly RawRecord[]): readonly RawRecord[] {
  const ids = rows.map(({ id }) => id);
  if (!ids.every((id) => typeof id === 'number')) return rows;
  if (ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0) <= id)) return rows;
  return rows
    .map((row, index) => ({ row, id: ids[index] ?? 0 }))
    .sort((left, right) => left.id - right.id)
    .map(({ row }) => row);
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
