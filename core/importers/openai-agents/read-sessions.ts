import { isScriptItem } from './agent-item.ts';
import { runStateOf, type RunState } from './run-state.ts';
import {
  isMessageRow,
  itemOf,
  sessionsOf,
  sessionTables,
  type Session,
  type SessionTables,
} from './session-tables.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { readHead } from '../read-head.ts';
import { sampleHead } from '../readers/head-sample.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readJsonDocument } from '../readers/read-json-document.ts';
import { readJsonLines } from '../readers/read-json-lines.ts';
import { readSqliteFile, warnOfLog } from '../readers/read-sqlite-file.ts';
import { refuseLarger } from '../readers/refuse-larger.ts';
import { isSqliteFile } from '../readers/sqlite-file.ts';
import { stableId } from '../readers/stable-id.ts';
import { decodeText } from '../readers/text-decoder.ts';
import { isTypedItem } from '../responses/item-types.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';

/** Rows and lines are in memory until the branches of their sessions are known; one JSON text is read again. */
const LARGEST_TABLE_BYTES = 256 * 1024 * 1024;

export function isRecordOfIts(value: unknown): boolean {
  if (runStateOf(value) !== null || isMessageRow(value) || sessionTables(value) !== null) return true;
  return (isList(value) && value.some(isMessageRow)) || namedItems(value) !== null;
}

/** A list in a store that keeps each item as its JSON. */
function isItemStrings(value: unknown): value is readonly unknown[] {
  return (
    isList(value) &&
    value.length > 0 &&
    value.slice(0, 20).every((text) => typeof text === 'string' && isTypedItem(itemOf(text)))
  );
}

/** Items of one session that has no name. */
export function isItemList(value: unknown): value is readonly unknown[] {
  return isItemStrings(value) || (isList(value) && value.some(isScriptItem));
}

/** The beginning of a database names the columns that every store of sessions has. */
export function isSessionStore(head: Uint8Array): boolean {
  const { text } = decodeText(head);
  return text.includes('message_data') && text.includes('session_id');
}

/** `{ session_id, items }`. */
function namedItems(value: unknown): { readonly id: string; readonly items: readonly unknown[] } | null {
  if (!isRecord(value) || !isList(value['items'])) return null;
  const id = textOrNull(value['session_id']) ?? textOrNull(value['sessionId']);
  const isOurs = value['items'].some((item) => isScriptItem(item) || isTypedItem(item));
  return id === null || !isOurs ? null : { id, items: value['items'] };
}

/** What a source holds. */
export interface Found {
  readonly states: readonly RunState[];
  readonly sessions: readonly Session[];
  readonly tables: SessionTables;
}

export async function readSessions(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<Found> {
  const head = await readHead(source);
  const { records } = sampleHead(head);
  const states: RunState[] = [];
  const sessions: Session[] = [];
  const rows: RawRecord[] = [];
  let tables: SessionTables = { sessions: [], messages: [], structure: [], usage: [] };
  const take = (value: unknown): void => {
    const state = runStateOf(value);
    const found = sessionTables(value);
    const named = namedItems(value);
    if (state !== null) states.push(state);
    else if (isMessageRow(value)) rows.push(value);
    else if (named !== null) sessions.push(sessionOf(named.id, named.items));
    else if (found !== null) {
      tables = found;
      for (const row of found.messages) rows.push(row);
    }
  };
  const isDatabase = isSqliteFile(head);
  if (isDatabase || isRecord(records[0])) refuseLarger(source, LARGEST_TABLE_BYTES);
  if (isDatabase) take(await readDatabase(source, sink, options));
  else if (isRecord(records[0])) await readJsonLines(source, sink, options, take);
  else {
    const document = await readJsonDocument(source, sink, options);
    if (isItemList(document)) sessions.push(sessionOf(null, document));
    else if (isList(document)) document.forEach(take);
    else take(document);
  }
  const all = [...sessions, ...sessionsOf(rows)];
  warnOfEmpty(sink, tables, all);
  return { states, sessions: all, tables };
}

/** Each table by its name. */
async function readDatabase(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<RawRecord> {
  const database = await readSqliteFile(source, options);
  warnOfLog(sink, database);
  return Object.fromEntries(database.tables().map(({ name }) => [name, database.rows(name)]));
}

function sessionOf(id: string | null, list: readonly unknown[]): Session {
  const items = list.map((value, index) => ({ id: `item-${index + 1}`, value: itemOf(value), atMs: null }));
  const known = items.filter(({ value }) => value !== null);
  const beginning = known
    .slice(0, 2)
    .map(({ value }) => textOrJson(value))
    .join('\n');
  return { id: id ?? stableId('session', beginning), items: known, broken: items.length - known.length };
}

function warnOfEmpty(sink: ImportSink, tables: SessionTables, sessions: readonly Session[]): void {
  const known = new Set(sessions.map(({ id }) => id));
  const empty = tables.sessions.filter((row) => !known.has(textOrNull(row['session_id']) ?? ''));
  if (empty.length === 0) return;
  sink.warning({
    code: 'empty-sessions',
    line: null,
    message:
      empty.length === 1
        ? 'One session has no messages and was left out.'
        : `${empty.length} sessions have no messages and were left out.`,
  });
}
