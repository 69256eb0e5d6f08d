import type Database from 'better-sqlite3';
import { decodeBody } from './body-codec.ts';
import { indexedText } from './search-query.ts';
import { searchText } from './search-text.ts';
import type { BodyRecord } from './stored-thread.ts';

/** A batch takes some 20 ms; the write lock is free between two. */
const BATCH_BYTES = 600_000;
const BATCH_BODIES = 500;
/** A single text longer than this is indexed up to here: one word of it is no better found than by reading. */
const LARGEST_TEXT = 4_000_000;

/** The newest body that is indexed. */
export function indexedBodyKey(db: Database.Database): number {
  return db.prepare<[], number>('SELECT indexed_body_key FROM search_progress').pluck().get() ?? 0;
}

/** The newest body there is; 0 for none. */
export function newestBodyKey(db: Database.Database): number {
  return db.prepare<[], number>('SELECT coalesce(max(body_key), 0) FROM bodies').pluck().get() ?? 0;
}

/**
 * Puts the next bodies into the index, in one transaction.
 *
 * @param batchBytes How much text to take, give or take a body.
 * @returns Whether there may be more.
 */
export function indexNextBatch(db: Database.Database, batchBytes = BATCH_BYTES): boolean {
  return db
    .transaction(() => {
      const next = db.prepare<[number], BodyRecord>(
        'SELECT body_key, meta, encoding, content FROM bodies WHERE body_key > ? ORDER BY body_key LIMIT 1',
      );
      const insert = db.prepare('INSERT INTO body_text (rowid, text) VALUES (?, ?)');
      let bytes = 0;
      let done = indexedBodyKey(db);
      let more = true;
      for (let count = 0; count < BATCH_BODIES && bytes < batchBytes; count += 1) {
        const body = next.get(done);
        if (body === undefined) {
          more = false;
          break;
        }
        insert.run(body.body_key, textOfBody(body));
        bytes += body.content.length;
        done = body.body_key;
      }
      db.prepare('UPDATE search_progress SET indexed_body_key = ?').run(done);
      return more;
    })
    .immediate();
}

function textOfBody(body: BodyRecord): string {
  const messages = decodeBody(body, '');
  return indexedText(messages.map(searchText).join('\n').slice(0, LARGEST_TEXT)).toWellFormed();
}
