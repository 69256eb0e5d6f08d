import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { IdTable } from '../readers/id-table.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { SqliteFile } from '../readers/sqlite-file.ts';
import { stableId } from '../readers/stable-id.ts';
import { isTypedItem } from '../responses/item-types.ts';
import type { ImportSink } from '../thread-import.ts';
import { isScriptItem } from './agent-item.ts';
import { runStateOf, type RunState } from './run-state.ts';
import { ListedItems, SessionRows, type Session } from './session-rows.ts';
import { SessionStructure } from './session-structure.ts';
import { isMessageRow, itemOf, sessionTables } from './session-tables.ts';
import { readStoredTables } from './stored-tables.ts';

/** Reads a value of the source again by the number that it was given. */
export type ReadValue = (number: number) => unknown;

/** What a source holds of sessions and runs: where it stands, and read again when its turn has come. */
export class SessionLog {
  readonly #valueAt: ReadValue;
  readonly #states = new PagedNumbers('int');
  readonly #named = new PagedNumbers('int');
  readonly #namedIds = new IdTable();
  readonly #rows = new SessionRows();
  /** By row: the value that it stands in; and its place there + 1, if that is a table. */
  readonly #valueOf = new PagedNumbers('int');
  readonly #placeOf = new PagedNumbers('int');
  #newestTable: { readonly number: number; readonly messages: readonly RawRecord[] } | null = null;
  #structure = new SessionStructure(() => ({}));
  /** Of the table of sessions, which has some without any message. */
  #sessionIds: Iterable<unknown> = [];
  #unnamed: readonly unknown[] | null = null;

  constructor(valueAt: ReadValue) {
    this.#valueAt = valueAt;
    this.#rows.openShelf((index) => this.#rowAt(index));
  }

  get structure(): SessionStructure {
    return this.#structure;
  }

  /** @param keep Called where the value is needed again; gives it a number. */
  take(value: unknown, keep: () => number): void {
    if (runStateOf(value) !== null) this.#states.push(keep());
    else if (isMessageRow(value)) this.#addRow(value, keep(), 0);
    else {
      const named = namedItems(value);
      if (named === null) this.#takeTables(value, keep);
      else {
        this.#named.push(keep());
        this.#namedIds.add(named.id);
      }
    }
  }

  takeDatabase(database: SqliteFile): void {
    const { structure, sessionIds } = readStoredTables(database, this.#rows);
    this.#structure = structure;
    this.#sessionIds = sessionIds;
  }

  /** Items of one session that has no name. */
  takeItems(items: readonly unknown[]): void {
    this.#unnamed = items;
  }

  *states(): Generator<RunState, void, undefined> {
    for (let index = 0; index < this.#states.length; index += 1) {
      const state = runStateOf(this.#valueAt(this.#states.at(index)));
      if (state !== null) yield state;
    }
  }

  *sessions(): Generator<Session, void, undefined> {
    if (this.#unnamed !== null) yield sessionOf(null, this.#unnamed);
    for (let index = 0; index < this.#named.length; index += 1) {
      const named = namedItems(this.#valueAt(this.#named.at(index)));
      if (named !== null) yield sessionOf(named.id, named.items);
    }
    yield* this.#rows.sessions();
  }

  warnOfEmpty(sink: ImportSink): void {
    let count = 0;
    for (const sessionId of this.#sessionIds) {
      const id = textOrNull(sessionId) ?? '';
      if (!this.#rows.has(id) && this.#namedIds.find(id) === null) count += 1;
    }
    if (count === 0) return;
    sink.warning({
      code: 'empty-sessions',
      line: null,
      message:
        count === 1
          ? 'One session has no messages and was left out.'
          : `${count} sessions have no messages and were left out.`,
    });
  }

  #takeTables(value: unknown, keep: () => number): void {
    const tables = sessionTables(value);
    if (tables === null) return;
    const number = keep();
    for (const [place, row] of tables.messages.entries()) this.#addRow(row, number, place + 1);
    // The newest counts.
    const { usage } = tables;
    this.#structure = new SessionStructure((report) => usage[report] ?? {});
    for (const row of tables.structure) this.#structure.addMessage(row);
    for (const row of usage) this.#structure.addReport(row);
    this.#sessionIds = tables.sessions.map((row) => row['session_id']);
  }

  #addRow(row: RawRecord, value: number, place: number): void {
    this.#rows.add(row);
    this.#placeOf.set(this.#valueOf.push(value), place);
  }

  #rowAt(index: number): RawRecord {
    const number = this.#valueOf.at(index);
    const place = this.#placeOf.at(index);
    if (place > 0) return this.#messagesOf(number)[place - 1] ?? {};
    const value = this.#valueAt(number);
    return isRecord(value) ? value : {};
  }

  #messagesOf(number: number): readonly RawRecord[] {
    if (this.#newestTable?.number !== number) {
      this.#newestTable = { number, messages: sessionTables(this.#valueAt(number))?.messages ?? [] };
    }
    return this.#newestTable.messages;
  }
}

/** `{ session_id, items }`. */
export function namedItems(
  value: unknown,
): { readonly id: string; readonly items: readonly unknown[] } | null {
  if (!isRecord(value) || !isList(value['items'])) return null;
  const id = textOrNull(value['session_id']) ?? textOrNull(value['sessionId']);
  const isOurs = value['items'].some((item) => isScriptItem(item) || isTypedItem(item));
  return id === null || !isOurs ? null : { id, items: value['items'] };
}

function sessionOf(id: string | null, list: readonly unknown[]): Session {
  const items = list.map((value, index) => ({ id: `item-${index + 1}`, value: itemOf(value), atMs: null }));
  const known = items.filter(({ value }) => value !== null);
  const beginning = known
    .slice(0, 2)
    .map(({ value }) => textOrJson(value))
    .join('\n');
  return {
    id: id ?? stableId('session', beginning),
    items: new ListedItems(known),
    broken: items.length - known.length,
  };
}
