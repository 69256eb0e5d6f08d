import type { MessagePort } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { openWorkspaceDatabase } from '../../core/adapters/sqlite/open-workspace-database.ts';
import { undoImport } from '../../core/adapters/sqlite/undo-import.ts';
import { cancelSignalOf } from './cancel-flag.ts';
import { runImportJob } from './import-job.ts';
import { sampleFile } from './sample-file.ts';
import { postEvent, serveCalls } from './serve-calls.ts';
import { createUpkeep } from './upkeep.ts';
import type { ImportCalls, WorkspaceStart } from './worker-messages.ts';

/** Nothing waits on this thread but its own jobs, so it may wait inside SQLite. */
const BUSY_TIMEOUT_MS = 30_000;

/** The import worker: imports, and between them the upkeep of the search index. */
export function serveImports(port: MessagePort, start: WorkspaceStart): void {
  let opened: Database.Database | null = null;
  const open = (): Database.Database => {
    opened ??= openWorkspaceDatabase(start.workspacePath, {
      durability: 'normal',
      busyTimeoutMs: BUSY_TIMEOUT_MS,
    });
    return opened;
  };
  const upkeep = createUpkeep(open);

  serveCalls<ImportCalls>(port, {
    'import:files': async (call) => {
      await upkeep.pause();
      try {
        return await runImportJob(open(), call, {
          signal: cancelSignalOf(call.cancelFlag),
          nowMs: Date.now,
          onStarted: (fileCount) => {
            postEvent(port, { name: 'import-started', jobId: call.jobId, fileCount });
          },
          onProgress: (progress) => {
            postEvent(port, { name: 'import-progress', progress });
          },
          onChanged: (threads) => {
            postEvent(port, { name: 'changed', threads });
          },
        });
      } finally {
        upkeep.start();
      }
    },
    'import:sample': ({ path, mapping }) => sampleFile(path, mapping),
    'imports:undo': async ({ importId }) => {
      await upkeep.pause();
      try {
        const threads = undoImport(open(), importId, Date.now());
        postEvent(port, { name: 'changed', threads });
        return threads;
      } finally {
        upkeep.start();
      }
    },
    'upkeep:start': () => {
      upkeep.start();
      return null;
    },
    'worker:close': async () => {
      await upkeep.pause();
      opened?.close();
      return null;
    },
  });
}
