import { InspectorError } from '../../domain/errors.ts';
import { throwIfCancelled } from '../readers/read-lines.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from '../thread-import.ts';
import type { ContainedExport, ContainedExports } from './contained-exports.ts';
import { DistinctThreads } from './distinct-threads.ts';

const SHOWN_NAMES = 3;

/**
 * Reads the exports that were found in an archive, one after another, each by its own importer. One that can't be
 * read is an error that names it, and the others are read.
 *
 * It reads the archive that it was made for, whatever source it is given.
 */
export function archiveImporter(archive: ContainedExports): ThreadImporter {
  const importers = [...new Set(archive.exports.map(({ importer }) => importer))];
  const [only, ...others] = importers;
  const isOne = only !== undefined && others.length === 0;
  return {
    format: isOne ? only.format : 'archive',
    label: isOne ? `${only.label}, compressed` : 'Archive of several formats',
    detect: () => false,
    read: (source, sink, options) => readArchive(source, archive, sink, options),
  };
}

async function readArchive(
  source: ByteSource,
  archive: ContainedExports,
  sink: ImportSink,
  options: ImportOptions,
): Promise<void> {
  for (const problem of archive.problems) sink.error(problem);
  const threads = new DistinctThreads(sink);
  let packedBefore = 0;
  for (const file of archive.exports) {
    await readExport(file, threads.sinkOf(file.label), withProgress(file, packedBefore, options));
    packedBefore += file.packedBytes ?? 0;
  }
  if (archive.unknown.length > 0 && archive.exports.length > 0) sink.warning(leftOut(archive.unknown));
  if (threads.threadCount === 0) {
    throw new InspectorError('invalid-import', `${source.name}: nothing in the archive could be read`);
  }
}

async function readExport(file: ContainedExport, sink: ImportSink, options: ImportOptions): Promise<void> {
  const told = { place: false, brokenLine: false };
  const watched: ImportSink = {
    ...sink,
    error: (problem) => {
      told.place ||= problem.line !== null;
      told.brokenLine ||= problem.code === 'invalid-record';
      sink.error(problem);
    },
  };
  try {
    // Among others, a file that turns out to be damaged at its end must not have been read by then.
    if (file.label !== null) await unpackOnce(file.source, options);
    await file.importer.read(file.source, watched, options);
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code !== 'invalid-import') throw error;
    // There is no other file to go on with.
    if (file.label === null) throw error;
    // To go on without a broken line is for the person to decide.
    if (told.brokenLine && options.openAnyway !== true) throw error;
    // The sink has the place already, unless there was nothing at all to read.
    if (!told.place) sink.error({ code: error.code, line: null, message: `${plainMessage(error, file)}.` });
  }
  if (file.isCutOff()) {
    sink.error({
      code: 'cut-off',
      line: null,
      message:
        'The compressed file ends too early or is damaged at its end; what could be unpacked was read.',
    });
  }
}

/** @throws InspectorError 'invalid-import' when it is damaged, 'cancelled'. */
async function unpackOnce(source: ByteSource, options: ImportOptions): Promise<void> {
  for await (const piece of source.read()) {
    if (piece.length > 0) throwIfCancelled(options, source);
  }
}

/** What has been read of the archive, as far as the size of the file tells. */
function withProgress(file: ContainedExport, packedBefore: number, options: ImportOptions): ImportOptions {
  const { onProgress } = options;
  const { packedBytes, source } = file;
  if (onProgress === undefined || packedBytes === null) return options;
  return {
    ...options,
    onProgress: (bytesRead) => {
      const share = source.sizeBytes === null || source.sizeBytes === 0 ? 0 : bytesRead / source.sizeBytes;
      onProgress(packedBefore + Math.round(packedBytes * Math.min(1, share)));
    },
  };
}

function plainMessage({ message }: InspectorError, { source }: ContainedExport): string {
  const text = message.startsWith(`${source.name}: `) ? message.slice(source.name.length + 2) : message;
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}

function leftOut(names: readonly string[]): Parameters<ImportSink['warning']>[0] {
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  return {
    code: 'skipped-files',
    line: null,
    message: `Other files of the archive hold no thread and were left out: ${shown}${more}.`,
  };
}
