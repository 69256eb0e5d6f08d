import type Database from 'better-sqlite3';
import { InspectorError } from '../../domain/errors.ts';
import { MIGRATIONS, type Migration } from './migrations/migrations.ts';

/**
 * Brings the schema up to what this program knows, each step in a transaction of its own. Safe to call
 * by several connections at once.
 *
 * @throws InspectorError 'storage-failed' for a database that a newer program has written; it is then
 *   untouched.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = schemaVersion(db);
  if (found > newest) {
    throw new InspectorError(
      'storage-failed',
      `This workspace was written by a newer version of Tidemark (its schema is ${found}, this version knows ${newest}). ` +
        'Open it with that version, or choose another workspace.',
    );
  }
  for (const migration of migrations) {
    if (schemaVersion(db) >= migration.version) continue;
    db.transaction(() => {
      // Read again under the write lock: another connection may have come first.
      if (schemaVersion(db) >= migration.version) return;
      migration.run(db);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
}

function schemaVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
