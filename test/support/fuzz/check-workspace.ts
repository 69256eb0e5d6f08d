import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

const TABLES = [
  'imports',
  'threads',
  'runs',
  'bodies',
  'run_parts',
  'summaries',
  'payloads',
  'import_changes',
];
const NOT_CANCELLED = { aborted: false, throwIfAborted: (): void => undefined };

export function openFuzzWorkspace(): FuzzWorkspace {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'));
  const db = openWorkspaceDatabase(join(directory, 'workspace.sqlite'), {
    durability: 'normal',
    busyTimeoutMs: 1000,
  });
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
      const before = contentsOf(db);
      const report = await importFile(db, file, options);
      const after = contentsOf(db);
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

/** How much there is of everything, and up to which number. */
function contentsOf(db: Database.Database): string {
  return TABLES.map((table) => {
    const row = db.prepare<[], object>(`SELECT count(*) AS rows FROM ${table}`).get();
    return `${table} ${JSON.stringify(row)}`;
  }).join(' ');
}

function reportFailures(report: ImportFileReport, { outcome, threads }: CheckedInput): readonly string[] {
  const failures: string[] = [];
  const isImported = report.outcome !== 'failed';
  const told = report.errors.map(({ code, message }) => `${code}: ${message}`).join(' ');
  if (isImported !== (outcome === 'read')) {
    failures.push(`it can be ${outcome}, but the import is ${report.outcome}: ${told}`);
  }
  if (isImported && report.threads.length !== threads) {
    failures.push(`of ${threads} threads, ${report.threads.length} were imported`);
  }
  if (!isImported && report.errors.length === 0) failures.push('an import failed without a word');
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
