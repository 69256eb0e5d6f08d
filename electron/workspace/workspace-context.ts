import type Database from 'better-sqlite3';
import { openWorkspaceDatabase } from '../../core/adapters/sqlite/open-workspace-database.ts';
import { prepareThreadReader, type ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import { createThreadCache, type ThreadCache } from './thread-cache.ts';
import type { WorkspaceStart } from './worker-messages.ts';

/** What answers need. */
export interface WorkspaceContext {
  readonly db: Database.Database;
  readonly reader: ThreadReader;
  readonly cache: ThreadCache;
  readonly nowMs: () => number;
  /** Tokens; for threads whose model's window isn't known. */
  defaultContextWindow: number | null;
}

/** Reads go on while another connection writes; a write that meets one waits outside SQLite. */
const BUSY_TIMEOUT_MS = 20;

function openWorkspaceContext(start: WorkspaceStart, nowMs: () => number): WorkspaceContext {
  const db = openWorkspaceDatabase(start.workspacePath, {
    durability: 'full',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  const reader = prepareThreadReader(db);
  return {
    db,
    reader,
    cache: createThreadCache(reader),
    nowMs,
    defaultContextWindow: start.defaultContextWindow,
  };
}

/** Opens the workspace when it is first needed: a worker that replaces a dead one may be asked anything first. */
export function lazyContext(start: WorkspaceStart): {
  readonly get: () => WorkspaceContext;
  readonly close: () => void;
} {
  let opened: WorkspaceContext | null = null;
  return {
    get: () => (opened ??= openWorkspaceContext(start, Date.now)),
    close: () => {
      opened?.db.close();
    },
  };
}
