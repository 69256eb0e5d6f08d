import type Database from 'better-sqlite3';
import { migration0010 } from './0010-threads.ts';
import { migration0020 } from './0020-search.ts';
import { migration0030 } from './0030-experiments.ts';
import { migration0040 } from './0040-import-history.ts';
import { migration0050 } from './0050-payloads.ts';
import { migration0060 } from './0060-answers.ts';
import { migration0070 } from './0070-file-edges.ts';
import { migration0080 } from './0080-repeated-answers.ts';

export interface Migration {
  /** `user_version` once it has run. Numbers go in tens, ascending, and are never given twice. */
  readonly version: number;
  readonly run: (db: Database.Database) => void;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 10, run: migration0010 },
  { version: 20, run: migration0020 },
  { version: 30, run: migration0030 },
  { version: 40, run: migration0040 },
  { version: 50, run: migration0050 },
  { version: 60, run: migration0060 },
  { version: 70, run: migration0070 },
  { version: 80, run: migration0080 },
];
