import type Database from 'better-sqlite3';
import { sqliteCode } from '../../core/adapters/sqlite/open-workspace-database.ts';
import { purgeNextBatch } from '../../core/adapters/sqlite/purge-removed.ts';
import { indexNextBatch } from '../../core/adapters/sqlite/search-index.ts';

export interface Upkeep {
  start(): void;
  /** Resolves when nothing is being written. */
  pause(): Promise<void>;
}

/**
 * What an import leaves for later, in small transactions: indexing its texts for the search, and
 * writing the log back into the file. Threads that were removed while the program ran before are
 * deleted; those of this run can still be brought back.
 */
export function createUpkeep(open: () => Database.Database): Upkeep {
  const startedAtMs = Date.now();
  let paused = true;
  let running: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    const db = open();
    const steps = [() => indexNextBatch(db), () => purgeNextBatch(db, startedAtMs)];
    for (const step of steps) {
      // Set from outside while a batch waits for its turn.
      while (!isPaused() && step()) await nextTurn();
    }
    if (!isPaused()) db.pragma('wal_checkpoint(PASSIVE)');
  };
  const isPaused = (): boolean => paused;

  return {
    start: () => {
      paused = false;
      running ??= work()
        .catch((error: unknown) => {
          // Another connection writes for long: the next start finds what is left.
          if (!sqliteCode(error).startsWith('SQLITE_BUSY')) throw error;
        })
        .finally(() => {
          running = null;
        });
    },
    pause: async () => {
      paused = true;
      await running;
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
