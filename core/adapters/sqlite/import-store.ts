import type Database from 'better-sqlite3';
import type { CancelSignal } from '../../domain/cancel-signal.ts';
import type { ImportJournal } from './import-journal.ts';
import { prepareImportLedger, type ImportLedger } from './import-ledger.ts';
import { preparePayloads, type PayloadStore } from './payload-store.ts';
import { prepareThreadReader, type ThreadReader } from './stored-thread.ts';
import { prepareThreadWriter, type ThreadWriter } from './thread-rows.ts';

/** What an import reads and writes with, in the caller's transaction. */
export interface ImportStore {
  readonly db: Database.Database;
  readonly reader: ThreadReader;
  readonly writer: ThreadWriter;
  readonly payloads: PayloadStore;
  readonly ledger: ImportLedger;
  /** Where to keep how things were. */
  readonly journal: ImportJournal;
  /** Looked at where something takes long. */
  readonly signal: CancelSignal;
}

export function prepareImportStore(
  db: Database.Database,
  { journal, signal }: Pick<ImportStore, 'journal' | 'signal'>,
): ImportStore {
  return {
    db,
    reader: prepareThreadReader(db),
    writer: prepareThreadWriter(db),
    payloads: preparePayloads(db),
    ledger: prepareImportLedger(db),
    journal,
    signal,
  };
}
