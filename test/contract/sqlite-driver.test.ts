import { describe, expect, it } from 'vitest';
import { openDatabase, pickSqliteDriver } from '../../core/adapters/sqlite/open-database.ts';

describe('pickSqliteDriver', () => {
  it('takes the current driver from Node-API 10 on', () => {
    expect(pickSqliteDriver('10', undefined)).toBe('current');
    expect(pickSqliteDriver('9', undefined)).toBe('legacy');
    expect(pickSqliteDriver(undefined, undefined)).toBe('legacy');
  });

  it('obeys a forced driver and no other word', () => {
    expect(pickSqliteDriver('10', 'legacy')).toBe('legacy');
    expect(pickSqliteDriver('9', 'current')).toBe('current');
    expect(pickSqliteDriver('9', 'newest')).toBe('legacy');
  });
});

describe('openDatabase', () => {
  it('opens with a driver that has STRICT tables and full-text search', () => {
    const db = openDatabase(':memory:');
    db.exec('CREATE TABLE t (n INTEGER NOT NULL) STRICT; CREATE VIRTUAL TABLE f USING fts5(text);');
    db.prepare('INSERT INTO f VALUES (?)').run('the tide comes in');
    expect(db.prepare('SELECT count(*) AS n FROM f WHERE f MATCH ?').get('tide')).toEqual({ n: 1 });
    db.close();
  });
});
