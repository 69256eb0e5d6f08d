import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../core/adapters/sqlite/open-database.ts';
import { isSqliteFile, SqliteFile } from '../../../../../core/importers/readers/sqlite-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-file-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The bytes of a database that these statements make. */
function bytesOf(statements: readonly string[]): Uint8Array {
  const path = join(folder, 'made.db');
  const database = openDatabase(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return new Uint8Array(readFileSync(path));
}

describe('SqliteFile', () => {
  it('reads every kind of value, and the row id where a column is one', () => {
    const file = new SqliteFile(
      bytesOf([
        `CREATE TABLE "odd names" (id INTEGER PRIMARY KEY, "a ""b""" TEXT DEFAULT 'x, (y)', n NUMERIC(10, 2), b BLOB, CHECK (n <> 3))`,
        `INSERT INTO "odd names" VALUES (7, 'wörd', -1, x'00ff'), (300, NULL, 1.5, NULL), (70000, '', 0, x''), (5000000000, 'z', 1099511627776, NULL)`,
        `INSERT INTO "odd names" (id, n) VALUES (-5, 1), (8, -129), (9, 40000), (10, -9000000)`,
      ]),
    );
    expect(file.tables()).toEqual([{ name: 'odd names', columns: ['id', 'a "b"', 'n', 'b'] }]);
    expect(file.rows('odd names').filter((row) => row['n'] !== 1)).toEqual([
      { id: 7, 'a "b"': 'wörd', n: -1, b: new Uint8Array([0, 255]) },
      { id: 8, 'a "b"': 'x, (y)', n: -129, b: null },
      { id: 9, 'a "b"': 'x, (y)', n: 40_000, b: null },
      { id: 10, 'a "b"': 'x, (y)', n: -9_000_000, b: null },
      { id: 300, 'a "b"': null, n: 1.5, b: null },
      { id: 70_000, 'a "b"': '', n: 0, b: new Uint8Array() },
      { id: 5_000_000_000, 'a "b"': 'z', n: 2 ** 40, b: null },
    ]);
  });

  it('follows a table over many pages, and a text over more than one', () => {
    const file = new SqliteFile(
      bytesOf([
        'PRAGMA page_size = 512',
        'CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT)',
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         INSERT INTO t SELECT i, printf('%.*c', i, 'a') FROM n`,
      ]),
    );
    const rows = file.rows('t');
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
    expect(rows.every(({ id, word }) => word === 'a'.repeat(Number(id)))).toBe(true);
  });

  it('reads columns that were added later as null where a row is older', () => {
    const file = new SqliteFile(
      bytesOf([
        'CREATE TABLE t (a)',
        'INSERT INTO t VALUES (1)',
        'ALTER TABLE t ADD COLUMN b TEXT',
        "INSERT INTO t VALUES (2, 'x')",
      ]),
    );
    expect(file.rows('t')).toEqual([
      { a: 1, b: null },
      { a: 2, b: 'x' },
    ]);
  });

  it('reads texts in UTF-16', () => {
    const file = new SqliteFile(
      bytesOf(["PRAGMA encoding = 'UTF-16le'", 'CREATE TABLE t (a)', "INSERT INTO t VALUES ('wörd')"]),
    );
    expect(file.rows('t')).toEqual([{ a: 'wörd' }]);
  });

  it('survives every cut and any damaged byte', () => {
    const bytes = bytesOf([
      'PRAGMA page_size = 512',
      'CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT)',
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
       INSERT INTO t SELECT i, printf('%.*c', i * 20, 'a') FROM n`,
    ]);
    const readAll = (damaged: Uint8Array): number => {
      const file = new SqliteFile(damaged);
      return file.tables().reduce((sum, { name }) => sum + file.rows(name).length, 0);
    };
    for (let length = 100; length < bytes.length; length += 37) {
      expect(readAll(bytes.slice(0, length))).toBeLessThanOrEqual(40);
    }
    for (let at = 16; at < bytes.length; at += 11) {
      const damaged = bytes.slice();
      damaged[at] = 255 - (damaged[at] ?? 0);
      expect(readAll(damaged)).toBeGreaterThanOrEqual(0);
    }
  });

  it('reads no more than the file holds of rows that all lie in one place', () => {
    const bytes = bytesOf([
      'PRAGMA page_size = 65536',
      'CREATE TABLE t (word TEXT)',
      "INSERT INTO t VALUES (printf('%.*c', 1000000, 'a'))",
    ]);
    // The second page is the table's; its one cell is pointed to 15,000 times: 15 GB of text.
    const view = new DataView(bytes.buffer, bytes.byteOffset + 65_536);
    const cell = view.getUint16(8);
    view.setUint16(3, 15_000);
    for (let index = 0; index < 15_000; index += 1) view.setUint16(8 + 2 * index, cell);
    expect(bytes.length).toBeLessThan(1_300_000);
    expect(new SqliteFile(bytes).rows('t')).toHaveLength(1);
  });

  it('is told from anything else by its first bytes', () => {
    expect(isSqliteFile(bytesOf(['CREATE TABLE t (a)']))).toBe(true);
    expect(isSqliteFile(new TextEncoder().encode('SQLite format 3'))).toBe(false);
    expect(isSqliteFile(new Uint8Array(200))).toBe(false);
  });
});
