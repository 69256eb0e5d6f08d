import { gzipSync, unzipSync, zipSync } from 'fflate';
import { openDatabase } from '../../../core/adapters/sqlite/open-database.ts';
import { isRecord } from '../../../core/importers/raw-record.ts';

/** The files inside a container. */
export interface FileParts {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** The container. */
  readonly whole: Uint8Array;
  /** The container of these files instead; null where it can't hold them. */
  pack(files: Readonly<Record<string, Uint8Array>>): Uint8Array | null;
}

/** The same for every run: an archive would otherwise hold the time it was made at. */
const ARCHIVED_AT = new Date(2026, 7, 20, 9);

export function zip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...files }, { mtime: ARCHIVED_AT });
}

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { mtime: 0 });
}

export function zipParts(files: FileParts['files']): FileParts {
  return { files, pack: zip, whole: zip(files) };
}

/** Of the one file in it. */
export function gzipParts(files: FileParts['files']): FileParts {
  const pack = (inner: FileParts['files']): Uint8Array => gzip(Object.values(inner)[0] ?? new Uint8Array());
  return { files, pack, whole: pack(files) };
}

/** The rows of a database by table, as one JSON text. */
export function sqliteParts(files: FileParts['files']): FileParts {
  const pack = (inner: FileParts['files']): Uint8Array | null =>
    databaseOf(new TextDecoder().decode(Object.values(inner)[0]));
  const whole = pack(files);
  if (whole === null) throw new TypeError('these are no tables of a database');
  return { files, pack, whole };
}

/** Null for what is no ZIP archive. */
export function unzippedParts(bytes: Uint8Array): FileParts | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  return { files: unzipSync(bytes), pack: zip, whole: bytes };
}

/** Null for a text that names no tables, or such as no database has. */
function databaseOf(text: string): Uint8Array | null {
  const db = openDatabase(':memory:');
  try {
    const tables: unknown = JSON.parse(text);
    if (!isRecord(tables)) return null;
    db.pragma('page_size = 512');
    for (const [table, rows] of Object.entries(tables)) {
      const records = Array.isArray(rows) ? rows.filter(isRecord) : [];
      const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
      const names = columns.length === 0 ? '"nothing"' : columns.map(quoted).join(', ');
      db.exec(`CREATE TABLE ${quoted(table)} (${names})`);
      for (const record of records) {
        const insert = `INSERT INTO ${quoted(table)} VALUES (${columns.map(() => '?').join(', ')})`;
        db.prepare(insert).run(columns.map((column) => cellOf(record[column])));
      }
    }
    return new Uint8Array(db.serialize());
  } catch {
    return null;
  } finally {
    db.close();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}
