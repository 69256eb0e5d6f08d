import type Database from 'better-sqlite3';
import { basename } from 'node:path';
import type { FieldMapping, ImportFileReport } from '../../core/contract.ts';
import { importJournal } from '../../core/adapters/sqlite/import-journal.ts';
import {
  beginImport,
  completeImport,
  isKnownSize,
  mayBeKnown,
  threadsOfContent,
  wasRead,
} from '../../core/adapters/sqlite/import-records.ts';
import {
  createImportWriter,
  numberedId,
  type ImportWriter,
} from '../../core/adapters/sqlite/import-writer.ts';
import { ThreadConflict } from '../../core/adapters/sqlite/thread-conflict.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { ThreadId } from '../../core/domain/ids.ts';
import { oneLine } from '../../core/domain/thread-title.ts';
import { ALL_IMPORTERS } from '../../core/importers/all-importers.ts';
import { describeContent } from '../../core/importers/describe-content.ts';
import { findImporter } from '../../core/importers/find-importer.ts';
import { mappedImporter } from '../../core/importers/mapped.ts';
import { readHead } from '../../core/importers/read-head.ts';
import type { ByteSource, ImportProblem, ThreadImporter } from '../../core/importers/thread-import.ts';
import { edgeHashOfFile } from './file-edges.ts';
import { fileSource, hashOfFile } from './file-source.ts';
import { reasonOf, type FoundFile } from './list-files.ts';
import { requestError } from './request-error.ts';

export interface ImportFileOptions {
  readonly signal: CancelSignal;
  readonly openAnyway: boolean;
  readonly isSample: boolean;
  /** It is read as this format, whatever it looks like. Null: told from its content. */
  readonly format: string | null;
  /** It is read by these fields, whatever it looks like. */
  readonly mapping?: FieldMapping;
  /** It comes from a watched folder: nobody asked for this very file. */
  readonly watched: boolean;
  readonly nowMs: () => number;
  readonly onProgress: (bytesDone: number, runs: number) => void;
}

/**
 * Imports one file: all of it in one transaction, or nothing.
 *
 * @throws InspectorError 'cancelled'; the workspace is then as it was. Anything else that goes wrong is
 *   told by the report.
 */
export async function importFile(
  db: Database.Database,
  file: FoundFile,
  options: ImportFileOptions,
): Promise<ImportFileReport> {
  const source = fileSource(file.path, file.sizeBytes);
  let importer: ThreadImporter | null = null;
  try {
    if (options.watched && wasRead(db, { ...file, byteLength: file.sizeBytes })) {
      return report(file, null, { outcome: 'duplicate' });
    }
    importer = await findImporter(source, {
      name: basename(file.path),
      forced: forcedImporter(options),
    });
    if (importer === null) return await unknownFormat(file, source);
    const known = await knownImport(db, file, importer, options);
    if (known !== null) {
      return report(file, importer, { outcome: 'duplicate', threads: known });
    }
    return await importAs(db, file, source, importer, options);
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'cancelled') throw error;
    const message = error instanceof InspectorError ? error.message : reasonOf(error);
    return report(file, importer, { errors: [{ code: 'unreadable', line: null, message }] });
  }
}

/**
 * A file that is as long as one that was imported, and begins and ends like it, is read for its hash first:
 * that is faster than to find out run by run.
 */
async function knownImport(
  db: Database.Database,
  file: FoundFile,
  importer: ThreadImporter,
  options: ImportFileOptions,
): Promise<readonly number[] | null> {
  // The same bytes are something else by other fields.
  if (options.mapping !== undefined) return null;
  if (options.watched || !isKnownSize(db, file.sizeBytes)) return null;
  if (!mayBeKnown(db, file.sizeBytes, await edgeHashOfFile(file.path, file.sizeBytes))) return null;
  const hash = await hashOfFile(file.path, () => options.signal.aborted);
  options.signal.throwIfAborted();
  return threadsOfContent(db, file.sizeBytes, hash, importer.format);
}

async function importAs(
  db: Database.Database,
  file: FoundFile,
  source: ByteSource,
  importer: ThreadImporter,
  options: ImportFileOptions,
): Promise<ImportFileReport> {
  const numbers = new Map<ThreadId, number>();
  const imported = {
    path: file.path,
    byteLength: file.sizeBytes,
    modifiedAtMs: file.modifiedAtMs,
    format: importer.format,
    watched: options.watched,
  };
  for (;;) {
    // Every key that is written was given by this very transaction.
    db.pragma('foreign_keys = OFF');
    db.exec('BEGIN IMMEDIATE');
    const begunAtMs = options.nowMs();
    const importId = beginImport(db, imported, begunAtMs);
    const writer = createImportWriter(db, {
      numberOf: (thread) => numbers.get(thread) ?? 1,
      sourceName: basename(file.path),
      isSample: options.isSample,
      journal: importJournal(db, importId, begunAtMs),
      signal: options.signal,
    });
    try {
      await importer.read(source, writer.sink, {
        signal: options.signal,
        openAnyway: options.openAnyway,
        keepData: writer.keepData,
        onProgress: (bytes) => {
          options.onProgress(bytes, writer.runCount);
        },
      });
      const brought = writer.finish();
      if (brought.threads.length === 0) {
        throw new InspectorError('invalid-import', `${file.path} holds no thread.`);
      }
      completeImport(db, importId, imported, brought, options.nowMs());
      options.signal.throwIfAborted();
      db.exec('COMMIT');
      return report(file, importer, {
        ...brought,
        warnings: [...writer.warnings, ...numberedWarnings(numbers)],
        errors: writer.errors,
      });
    } catch (error) {
      db.exec('ROLLBACK');
      if (!(error instanceof ThreadConflict)) return failed(file, importer, writer, error, options);
      numbers.set(error.thread, (numbers.get(error.thread) ?? 1) + 1);
    } finally {
      db.pragma('foreign_keys = ON');
    }
  }
}

function failed(
  file: FoundFile,
  importer: ThreadImporter,
  writer: ImportWriter,
  error: unknown,
  options: ImportFileOptions,
): ImportFileReport {
  if (error instanceof InspectorError && error.code === 'cancelled') throw error;
  const placed = writer.errors.some((problem) => problem.line !== null);
  const isBrokenLine = error instanceof InspectorError && error.code === 'invalid-import' && placed;
  // A broken line is in the list already, with its place.
  const cause: readonly ImportProblem[] = isBrokenLine
    ? []
    : [{ code: 'not-imported', line: null, message: requestError(error).message }];
  return report(file, importer, {
    warnings: writer.warnings,
    errors: [...writer.errors, ...cause],
    canOpenAnyway: isBrokenLine && !options.openAnyway,
  });
}

function numberedWarnings(numbers: ReadonlyMap<ThreadId, number>): readonly ImportProblem[] {
  return [...numbers].map(([thread, number]) => ({
    code: 'thread-conflict',
    line: null,
    message: `Thread ${oneLine(thread)} says something else than the thread of that id that was imported before; it was kept beside it as “${oneLine(numberedId(thread, number))}”.`,
  }));
}

function forcedImporter({ format, mapping }: ImportFileOptions): ThreadImporter | null {
  if (mapping !== undefined) return mappedImporter(mapping);
  return format === null ? null : importerOf(format);
}

/** @throws InspectorError 'invalid-option' for a format that this version doesn't know. */
function importerOf(format: string): ThreadImporter {
  const importer = ALL_IMPORTERS.find((candidate) => candidate.format === format);
  if (importer === undefined) throw new InspectorError('invalid-option', `There is no format ${format}.`);
  return importer;
}

async function unknownFormat(file: FoundFile, source: ByteSource): Promise<ImportFileReport> {
  if (!file.isNamed) return report(file, null, { outcome: 'skipped' });
  const message =
    file.sizeBytes === 0
      ? 'The file is empty.'
      : `This is no thread export that Tidemark knows, and no archive of one. ${describeContent(await readHead(source))} If you know what wrote it, choose the format here, or map its fields by hand.`;
  return report(file, null, { errors: [{ code: 'unknown-format', line: null, message }] });
}

export function report(
  file: { readonly path: string; readonly sizeBytes: number },
  importer: ThreadImporter | null,
  found: Partial<ImportFileReport>,
): ImportFileReport {
  return {
    path: file.path,
    format: importer?.format ?? null,
    formatLabel: importer?.label ?? null,
    outcome: 'failed',
    bytes: file.sizeBytes,
    threads: [],
    newThreads: 0,
    newRuns: 0,
    warnings: [],
    errors: [],
    canOpenAnyway: false,
    ...found,
  };
}
