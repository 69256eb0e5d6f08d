import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../core/adapters/sqlite/open-database.ts';

// Runs under the driver of the Node that runs it; the whole test command uses two of them.
describe('openDatabase', () => {
  const db = openDatabase(':memory:');
  afterEach(() => {
    db.close();
  });

  it('has the SQL that the schema rests on: STRICT tables and full-text search', () => {
    db.exec('CREATE TABLE t (n INTEGER NOT NULL) STRICT; CREATE VIRTUAL TABLE f USING fts5(text);');
    db.prepare('INSERT INTO f VALUES (?)').run('the tide comes in');
    expect(db.prepare('SELECT count(*) AS n FROM f WHERE f MATCH ?').get('tide')).toEqual({ n: 1 });
    expect(() => db.exec("INSERT INTO t VALUES ('no number')")).toThrow(/cannot store TEXT/);
  });
});
