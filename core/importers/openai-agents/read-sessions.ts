import { isScriptItem } from './agent-item.ts';
import { runStateOf } from './run-state.ts';
import { namedItems, SessionLog } from './session-log.ts';
import { isMessageRow, itemOf, sessionTables } from './session-tables.ts';
import { isRecord } from '../raw-record.ts';
import { readHead } from '../read-head.ts';
import { sampleHead } from '../readers/head-sample.ts';
import { isList } from '../readers/json-text.ts';
import { PlacedLines } from '../readers/placed-lines.ts';
import { firstHalf, placedSource, PlacedTexts } from '../readers/placed-source.ts';
import { readJsonDocument } from '../readers/read-json-document.ts';
import { readJsonLines } from '../readers/read-json-lines.ts';
import { readSqliteFile, warnOfLog } from '../readers/read-sqlite-file.ts';
import { isSqliteFile } from '../readers/sqlite-file.ts';
import { decodeText } from '../readers/text-decoder.ts';
import { isTypedItem } from '../responses/item-types.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';

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

/** What a source holds of sessions and runs, by where it stands there. */
export async function readSessions(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<SessionLog> {
  const head = await readHead(source);
  if (isSqliteFile(head)) return readStore(source, sink, options);
  if (isRecord(sampleHead(head).records[0])) return readLog(source, sink, options);
  const document = await readJsonDocument(source, sink, options);
  const values: unknown[] = [];
  const log = new SessionLog((number) => values[number]);
  const take = (value: unknown): void => {
    log.take(value, () => values.push(value) - 1);
  };
  if (isItemList(document)) log.takeItems(document);
  else if (isList(document)) document.forEach(take);
  else take(document);
  log.warnOfEmpty(sink);
  return log;
}

async function readStore(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<SessionLog> {
  const database = await readSqliteFile(source, options);
  warnOfLog(sink, database);
  const log = new SessionLog(() => null);
  log.takeDatabase(database);
  log.warnOfEmpty(sink);
  return log;
}

async function readLog(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<SessionLog> {
  const placed = placedSource(source);
  const lines = new PlacedLines(new PlacedTexts(placed, options));
  const log = new SessionLog((number) => lines.at(number));
  await readJsonLines(placed, sink, firstHalf(options), (value, _line, bytes, startByte) => {
    log.take(value, () => lines.add(value, bytes, startByte));
  });
  log.warnOfEmpty(sink);
  return log;
}
