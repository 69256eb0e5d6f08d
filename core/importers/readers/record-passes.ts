import type { RawRecord } from '../raw-record.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { readJsonLines } from './read-json-lines.ts';
import { SILENT_SINK } from './silent-sink.ts';

/** Goes through all records once, in order. */
export type RecordPass = (onRecord: (record: RawRecord, line: number | null) => void) => Promise<void>;

/** Parsed, a file takes several times its size; below this it is kept between the passes. */
const KEPT_BYTES = 24 * 1024 * 1024;

/**
 * Records of a JSONL file for an importer that has to go through them twice: to learn the structure,
 * then to deliver. Only the first pass tells of broken lines. A small file is read once and its records
 * are kept; a large one is read again.
 */
export function jsonLinesPasses(source: ByteSource, sink: ImportSink, options: ImportOptions): RecordPass {
  const isSmall = source.sizeBytes !== null && source.sizeBytes <= KEPT_BYTES;
  const kept: { readonly record: RawRecord; readonly line: number }[] = [];
  let bytesRead = 0;
  let passes = 0;
  return async (onRecord) => {
    passes += 1;
    if (passes > 1 && isSmall) {
      for (const { record, line } of kept) onRecord(record, line);
      return;
    }
    const isFirst = passes === 1;
    const onProgress = (bytes: number): void => {
      if (isFirst) bytesRead = bytes;
      // Half of the way is the first pass, unless it is the only one.
      options.onProgress?.(isSmall ? bytes : (isFirst ? bytes : bytesRead + bytes) / 2);
    };
    const passOptions: ImportOptions = { ...options, onProgress, ...(isFirst ? {} : { openAnyway: true }) };
    await readJsonLines(source, isFirst ? sink : SILENT_SINK, passOptions, (record, line) => {
      if (isSmall) kept.push({ record, line });
      onRecord(record, line);
    });
  };
}

/** The same for records that are in memory already. */
export function listPasses(records: readonly RawRecord[]): RecordPass {
  return (onRecord) => {
    for (const record of records) onRecord(record, null);
    return Promise.resolve();
  };
}
