import type { SqliteFile } from '../readers/sqlite-file.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { SessionRows } from './session-rows.ts';
import { SessionStructure } from './session-structure.ts';

/** Puts the rows of a session store where they belong, whatever its tables are called: they are told by their columns. */
export function readStoredTables(
  database: SqliteFile,
  rows: SessionRows,
): { readonly structure: SessionStructure; readonly sessionIds: Iterable<unknown> } {
  const tables = inOrder(database.tables()).filter(({ name }) => hasRows(database, name));
  const tableWith = (...columns: readonly string[]): string | null =>
    tables.find((table) => columns.every((column) => table.columns.includes(column)))?.name ?? null;
  const messages = tableWith('session_id', 'message_data');
  const usage = tableWith('session_id', 'user_turn_number', 'requests');
  const reports = new PlacedRows(database, usage);
  const structure = new SessionStructure((report) => reports.at(report));
  if (messages === null) return { structure, sessionIds: [] };
  const placed = new PlacedRows(database, messages);
  rows.openShelf((index) => placed.at(index));
  for (const row of placed.each()) rows.add(row);
  for (const row of eachRow(database, tableWith('session_id', 'message_id', 'branch_id'))) {
    structure.addMessage(row);
  }
  for (const row of reports.each()) structure.addReport(row);
  const sessions = tables.filter(
    ({ columns }) => columns.includes('updated_at') && columns.includes('session_id'),
  );
  return { structure, sessionIds: sessionIdsOf(database, sessions) };
}

type Table = ReturnType<SqliteFile['tables']>[number];

/** As the fields of an object: those that are numbers come first. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  return Object.values(Object.fromEntries(tables.map((table) => [table.name, table])));
}

function hasRows(database: SqliteFile, table: string): boolean {
  return database.eachPlacedRow(table).next().done !== true;
}

function eachRow(database: SqliteFile, table: string | null): Iterable<Readonly<Record<string, unknown>>> {
  return table === null ? [] : database.eachRow(table);
}

function* sessionIdsOf(database: SqliteFile, tables: readonly Table[]): Generator<unknown, void, undefined> {
  for (const { name } of tables) for (const row of database.eachRow(name)) yield row['session_id'];
}

/** Rows of a table by their places. */
class PlacedRows {
  readonly #database: SqliteFile;
  readonly #table: string | null;
  readonly #places = new PagedNumbers('double');

  constructor(database: SqliteFile, table: string | null) {
    this.#database = database;
    this.#table = table;
  }

  *each(): Generator<Readonly<Record<string, unknown>>, void, undefined> {
    if (this.#table === null) return;
    for (const { row, atByte } of this.#database.eachPlacedRow(this.#table)) {
      this.#places.push(atByte);
      yield row;
    }
  }

  at(index: number): Readonly<Record<string, unknown>> {
    return this.#table === null ? {} : this.#database.rowAt(this.#table, this.#places.at(index));
  }
}
