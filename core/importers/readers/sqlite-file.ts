import type { ByteStore } from './lazy-json/byte-store.ts';
import { columnsOf, type Column } from './sqlite-columns.ts';
import { decodeText, type TextEncoding } from './text-decoder.ts';

/** A value of a column: a number, a text, bytes, or null. Whole numbers beyond 2^53 lose their last digits. */
export type SqliteValue = number | string | Uint8Array | null;
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

export interface SqliteTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A row with where it stands in the file. */
export interface PlacedRow {
  readonly row: SqliteRow;
  readonly atByte: number;
}

/** A database that is read page by page. */
export interface SqliteBytes extends ByteStore {
  readonly byteCount: number;
}

interface StoredRow {
  readonly atByte: number;
  readonly rowId: number;
  readonly values: readonly SqliteValue[];
  /** What it takes in the file, without the numbers in front of it. */
  readonly bytes: number;
}

const MAGIC = 'SQLite format 3\0';
/** The first page has the file's header in front of its own. */
const HEADER_BYTES = 100;
const SCHEMA_PAGE = 1;
const TABLE_LEAF = 0x0d;
const TABLE_INTERIOR = 0x05;

export function isSqliteFile(head: Uint8Array): boolean {
  if (head.length < 100) return false;
  for (let at = 0; at < MAGIC.length; at += 1) if (head[at] !== MAGIC.charCodeAt(at)) return false;
  return true;
}

interface Page {
  readonly number: number;
  /** Its first byte in the file. */
  readonly start: number;
  /** A copy: whoever reads may fill the same memory again. */
  readonly bytes: Uint8Array;
}

/**
 * Reads tables of an SQLite database from its bytes, as they stand in the file: what is in a log beside it
 * isn't there. Damaged pages are skipped.
 *
 * Source: https://www.sqlite.org/fileformat2.html
 */
export class SqliteFile {
  readonly #bytes: SqliteBytes;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #encoding: TextEncoding;
  readonly #writesAhead: boolean;
  readonly #tables = new Map<string, { readonly rootPage: number; readonly columns: readonly Column[] }>();
  /** Rows that are asked for one by one stand side by side. */
  #newest: Page | null = null;

  /** @param bytes All of the file or its beginning, or what gives them. */
  constructor(bytes: Uint8Array | SqliteBytes) {
    this.#bytes = bytes instanceof Uint8Array ? inMemory(bytes) : bytes;
    const header = new Uint8Array(this.#bytes.slice(0, Math.min(HEADER_BYTES, this.#bytes.byteCount)));
    const view = viewOf(header);
    const pageSize = view.getUint16(16);
    this.#pageSize = pageSize === 1 ? 65_536 : Math.max(512, pageSize);
    this.#usable = this.#pageSize - (header[20] ?? 0);
    this.#writesAhead = header[18] === 2;
    const encoding = view.getUint32(56);
    this.#encoding = encoding === 2 ? 'utf-16le' : encoding === 3 ? 'utf-16be' : 'utf-8';
    for (const { values } of this.#rows(SCHEMA_PAGE)) {
      const [type, name, , rootPage, sql] = values;
      if (type !== 'table' || typeof name !== 'string' || typeof rootPage !== 'number') continue;
      this.#tables.set(name, { rootPage, columns: columnsOf(typeof sql === 'string' ? sql : '') });
    }
  }

  /** New rows go to a log beside the file first. */
  get writesAhead(): boolean {
    return this.#writesAhead;
  }

  tables(): readonly SqliteTable[] {
    return [...this.#tables].map(([name, { columns }]) => ({
      name,
      columns: columns.map((column) => column.name),
    }));
  }

  /** In the order of their row ids. */
  rows(table: string): readonly SqliteRow[] {
    return [...this.eachRow(table)];
  }

  /** The same one after another: rows that nobody keeps are not in memory together. */
  *eachRow(table: string): Generator<SqliteRow, void, undefined> {
    for (const { row } of this.eachPlacedRow(table)) yield row;
  }

  /** The same with their places, from which `rowAt` reads them again. */
  *eachPlacedRow(table: string): Generator<PlacedRow, void, undefined> {
    const known = this.#tables.get(table);
    if (known === undefined) return;
    for (const stored of this.#rows(known.rootPage)) {
      yield { row: rowOf(stored, known.columns), atByte: stored.atByte };
    }
  }

  rowAt(table: string, atByte: number): SqliteRow {
    const page = this.#page(Math.floor(atByte / this.#pageSize) + 1);
    return rowOf(this.#row(page, atByte - page.start), this.#tables.get(table)?.columns ?? []);
  }

  *#rows(rootPage: number): Generator<StoredRow> {
    const seen = new Uint8Array(Math.floor(this.#bytes.byteCount / this.#pageSize) + 1);
    // Rows share no bytes; damaged pages may point to one of them thousands of times.
    let bytesLeft = this.#bytes.byteCount;
    const open = [rootPage];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (number < 1 || number * this.#pageSize > this.#bytes.byteCount || seen[number] === 1) continue;
      seen[number] = 1;
      const page = this.#page(number);
      const view = viewOf(page.bytes);
      const header = number === SCHEMA_PAGE ? HEADER_BYTES : 0;
      const kind = page.bytes[header];
      const cells = view.getUint16(header + 3);
      const pointers = header + (kind === TABLE_INTERIOR ? 12 : 8);
      if (pointers + 2 * cells > page.bytes.length) continue;
      const cellAt = (index: number): number => view.getUint16(pointers + 2 * index);
      if (kind === TABLE_INTERIOR) {
        open.push(view.getUint32(header + 8));
        for (let index = cells - 1; index >= 0; index -= 1) {
          const at = cellAt(index);
          if (at + 4 <= page.bytes.length) open.push(view.getUint32(at));
        }
      } else if (kind === TABLE_LEAF) {
        for (let index = 0; index < cells; index += 1) {
          const row = this.#row(page, cellAt(index));
          bytesLeft -= row.bytes;
          if (bytesLeft < 0) return;
          yield row;
        }
      }
    }
  }

  #page(number: number): Page {
    if (this.#newest?.number === number) return this.#newest;
    const start = (number - 1) * this.#pageSize;
    const bytes = new Uint8Array(this.#bytes.slice(start, start + this.#pageSize));
    this.#newest = { number, start, bytes };
    return this.#newest;
  }

  #row(page: Page, cell: number): StoredRow {
    const size = this.#varint(page.bytes, cell);
    const rowId = this.#varint(page.bytes, size.end);
    const record = this.#payload(page.bytes, rowId.end, size.value);
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
    return { atByte: page.start + cell, rowId: rowId.value, values, bytes: record.length };
  }

  /** What doesn't fit into the page goes on in a chain of others. */
  #payload(page: Uint8Array, start: number, size: number): Uint8Array {
    // A damaged size.
    if (size > this.#bytes.byteCount) return new Uint8Array();
    const largest = this.#usable - 35;
    if (size <= largest) return page.subarray(start, start + size);
    const smallest = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const fitting = smallest + ((size - smallest) % (this.#usable - 4));
    const local = fitting <= largest ? fitting : smallest;
    const whole = new Uint8Array(size);
    whole.set(page.subarray(start, start + local));
    let filled = local;
    let next = numberAt(page, start + local);
    while (next > 0 && filled < whole.length) {
      const further = this.#bytes.slice((next - 1) * this.#pageSize, next * this.#pageSize);
      const piece = further.subarray(4, 4 + Math.min(this.#usable - 4, whole.length - filled));
      if (piece.length === 0) break;
      whole.set(piece, filled);
      filled += piece.length;
      next = numberAt(further, 0);
    }
    return whole;
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

function inMemory(bytes: Uint8Array): SqliteBytes {
  return { byteCount: bytes.length, slice: (start, end) => bytes.subarray(start, end) };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The number of a page; 0 where there is none. */
function numberAt(bytes: Uint8Array, at: number): number {
  return at + 4 <= bytes.length ? viewOf(bytes).getUint32(at) : 0;
}

function rowOf({ rowId, values }: StoredRow, columns: readonly Column[]): SqliteRow {
  const row: Record<string, SqliteValue> = {};
  for (const [index, { name, isRowId }] of columns.entries()) {
    const stored = values[index] ?? null;
    const value = isRowId && stored === null ? rowId : stored;
    // An assignment would swallow a column of this name.
    if (name !== '__proto__') row[name] = value;
    else Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return row;
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
