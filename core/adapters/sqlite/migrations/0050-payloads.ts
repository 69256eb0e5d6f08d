import type Database from 'better-sqlite3';

/**
 * Base64 data of images and files, once each, apart from the runs that show them. `body_payloads` tells
 * which texts refer to which, so that the last one to go takes the data along.
 */
export function migration0050(db: Database.Database): void {
  db.exec(`
    CREATE TABLE payloads (
      payload_key INTEGER PRIMARY KEY,
      sha256 TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('b', 't')),
      content BLOB NOT NULL,
      UNIQUE (sha256, kind)
    ) STRICT;
    CREATE TABLE body_payloads (
      body_key INTEGER NOT NULL REFERENCES bodies ON DELETE CASCADE,
      payload_key INTEGER NOT NULL REFERENCES payloads,
      PRIMARY KEY (body_key, payload_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX body_payloads_by_payload ON body_payloads (payload_key);
  `);
}
