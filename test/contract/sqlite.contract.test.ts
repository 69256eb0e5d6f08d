import { join } from 'node:path';
import { openDatabase } from '../../core/adapters/sqlite/open-database.ts';
import { openSqlitePersistence } from '../../core/adapters/sqlite/open-sqlite-persistence.ts';
import { openWorkspaceDatabase } from '../../core/adapters/sqlite/open-workspace-database.ts';
import { tempDir } from '../support/temp-dir.ts';
import { describeDurablePersistence, describePersistence } from './persistence-contract.ts';

// Runs under the driver of the Node that runs it; the whole test command uses two of them.
describePersistence('sqlite', (options) => openSqlitePersistence(openDatabase(':memory:'), options));

describeDurablePersistence('sqlite', async () => {
  const file = join(await tempDir(), 'workspace.sqlite');
  return {
    open: (options) =>
      openSqlitePersistence(openWorkspaceDatabase(file, { durability: 'full', busyTimeoutMs: 0 }), options),
    // Another connection that writes keeps everyone else from it.
    breakWrites: async () => {
      const other = openDatabase(file);
      other.exec('BEGIN IMMEDIATE');
      return async () => {
        other.close();
      };
    },
  };
});
