import type Database from 'better-sqlite3';
import { RUN_COLUMNS } from './thread-rows.ts';

export interface CopyRequest {
  readonly fromThread: number;
  /** Has no run yet. */
  readonly toThread: number;
  /** The id of `fromThread`: runs that are copies themselves keep the one they have. */
  readonly fromThreadId: string;
  /** How many runs, from the first. */
  readonly count: number;
}

/** Copies runs into a new thread. Their texts are shared, so it takes no longer for long ones. */
export function copyRuns(db: Database.Database, request: CopyRequest): void {
  const columns = RUN_COLUMNS.map((name) => {
    if (name === 'thread_ref') return '@toThread';
    return name === 'copied_from' ? 'coalesce(copied_from, @fromThreadId)' : name;
  });
  db.prepare(
    `INSERT INTO runs (${RUN_COLUMNS.join(', ')})
     SELECT ${columns.join(', ')} FROM runs WHERE thread_ref = @fromThread AND position < @count ORDER BY position`,
  ).run(request);
  db.prepare(
    `INSERT INTO run_parts (run_key, part_index, body_key)
     SELECT copy.run_key, run_parts.part_index, run_parts.body_key
     FROM runs AS original
     JOIN run_parts ON run_parts.run_key = original.run_key
     JOIN runs AS copy ON copy.thread_ref = @toThread AND copy.position = original.position
     WHERE original.thread_ref = @fromThread AND original.position < @count
     ORDER BY copy.run_key, run_parts.part_index`,
  ).run({ fromThread: request.fromThread, toThread: request.toThread, count: request.count });
}
