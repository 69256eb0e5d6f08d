import type Database from 'better-sqlite3';

const BATCH_RUNS = 200;

/** Whether threads were removed that can't be brought back any more. */
export function hasRemovedThreads(db: Database.Database): boolean {
  return db.prepare('SELECT 1 FROM threads WHERE removed_at_ms IS NOT NULL LIMIT 1').get() !== undefined;
}

/**
 * Deletes the next piece of what was removed before `beforeMs`, in one transaction: runs first, with
 * the texts that no other thread shows, then the thread itself.
 *
 * @returns Whether there may be more.
 */
export function purgeNextBatch(db: Database.Database, beforeMs: number): boolean {
  return db
    .transaction(() => {
      const thread = db
        .prepare<[number], number>(
          'SELECT thread_ref FROM threads WHERE removed_at_ms IS NOT NULL AND removed_at_ms < ? LIMIT 1',
        )
        .pluck()
        .get(beforeMs);
      if (thread === undefined) return false;
      const runs = db
        .prepare<[number, number], number>(
          'SELECT run_key FROM runs WHERE thread_ref = ? ORDER BY position DESC LIMIT ?',
        )
        .pluck()
        .all(thread, BATCH_RUNS);
      for (const run of runs) deleteRun(db, run);
      if (runs.length < BATCH_RUNS) {
        db.prepare('DELETE FROM title_text WHERE rowid = ?').run(thread);
        db.prepare('DELETE FROM threads WHERE thread_ref = ?').run(thread);
      }
      return true;
    })
    .immediate();
}

/** With the texts that no other run shows. In the caller's transaction. */
export function deleteRun(db: Database.Database, run: number): void {
  const bodies = db
    .prepare<[number], number>('SELECT body_key FROM run_parts WHERE run_key = ?')
    .pluck()
    .all(run);
  db.prepare('DELETE FROM runs WHERE run_key = ?').run(run);
  deleteBodies(db, bodies);
}

/** Texts that a run showed, unless another still does. In the caller's transaction. */
export function deleteBodies(db: Database.Database, bodies: readonly number[]): void {
  const payloadsOf = db
    .prepare<[number], number>('SELECT payload_key FROM body_payloads WHERE body_key = ?')
    .pluck();
  const deletePayload = db.prepare(
    `DELETE FROM payloads WHERE payload_key = ?
       AND NOT EXISTS (SELECT 1 FROM body_payloads WHERE body_payloads.payload_key = payloads.payload_key)`,
  );
  const isShown = db.prepare<[number], number>('SELECT 1 FROM run_parts WHERE body_key = ? LIMIT 1').pluck();
  for (const body of bodies) {
    if (isShown.get(body) !== undefined) continue;
    db.prepare('DELETE FROM body_text WHERE rowid = ?').run(body);
    const payloads = payloadsOf.all(body);
    db.prepare('DELETE FROM bodies WHERE body_key = ?').run(body);
    for (const payload of payloads) deletePayload.run(payload);
  }
}
