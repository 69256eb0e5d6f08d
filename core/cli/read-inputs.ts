import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { bufferedSource, openFileSource } from '../adapters/fs/byte-sources.ts';
import { InspectorError } from '../domain/errors.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { ALL_IMPORTERS } from '../importers/all-importers.ts';
import { collectThreads } from '../importers/collect-threads.ts';
import { describeContent } from '../importers/describe-content.ts';
import { findImporter, type FindImporterOptions } from '../importers/find-importer.ts';
import { mappedImporter } from '../importers/mapped.ts';
import type { FieldMapping } from '../importers/mapped/field-mapping.ts';
import { readHead } from '../importers/read-head.ts';
import type { ByteSource, ImportProblem, ThreadImporter } from '../importers/thread-import.ts';
import { markCopiedRuns } from '../inspect/mark-copied-runs.ts';
import { CliError, EXIT, type CliIo, type ExitCode } from './cli-io.ts';
import { findInputFiles, type InputFile } from './find-input-files.ts';
import { importProgress } from './import-progress.ts';

export interface InputReport {
  readonly path: string;
  /** Null: no importer knows it. */
  readonly format: string | null;
  readonly threads: readonly string[];
  readonly bytes: number | null;
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
}

export interface Inputs {
  readonly files: readonly InputReport[];
  readonly threads: readonly ThreadDocument[];
}

export interface InputOptions {
  /** Importer name; then nothing is detected. */
  readonly format?: string | undefined;
  /** Fields of records that nobody knows; then nothing is detected either. */
  readonly map?: FieldMapping | undefined;
  /** Only the thread with this id. */
  readonly thread?: string | undefined;
  /** Told what an error report is made from. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/**
 * Reads every thread of the files, folders and `-`. A file that can't be read is a report with an
 * error, never an exception: the others are read all the same.
 *
 * @throws CliError for a format nobody has, and for a thread that none of the files has.
 */
export async function readInputs(
  paths: readonly string[],
  options: InputOptions,
  io: CliIo,
): Promise<Inputs> {
  const forced = forcedImporter(options);
  const files: InputReport[] = [];
  const read: (readonly ThreadDocument[])[] = [];
  const found = await findInputFiles(paths);
  for (const folder of found.emptyFolders) {
    const message = 'The folder holds no file.';
    files.push(problemReport(folder, null, { code: 'empty-folder', line: null, message }));
  }
  for (const file of found.files) {
    const input = await readInput(file, forced, options, io);
    if (input === null) continue;
    files.push(input.report);
    read.push(input.threads);
  }
  const threads = markCopiedRuns(read).flat();
  const { thread } = options;
  if (thread === undefined) return { files, threads };
  const chosen = threads.filter(({ threadId }) => threadId === thread);
  if (chosen.length === 0 && threads.length > 0) {
    const known = threads.slice(0, 5).map(({ threadId }) => threadId);
    const more = threads.length > known.length ? `, … (${threads.length} in all)` : '';
    throw new CliError(EXIT.wrongUsage, `no thread ${thread} here; there is ${known.join(', ')}${more}`);
  }
  return { files, threads: chosen };
}

/** 3 when there is no thread at all, 1 when some input had errors, else 0. */
export function exitCodeOf(inputs: Inputs): ExitCode {
  if (inputs.threads.length === 0) return EXIT.nothingRead;
  return inputs.files.some((file) => file.errors.length > 0) ? EXIT.someInputHadErrors : EXIT.done;
}

/** Problems as people read them, on stderr, each with its place. */
export async function reportProblems(files: readonly InputReport[], io: CliIo): Promise<void> {
  for (const file of files) {
    for (const [kind, problems] of [
      ['error', file.errors],
      ['warning', file.warnings],
    ] as const) {
      for (const { line, message } of problems) {
        await io.stderr.write(`${file.path}${line === null ? '' : `:${line}`}: ${kind}: ${message}\n`);
      }
    }
  }
}

function forcedImporter({ format, map }: InputOptions): ThreadImporter | null {
  if (map !== undefined) {
    if (format !== undefined) throw new CliError(EXIT.wrongUsage, '--map and --format exclude each other');
    return mappedImporter(map);
  }
  return format === undefined ? null : importerNamed(format);
}

function importerNamed(format: string): ThreadImporter {
  const importer = ALL_IMPORTERS.find((known) => known.format === format);
  if (importer !== undefined) return importer;
  const names = ALL_IMPORTERS.map((known) => known.format).join(', ');
  throw new CliError(EXIT.wrongUsage, `there is no format ${format}; the formats are ${names}`);
}

/** Null: a file that wasn't named, and is an export neither by its name nor by its content. */
async function readInput(
  file: InputFile,
  forced: ThreadImporter | null,
  options: InputOptions,
  io: CliIo,
): Promise<{ readonly report: InputReport; readonly threads: readonly ThreadDocument[] } | null> {
  const failed = (code: string, message: string, bytes: number | null = null) => ({
    report: problemReport(file.path, bytes, { code, line: null, message }),
    threads: [],
  });
  try {
    const source = await openSource(file.path, io);
    const importer = await findImporter(source, file.isUnlikely ? onlyByContent(forced) : { forced });
    if (importer !== null) return await readThreads(source, importer, options, io);
    if (file.isUnlikely) return null;
    if (!file.found) return failed('unknown-format', await unknownFormat(source), source.sizeBytes);
    const warning = {
      code: 'unknown-format',
      line: null,
      message: 'The format is not known; the file was skipped.',
    };
    return { report: { ...emptyReport(file.path, source.sizeBytes), warnings: [warning] }, threads: [] };
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'cancelled') throw error;
    // A document of an office program is an archive too.
    if (file.isUnlikely) return null;
    options.onFailure?.(error);
    return failed(
      'unreadable',
      `The file can't be read: ${systemReason(error).replace(`${file.path}: `, '')}.`,
    );
  }
}

/** A chosen format is for what looks like an export: a picture beside it is not read as one. */
function onlyByContent(forced: ThreadImporter | null): FindImporterOptions {
  return forced === null ? {} : { importers: [forced] };
}

async function readThreads(
  source: ByteSource,
  importer: ThreadImporter,
  options: InputOptions,
  io: CliIo,
): Promise<{ readonly report: InputReport; readonly threads: readonly ThreadDocument[] }> {
  const collector = collectThreads();
  const progress = importProgress(source, io);
  try {
    // What follows a broken line is shown too: the report says which lines are missing, and the exit code that some are.
    await importer.read(source, collector.sink, {
      signal: io.signal,
      openAnyway: true,
      onProgress: progress.update,
    });
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code === 'cancelled') throw error;
    options.onFailure?.(error);
    // The sink knows the place already, unless there was nothing at all to read.
    if (collector.errors.length === 0) {
      const message = error.message.replace(`${source.name}: `, '');
      collector.sink.error({ code: error.code, line: null, message: `${sentence(message)}.` });
    }
  } finally {
    progress.stop();
  }
  const threads = collector.threads();
  return {
    report: {
      path: source.name,
      format: importer.format,
      threads: threads.map(({ threadId }) => threadId),
      bytes: source.sizeBytes,
      warnings: collector.warnings,
      errors: collector.errors,
    },
    threads,
  };
}

async function openSource(path: string, io: CliIo): Promise<ByteSource> {
  if (path === '-') return bufferedSource('-', io.stdin);
  // A pipe gives its bytes once, and they are looked at before they are read.
  const isPipe = (await stat(path)).isFIFO();
  return isPipe ? bufferedSource(path, createReadStream(path)) : openFileSource(path);
}

function emptyReport(path: string, bytes: number | null): InputReport {
  return { path, format: null, threads: [], bytes, warnings: [], errors: [] };
}

function problemReport(path: string, bytes: number | null, problem: ImportProblem): InputReport {
  return { ...emptyReport(path, bytes), errors: [problem] };
}

async function unknownFormat(source: ByteSource): Promise<string> {
  if (source.sizeBytes === 0) return 'The file is empty.';
  const names = ALL_IMPORTERS.map(({ format }) => format).join(', ');
  return `The format is not known. ${describeContent(await readHead(source))} These are read: ${names}; --format names one, and --map says which fields are a message's.`;
}

function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  return error.message.replace(/\.$/, '');
}

function sentence(text: string): string {
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.$/, '');
}
