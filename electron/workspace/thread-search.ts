import type Database from 'better-sqlite3';
import { decodeBody } from '../../core/adapters/sqlite/body-codec.ts';
import { indexedBodyKey } from '../../core/adapters/sqlite/search-index.ts';
import { foldText, type SearchQuery } from '../../core/adapters/sqlite/search-query.ts';
import { searchText } from '../../core/adapters/sqlite/search-text.ts';
import type { BodyRecord } from '../../core/adapters/sqlite/stored-thread.ts';
import { takeTurns } from './take-turns.ts';

/** Threads that a search finds, each with the body where it was found; null: in its title. */
export type FoundThreads = ReadonlyMap<number, number | null>;

/**
 * Searches titles and message texts. Bodies the index hasn't come to yet are read, in turns with other
 * requests, so what is found never depends on how far it is.
 *
 * @param isStale Asked between turns: nobody waits for this search any more.
 */
export async function findThreads(
  db: Database.Database,
  query: SearchQuery,
  isStale: () => boolean,
): Promise<FoundThreads> {
  // Before the index is asked: what it takes in meanwhile is then read, and not missed.
  const indexed = indexedBodyKey(db);
  const found = new Map<number, number | null>();
  const bodies = db.prepare<[string], { readonly thread_ref: number; readonly body_key: number }>(`
    SELECT runs.thread_ref AS thread_ref, min(body_text.rowid) AS body_key
    FROM body_text CROSS JOIN run_parts ON run_parts.body_key = body_text.rowid CROSS JOIN runs USING (run_key)
    WHERE body_text MATCH ? GROUP BY runs.thread_ref
  `);
  for (const { thread_ref: thread, body_key: body } of bodies.all(query.match)) found.set(thread, body);
  await searchUnindexed(db, query, indexed, found, isStale);
  const titles = db
    .prepare<[string], number>('SELECT rowid FROM title_text WHERE title_text MATCH ?')
    .pluck();
  for (const thread of titles.all(query.match)) found.set(thread, null);
  return found;
}

async function searchUnindexed(
  db: Database.Database,
  query: SearchQuery,
  indexed: number,
  found: Map<number, number | null>,
  isStale: () => boolean,
): Promise<void> {
  const next = db.prepare<[number], BodyRecord>(
    'SELECT body_key, meta, encoding, content FROM bodies WHERE body_key > ? ORDER BY body_key LIMIT 1',
  );
  const threadsOf = db
    .prepare<[number], number>(
      'SELECT runs.thread_ref FROM run_parts JOIN runs USING (run_key) WHERE run_parts.body_key = ?',
    )
    .pluck();
  const turns = takeTurns();
  for (let body = next.get(indexed); body !== undefined; body = next.get(body.body_key)) {
    const threads = threadsOf.all(body.body_key).filter((thread) => !found.has(thread));
    if (threads.length > 0 && query.pattern.test(foldText(textOf(body)))) {
      for (const thread of threads) found.set(thread, body.body_key);
    }
    await turns.pass();
    if (isStale()) return;
  }
}

const BEFORE_CHARACTERS = 40;
const SNIPPET_CHARACTERS = 140;

/** A piece of the text around what was found, the hit between U+0001 and U+0002; null when there is none. */
export function snippetOf(db: Database.Database, query: SearchQuery, bodyKey: number): string | null {
  const body = db
    .prepare<[number], BodyRecord>('SELECT body_key, meta, encoding, content FROM bodies WHERE body_key = ?')
    .get(bodyKey);
  if (body === undefined) return null;
  for (const message of decodeBody(body, '')) {
    const text = searchText(message).replace(/[\p{Cc}\s]+/gu, ' ');
    const hit = placeOf(text, query.firstWord);
    if (hit === null) continue;
    const from = Math.max(0, hit.start - BEFORE_CHARACTERS);
    const to = Math.min(text.length, from + SNIPPET_CHARACTERS);
    const end = Math.min(hit.end, to);
    const before = text.slice(from, hit.start);
    const snippet = `${from > 0 ? '…' : ''}${before}\u0001${text.slice(hit.start, end)}\u0002${text.slice(end, to)}${to < text.length ? '…' : ''}`;
    return snippet.toWellFormed();
  }
  return null;
}

/**
 * Where in the text itself a pattern for folded text matches. Folding can change lengths, so pieces
 * are folded one word at a time.
 */
function placeOf(text: string, pattern: RegExp): { readonly start: number; readonly end: number } | null {
  const direct = pattern.exec(text.toLowerCase());
  if (direct !== null && text.toLowerCase().length === text.length) {
    return { start: direct.index, end: direct.index + direct[0].length };
  }
  if (!pattern.test(foldText(text))) return null;
  for (const word of text.matchAll(/\S+/gu)) {
    if (pattern.test(foldText(word[0]))) return { start: word.index, end: word.index + word[0].length };
  }
  return { start: 0, end: 0 };
}

function textOf(body: BodyRecord): string {
  return decodeBody(body, '').map(searchText).join('\n');
}
