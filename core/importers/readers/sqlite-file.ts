import { decodeText, type TextEncoding } from './text-decoder.ts';

/** A value of a column: a number, a text, bytes, or null. Whole numbers beyond 2^53 lose their last digits. */
export type SqliteValue = number | string | Uint8Array | null;
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

export interface SqliteTable {
  readonly name: string;
  readonly columns: readonly string[];
}

interface StoredRow {
  readonly rowId: number;
  readonly values: readonly SqliteValue[];
  /** What it takes in the file, without the numbers in front of it. */
  readonly bytes: number;
}

const MAGIC = 'SQLite format 3\0';
const SCHEMA_PAGE = 1;
const TABLE_LEAF = 0x0d;
const TABLE_INTERIOR = 0x05;

export function isSqliteFile(head: Uint8Array): boolean {
  if (head.length < 100) return false;
  for (let at = 0; at < MAGIC.length; at += 1) if (head[at] !== MAGIC.charCodeAt(at)) return false;
  return true;
}

/**
 * Reads tables of an SQLite database from its bytes, as they stand in the file: what is in a log beside it
 * isn't there. Damaged pages are skipped.
 *
 * Source: https://www.sqlite.org/fileformat2.html
 */
export class SqliteFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #encoding: TextEncoding;
  readonly #tables = new Map<string, { readonly rootPage: number; readonly sql: string }>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const pageSize = this.#view.getUint16(16);
    this.#pageSize = pageSize === 1 ? 65_536 : Math.max(512, pageSize);
    this.#usable = this.#pageSize - (bytes[20] ?? 0);
    const encoding = this.#view.getUint32(56);
    this.#encoding = encoding === 2 ? 'utf-16le' : encoding === 3 ? 'utf-16be' : 'utf-8';
    for (const { values } of this.#rows(SCHEMA_PAGE)) {
      const [type, name, , rootPage, sql] = values;
      if (type !== 'table' || typeof name !== 'string' || typeof rootPage !== 'number') continue;
      this.#tables.set(name, { rootPage, sql: typeof sql === 'string' ? sql : '' });
    }
  }

  /** New rows go to a log beside the file first. */
  get writesAhead(): boolean {
    return this.#bytes[18] === 2;
  }

  tables(): readonly SqliteTable[] {
    return [...this.#tables].map(([name, { sql }]) => ({
      name,
      columns: columnsOf(sql).map((column) => column.name),
    }));
  }

  /** In the order of their row ids. */
  rows(table: string): readonly SqliteRow[] {
    return [...this.eachRow(table)];
  }

  /** The same one after another: rows that nobody keeps are not in memory together. */
  *eachRow(table: string): Generator<SqliteRow, void, undefined> {
    const known = this.#tables.get(table);
    if (known === undefined) return;
    const columns = columnsOf(known.sql);
    for (const { rowId, values } of this.#rows(known.rootPage)) {
      yield Object.fromEntries(
        columns.map(({ name, isRowId }, index): [string, SqliteValue] => {
          const value = values[index] ?? null;
          return [name, isRowId && value === null ? rowId : value];
        }),
      );
    }
  }

  *#rows(rootPage: number): Generator<StoredRow> {
    const seen = new Set<number>();
    // Rows share no bytes; damaged pages may point to one of them thousands of times.
    let bytesLeft = this.#bytes.length;
    const open = [rootPage];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      const start = (page - 1) * this.#pageSize;
      if (seen.has(page) || page < 1 || start + this.#pageSize > this.#bytes.length) continue;
      seen.add(page);
      const header = page === SCHEMA_PAGE ? start + 100 : start;
      const kind = this.#bytes[header];
      const cells = this.#view.getUint16(header + 3);
      const pointers = header + (kind === TABLE_INTERIOR ? 12 : 8);
      if (pointers + 2 * cells > start + this.#pageSize) continue;
      const cellAt = (index: number): number => start + this.#view.getUint16(pointers + 2 * index);
      if (kind === TABLE_INTERIOR) {
        open.push(this.#view.getUint32(header + 8));
        for (let index = cells - 1; index >= 0; index -= 1) {
          const at = cellAt(index);
          if (at + 4 <= start + this.#pageSize) open.push(this.#view.getUint32(at));
        }
      } else if (kind === TABLE_LEAF) {
        for (let index = 0; index < cells; index += 1) {
          const row = this.#row(cellAt(index));
          bytesLeft -= row.bytes;
          if (bytesLeft < 0) return;
          yield row;
        }
      }
    }
  }

  #row(cell: number): StoredRow {
    const size = this.#varint(this.#bytes, cell);
    const rowId = this.#varint(this.#bytes, size.end);
    const record = this.#payload(rowId.end, size.value);
    const header = this.#varint(record, 0);
    const values: SqliteValue[] = [];
    let at = header.end;
    let body = header.value;
    while (at < header.value && at < record.length) {
      const type = this.#varint(record, at);
      at = type.end;
      const length = contentLength(type.value);
      values.push(body + length <= record.length ? this.#value(record, body, type.value) : null);
      body += length;
    }
    return { rowId: rowId.value, values, bytes: record.length };
  }

  /** What doesn't fit into the page goes on in a chain of others. */
  #payload(start: number, size: number): Uint8Array {
    // A damaged size.
    if (size > this.#bytes.length) return new Uint8Array();
    const largest = this.#usable - 35;
    if (size <= largest) return this.#bytes.subarray(start, start + size);
    const smallest = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const fitting = smallest + ((size - smallest) % (this.#usable - 4));
    const local = fitting <= largest ? fitting : smallest;
    const whole = new Uint8Array(size);
    whole.set(this.#bytes.subarray(start, start + local));
    let filled = local;
    let next = this.#pageNumber(start + local);
    while (next > 0 && filled < whole.length) {
      const page = (next - 1) * this.#pageSize;
      const piece = this.#bytes.subarray(
        page + 4,
        page + 4 + Math.min(this.#usable - 4, whole.length - filled),
      );
      if (piece.length === 0) break;
      whole.set(piece, filled);
      filled += piece.length;
      next = this.#pageNumber(page);
    }
    return whole;
  }

  #pageNumber(at: number): number {
    return at >= 0 && at + 4 <= this.#bytes.length ? this.#view.getUint32(at) : 0;
  }

  #value(record: Uint8Array, at: number, type: number): SqliteValue {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    const bytes = record.subarray(at, at + contentLength(type));
    if (type === 7) return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
    if (type < 7) return signedNumber(bytes);
    return type % 2 === 0 ? bytes : decodeText(bytes, this.#encoding).text;
  }

  /** Seven bits a byte, and eight in a ninth. */
  #varint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
    let value = 0;
    for (let index = 0; index < 8; index += 1) {
      const byte = bytes[start + index] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return { value, end: start + index + 1 };
    }
    return { value: value * 256 + (bytes[start + 8] ?? 0), end: start + 9 };
  }
}

function contentLength(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8][type] ?? 0;
}

function signedNumber(bytes: Uint8Array): number {
  let value = (bytes[0] ?? 0) >= 0x80 ? -1 : 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** The columns that a CREATE TABLE names, constraints of the whole table left out. */
function columnsOf(sql: string): readonly { readonly name: string; readonly isRowId: boolean }[] {
  return definitions(sql).flatMap((definition) => {
    const match = /^\s*(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^\s(]+))\s*([\s\S]*)$/.exec(definition);
    if (match === null) return [];
    const [, quoted, ticked, bracketed, bare, rest = ''] = match;
    if (bare !== undefined && /^(?:primary|foreign|unique|check|constraint)$/i.test(bare)) return [];
    const name = quoted?.replaceAll('""', '"') ?? ticked ?? bracketed ?? bare ?? '';
    return [{ name, isRowId: /^integer\b[\s\S]*\bprimary\s+key\b/i.test(rest) }];
  });
}

/** What stands between the commas inside the outermost brackets. */
function definitions(sql: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < sql.length; at += 1) {
    const character = sql.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '(') {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (character === ')') {
      if (depth === 1) found.push(sql.slice(start, at));
      depth -= 1;
      if (depth === 0) break;
    } else if (character === ',' && depth === 1) {
      found.push(sql.slice(start, at));
      start = at + 1;
    }
  }
  return found;
}
