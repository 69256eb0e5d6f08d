import { InspectorError } from '../../domain/errors.ts';
import { isZip, openZip, type ContainedFile } from '../containers/zip-archive.ts';
import { DistinctThreads } from '../containers/distinct-threads.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { readJsonDocument } from '../readers/read-json-document.ts';
import { SILENT_SINK } from '../readers/silent-sink.ts';
import { decodeText } from '../readers/text-decoder.ts';
import type { ByteSource, ImportOptions, ImportProblem, ImportSink } from '../thread-import.ts';

const SAMPLE_NAME = /^samples\/(.+)_epoch_(\d+)\.json$/;
/** The header is written last; a log that was broken off has only what was known at its start. */
const HEADER_NAMES = ['header.json', '_journal/start.json'];

const LOCAL_HEADER_BYTES = 30;

/** Tells from its beginning whether an archive is a log: by the names of its first files. */
export function isEvalArchive(head: Uint8Array): boolean {
  if (!isZip(head)) return false;
  for (let at = 0; at + LOCAL_HEADER_BYTES < head.length; at = head.indexOf(0x50, at + 1)) {
    if (at < 0) return false;
    if (!isZip(head.subarray(at, at + 4))) continue;
    const length = (head[at + 26] ?? 0) + (head[at + 27] ?? 0) * 256;
    const start = at + LOCAL_HEADER_BYTES;
    const { text } = decodeText(head.subarray(start, start + length));
    if (HEADER_NAMES.includes(text) || SAMPLE_NAME.test(text)) return true;
  }
  return false;
}

/** A log in an archive, opened. */
export interface EvalArchive {
  readonly header: RawRecord;
  /** Reads one sample after another, by its id and epoch. A broken one is an error, and the others are read. */
  readSamples(sink: ImportSink, onSample: (sample: RawRecord, sink: ImportSink) => void): Promise<void>;
}

/** @throws InspectorError 'invalid-import' for an archive that can't be opened. */
export async function openEvalArchive(source: ByteSource, options: ImportOptions): Promise<EvalArchive> {
  const files = await openZip(source);
  const samples = files.filter(({ name }) => SAMPLE_NAME.test(name)).sort(byIdAndEpoch);
  return {
    header: await readHeader(files, options),
    readSamples: async (sink, onSample) => {
      const threads = new DistinctThreads(sink);
      let packedBytes = 0;
      for (const file of samples) {
        const own = threads.sinkOf(file.name);
        const sample = await readSampleFile(file, own, withProgress(options, packedBytes, file));
        packedBytes += file.packedBytes;
        if (sample !== null) onSample(sample, own);
      }
    },
  };
}

async function readHeader(files: readonly ContainedFile[], options: ImportOptions): Promise<RawRecord> {
  for (const wanted of HEADER_NAMES) {
    const file = files.find(({ name }) => name === wanted);
    const header = file === undefined ? null : await readSampleFile(file, SILENT_SINK, quiet(options));
    if (header !== null) return header;
  }
  return {};
}

async function readSampleFile(
  file: ContainedFile,
  sink: ImportSink,
  options: ImportOptions,
): Promise<RawRecord | null> {
  const told: ImportProblem[] = [];
  const watched: ImportSink = {
    ...sink,
    error: (problem) => {
      told.push(problem);
      sink.error(problem);
    },
  };
  try {
    const value = await readJsonDocument(file, watched, options);
    if (isRecord(value)) return value;
    sink.error({ code: 'invalid-record', line: 1, message: 'It holds no sample and was left out.' });
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code !== 'invalid-import') throw error;
    const message = `${error.message.replace(`${file.name}: `, '')}.`;
    // The sink has the place already, unless the archive is damaged there.
    if (told.length === 0) sink.error({ code: error.code, line: null, message });
  }
  return null;
}

function byIdAndEpoch(left: ContainedFile, right: ContainedFile): number {
  const [, leftId = '', leftEpoch = '0'] = SAMPLE_NAME.exec(left.name) ?? [];
  const [, rightId = '', rightEpoch = '0'] = SAMPLE_NAME.exec(right.name) ?? [];
  const numbers = Number(leftId) - Number(rightId);
  const ids = Number.isNaN(numbers) ? (leftId < rightId ? -1 : leftId > rightId ? 1 : 0) : numbers;
  return ids || Number(leftEpoch) - Number(rightEpoch);
}

function quiet({ signal }: ImportOptions): ImportOptions {
  return signal === undefined ? {} : { signal };
}

/** What has been read of the archive, as far as the size of the file tells. */
function withProgress(options: ImportOptions, packedBefore: number, file: ContainedFile): ImportOptions {
  const { onProgress } = options;
  if (onProgress === undefined) return options;
  return {
    ...options,
    onProgress: (bytesRead) => {
      const share = file.sizeBytes === 0 ? 1 : Math.min(1, bytesRead / file.sizeBytes);
      onProgress(packedBefore + Math.round(file.packedBytes * share));
    },
  };
}
