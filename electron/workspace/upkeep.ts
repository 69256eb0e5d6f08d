import { stat } from 'node:fs/promises';
import type Database from 'better-sqlite3';
import { purgeNextBatch } from '../../core/adapters/sqlite/purge-removed.ts';
import { nextUnhashed, setHashes, type FileHashes } from '../../core/adapters/sqlite/import-records.ts';
import { indexNextBatch } from '../../core/adapters/sqlite/search-index.ts';
import { sqliteCode } from '../../core/adapters/sqlite/sqlite-code.ts';
import { edgeHashOfFile } from './file-edges.ts';
import { hashOfFile } from './file-source.ts';

export interface Upkeep {
  start(): void;
  /** Resolves when nothing is being written. */
  pause(): Promise<void>;
  /** Resolves when all that is left for later has been done. */
  done(): Promise<void>;
}

/**
 * What an import leaves for later, in small transactions: telling its file by its bytes, indexing its
 * texts for the search, and writing the log back into the workspace. Threads that were removed while the program ran before are
 * deleted; those of this run can still be brought back.
 */
export function createUpkeep(open: () => Database.Database): Upkeep {
  const startedAtMs = Date.now();
  let paused = true;
  let running: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    const db = open();
    const steps = [
      () => hashNextImport(db, isPaused),
      () => indexNextBatch(db),
      () => purgeNextBatch(db, startedAtMs),
    ];
    for (const step of steps) {
      // Set from outside while a batch waits for its turn.
      while (!isPaused() && (await step())) await nextTurn();
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
    done: async () => {
      await running;
    },
    pause: async () => {
      paused = true;
      await running;
    },
  };
}

/** @returns Whether there may be more. */
async function hashNextImport(db: Database.Database, isCancelled: () => boolean): Promise<boolean> {
  const next = nextUnhashed(db);
  if (next === null) return false;
  const isSame = async (): Promise<boolean> => {
    const { size, mtimeMs } = await stat(next.path);
    return size === next.byteLength && Math.trunc(mtimeMs) === next.modifiedAtMs;
  };
  // A file that is gone or has changed is read again when it comes back: that finds out by its runs.
  const hashesOf = async (): Promise<FileHashes> => ({
    edges: await edgeHashOfFile(next.path, next.byteLength),
    content: await hashOfFile(next.path, isCancelled),
  });
  const unread: FileHashes = { content: '', edges: null };
  const hashes = (await isSame().catch(() => false)) ? await hashesOf().catch(() => unread) : unread;
  if (isCancelled()) return false;
  setHashes(db, next.importId, hashes);
  return true;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
