import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../../core/domain/errors.ts';
import { openDatabase } from '../../../../../core/adapters/sqlite/open-database.ts';
import { migrate } from '../../../../../core/adapters/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../../core/adapters/sqlite/migrations/migrations.ts';
import { openWorkspaceDatabase } from '../../../../../core/adapters/sqlite/open-workspace-database.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

const OPTIONS = { durability: 'full', busyTimeoutMs: 0 } as const;
const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

function failureOf(path: string): InspectorError {
  try {
    openWorkspaceDatabase(path, OPTIONS).close();
  } catch (error) {
    if (error instanceof InspectorError) return error;
    throw error;
  }
  throw new Error('the workspace was opened');
}

describe('openWorkspaceDatabase', () => {
  it('makes a workspace in one file, with the newest schema and a write-ahead log', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    const db = openWorkspaceDatabase(path, OPTIONS);
    expect(db.pragma('user_version', { simple: true })).toBe(NEWEST);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });

  it('has STRICT tables only, but for the full-text indexes', async () => {
    const db = openWorkspaceDatabase(join(await tempDir(), 'workspace.sqlite'), OPTIONS);
    const loose = db
      .prepare<[], string>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      )
      .pluck()
      .all();
    expect(loose).toEqual([]);
    db.close();
  });

  it('keeps what is in a workspace when it is opened again', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    const first = openWorkspaceDatabase(path, OPTIONS);
    first
      .prepare(
        "INSERT INTO imports (path, byte_length, modified_at_ms, format, outcome, thread_count, imported_at_ms) VALUES ('/a', 1, 2, 'f', 'new', 0, 5)",
      )
      .run();
    first.close();
    const second = openWorkspaceDatabase(path, OPTIONS);
    expect(second.prepare('SELECT path FROM imports').pluck().all()).toEqual(['/a']);
    second.close();
  });

  it('refuses a file that is no database, and leaves it as it is', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    const text = 'this is a diary, and no database'.repeat(500);
    await writeFile(path, text);
    const error = failureOf(path);
    expect(error.code).toBe('storage-failed');
    expect(error.message).toContain(`${path} is damaged or is no Tidemark workspace. It was left as it is`);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('refuses a database whose first page is damaged, and leaves it as it is', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    openWorkspaceDatabase(path, OPTIONS).close();
    const bytes = await readFile(path);
    bytes.fill(0xff, 100, 4000);
    await writeFile(path, bytes);
    expect(failureOf(path).message).toContain('It was left as it is');
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  it('refuses a database that a newer version has written, with both versions named', async () => {
    const path = join(await tempDir(), 'workspace.sqlite');
    const newer = openDatabase(path);
    newer.pragma('user_version = 9000');
    newer.close();
    expect(failureOf(path).message).toBe(
      `This workspace was written by a newer version of Tidemark (its schema is 9000, this version knows ${NEWEST}). ` +
        'Open it with that version, or choose another workspace.',
    );
  });

  it('says when the path is a folder, or lies in none', async () => {
    const directory = await tempDir();
    await mkdir(join(directory, 'folder'));
    expect(failureOf(join(directory, 'folder')).message).toContain('is a folder; a workspace is one file');
    expect(failureOf(join(directory, 'nowhere', 'workspace.sqlite')).message).toContain(
      'Check that its folder exists and can be written to.',
    );
  });
});

describe('migrate', () => {
  it('runs each migration once, in order, and remembers the last', () => {
    const db = openDatabase(':memory:');
    const ran: number[] = [];
    const steps = [10, 20].map((version) => ({ version, run: () => void ran.push(version) }));
    migrate(db, steps);
    migrate(db, steps);
    migrate(db, [...steps, { version: 30, run: () => void ran.push(30) }]);
    expect(ran).toEqual([10, 20, 30]);
    expect(db.pragma('user_version', { simple: true })).toBe(30);
    db.close();
  });

  it('leaves the schema as it was before a migration that fails', () => {
    const db = openDatabase(':memory:');
    const failing = {
      version: 20,
      run: () => {
        db.exec('CREATE TABLE half (n INTEGER) STRICT');
        throw new Error('no');
      },
    };
    expect(() => {
      migrate(db, [{ version: 10, run: () => db.exec('CREATE TABLE whole (n INTEGER) STRICT') }, failing]);
    }).toThrow('no');
    expect(db.pragma('user_version', { simple: true })).toBe(10);
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    expect(tables).toEqual(['whole']);
    db.close();
  });

  it('numbers its migrations in tens, ascending', () => {
    const versions = MIGRATIONS.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((left, right) => left - right));
    expect(versions.filter((version) => version % 10 !== 0)).toEqual([]);
  });
});
