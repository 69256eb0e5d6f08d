import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openWorkspaceDatabase } from '../../../core/adapters/sqlite/open-workspace-database.ts';
import { prepareThreadReader } from '../../../core/adapters/sqlite/stored-thread.ts';
import type { ImportFileReport } from '../../../core/contract.ts';
import { importFile } from '../../../electron/workspace/import-file.ts';
import type { CheckedInput } from './check-input.ts';
import type { FuzzInput } from './mutate.ts';

/** A workspace of a run of the fuzzer's own, which inputs are imported into. */
export interface FuzzWorkspace {
  /**
   * Imports an input that was checked before, twice.
   *
   * @returns Sentences about what should not have happened.
   */
  check(input: FuzzInput, checked: CheckedInput): Promise<readonly string[]>;
  close(): void;
}

/** What no sentence of ours says. */
const CRASH =
  /\b(?:undefined|is not a function|not iterable|call stack|SQLITE_|can't be read or written|constraint)/;
const NOT_CANCELLED = { aborted: false, throwIfAborted: (): void => undefined };

/** @param folder What it is made in. */
export function openFuzzWorkspace(folder: string): FuzzWorkspace {
  const directory = mkdtempSync(join(folder, 'workspace-'));
  const db = openWorkspaceDatabase(join(directory, 'workspace.sqlite'), {
    durability: 'normal',
    busyTimeoutMs: 1000,
  });
  const contents = prepareContents(db);
  let now = 1_790_000_000_000;
  return {
    async check({ name, bytes }, checked) {
      const path = join(directory, name);
      writeFileSync(path, bytes);
      const file = { path, sizeBytes: bytes.length, modifiedAtMs: now, isNamed: true };
      const options = {
        signal: NOT_CANCELLED,
        openAnyway: checked.openAnyway,
        isSample: false,
        format: checked.forced,
        watched: false,
        nowMs: () => (now += 1),
        onProgress: () => undefined,
      };
      const before = contents();
      const report = await importFile(db, file, options);
      const after = contents();
      const failures = [...reportFailures(report, checked), ...storedFailures(db, report)];
      if (report.outcome === 'failed' && after !== before) failures.push('half of it was imported');
      const again = await importFile(db, file, options);
      if (report.outcome !== 'failed' && again.outcome !== 'duplicate')
        failures.push(`imported again, it is ${again.outcome}`);
      if (again.newThreads + again.newRuns > 0) failures.push('imported again, there is more');
      rmSync(path);
      return failures;
    },
    close() {
      db.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * How much there is in each table, and up to which number. The search index follows later, and its tables can't be
 * counted without reading it whole.
 */
function prepareContents(db: Database.Database): () => string {
  const tables = db
    .prepare<[], { readonly name: string; readonly wr: number }>(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 1",
    )
    .all();
  const counts = tables.map(
    ({ name, wr }) => `SELECT '${name}', count(*), ${wr === 1 ? 'null' : 'max(rowid)'} FROM "${name}"`,
  );
  const count = db.prepare<[]>(counts.join(' UNION ALL ')).raw();
  return () => JSON.stringify(count.all());
}

function reportFailures(report: ImportFileReport, checked: CheckedInput): readonly string[] {
  const { outcome, threads, dependsOnPieces } = checked;
  const failures: string[] = [];
  const isImported = report.outcome !== 'failed';
  const told = report.errors.map(({ code, message }) => `${code}: ${message}`).join(' ');
  if (!dependsOnPieces && isImported !== (outcome === 'read')) {
    failures.push(`it can be ${outcome}, but the import is ${report.outcome}: ${told}`);
  }
  if (!dependsOnPieces && isImported && report.threads.length !== threads) {
    failures.push(`of ${threads} threads, ${report.threads.length} were imported`);
  }
  if (!isImported && report.errors.length === 0) failures.push('an import failed without a word');
  if (CRASH.test(told)) failures.push(`the import crashed: ${told}`);
  return failures;
}

/** Reads everything back that an import says it brought. */
function storedFailures(db: Database.Database, report: ImportFileReport): readonly string[] {
  const failures: string[] = [];
  const reader = prepareThreadReader(db);
  for (const threadRef of report.threads) {
    const thread = reader.threadByRef(threadRef);
    const runs = reader.runs(threadRef);
    if (thread?.run_count !== runs.length)
      failures.push(`of ${thread?.run_count} runs, ${runs.length} are there`);
    for (const run of runs) {
      const { length } = reader.messages(run);
      if (length !== run.message_count)
        failures.push(`of ${run.message_count} messages, ${length} are there`);
    }
  }
  return failures;
}
