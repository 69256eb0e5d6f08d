import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';

/** `current` needs Node-API 10 (Node 22.14, Electron 36); `legacy` is for what is older. */
export type SqliteDriver = 'current' | 'legacy';

export interface OpenDatabaseOptions {
  /** Default false. A file that doesn't exist is then made. */
  readonly readonly?: boolean;
  /** Default: what this process can load. The TIDEMARK_SQLITE_DRIVER variable does the same from outside. */
  readonly driver?: SqliteDriver;
}

const require = createRequire(import.meta.url);

/**
 * The driver this process can load. It has to be known before either is touched: loading the current
 * one where Node-API is older than 10 ends the process instead of throwing.
 */
export function pickSqliteDriver(napiVersion: string | undefined, forced: string | undefined): SqliteDriver {
  if (forced === 'current' || forced === 'legacy') return forced;
  return Number(napiVersion ?? 0) >= 10 ? 'current' : 'legacy';
}

/**
 * Opens a SQLite database, or makes one. Sets no pragma: the caller decides about WAL and foreign keys.
 *
 * The CommonJS `require` is on purpose: a static import of either driver would load it.
 *
 * @throws The driver's own error, for a file that can't be opened.
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): Database.Database {
  const driver =
    options.driver ?? pickSqliteDriver(process.versions.napi, process.env['TIDEMARK_SQLITE_DRIVER']);
  const driverOptions: Database.Options = { readonly: options.readonly ?? false };
  if (driver === 'current') return new (loadDriver('better-sqlite3'))(path, driverOptions);

  const besideElectron = legacyBindingBesideElectron();
  if (besideElectron !== null) driverOptions.nativeBinding = besideElectron;
  return new (loadDriver('better-sqlite3-legacy'))(path, driverOptions);
}

/**
 * The development fallback of Electron carries a build of the legacy driver for its own ABI; the one
 * under node_modules is built for Node and doesn't load there. Null outside Electron.
 */
function legacyBindingBesideElectron(): string | null {
  if (process.versions['electron'] === undefined) return null;
  const file = join(dirname(process.execPath), 'better_sqlite3.node');
  return existsSync(file) ? file : null;
}

function loadDriver(name: 'better-sqlite3' | 'better-sqlite3-legacy'): typeof Database {
  // Untyped; both packages export the one class that @types/better-sqlite3 describes.
  const driver: unknown = require(name);
  if (!isDriver(driver)) throw new Error(`${name} is not the SQLite driver it should be`);
  return driver;
}

function isDriver(value: unknown): value is typeof Database {
  return typeof value === 'function';
}
