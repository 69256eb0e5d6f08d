import type Database from 'better-sqlite3';
import type { FindHits } from '../../core/contract.ts';
import { decodeBody } from '../../core/adapters/sqlite/body-codec.ts';
import { joinParts } from '../../core/adapters/sqlite/join-parts.ts';
import { searchText } from '../../core/adapters/sqlite/search-text.ts';
import type { ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { threadOf } from './open-thread.ts';
import { takeTurns } from './take-turns.ts';

const LISTED_HITS = 1000;

interface PartOfRun {
  readonly position: number;
  readonly run_id: string;
  readonly part_index: number;
  readonly encoding: number;
  readonly content: string | Uint8Array;
}

/**
 * The messages of a thread that hold a text, case aside, in order. Any text, also inside words, which a
 * full-text index can't answer: the thread is read, in turns with other requests.
 *
 * @throws InspectorError 'cancelled' once it is stale.
 */
export async function findInThread(
  db: Database.Database,
  reader: ThreadReader,
  query: { readonly thread: number; readonly text: string },
  isStale: () => boolean,
): Promise<FindHits> {
  threadOf(reader, query.thread);
  const needle = query.text.toLowerCase();
  const hits: { run: number; message: number }[] = [];
  let total = 0;
  if (needle.trim() === '') return { total, hits };

  const parts = db.prepare<[number, number], PartOfRun>(`
    SELECT runs.position, runs.run_id, run_parts.part_index, bodies.encoding, bodies.content
    FROM runs JOIN run_parts USING (run_key) JOIN bodies USING (body_key)
    WHERE runs.thread_ref = ? AND runs.position = ? ORDER BY run_parts.part_index
  `);
  const runCount = threadOf(reader, query.thread).run_count;
  const turns = takeTurns();
  for (let run = 0; run < runCount; run += 1) {
    const messages = joinParts(parts.all(query.thread, run).map((part) => decodeBody(part, part.run_id)));
    messages.forEach((each, message) => {
      if (!searchText(each).toLowerCase().includes(needle)) return;
      total += 1;
      if (hits.length < LISTED_HITS) hits.push({ run, message });
    });
    await turns.pass();
    if (isStale()) throw new InspectorError('cancelled', 'A newer search took the place of this one.');
  }
  return { total, hits };
}
