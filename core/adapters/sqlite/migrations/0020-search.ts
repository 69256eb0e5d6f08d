import type Database from 'better-sqlite3';

/**
 * Full-text search. The index holds no text of its own: what is found is read again from its body.
 * `search_progress` has one row, the newest body that is indexed; newer ones are searched by reading.
 */
export function migration0020(db: Database.Database): void {
  db.exec(`
    CREATE VIRTUAL TABLE body_text USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE title_text USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TABLE search_progress (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      indexed_body_key INTEGER NOT NULL
    ) STRICT;
    INSERT INTO search_progress VALUES (1, 0);
  `);
}
