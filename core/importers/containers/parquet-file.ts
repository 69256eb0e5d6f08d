import { strToU8 } from 'fflate';
import {
  parquetMetadataAsync,
  parquetReadObjects,
  type AsyncBuffer,
  type FileMetaData,
} from 'hyparquet/src/index.js';
import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource } from '../thread-import.ts';
import { randomSource, readBytes, type RandomSource } from './byte-ranges.ts';
import { guardExpansion } from './expansion-guard.ts';
import { COMPRESSORS, PARSERS, rowLine } from './parquet-columns.ts';

/** Rows of a group are in memory together. Writers of exports make groups of a tenth of this. */
const LARGEST_GROUP_BYTES = 1024 ** 3;
const MOST_ROWS_IN_GROUP = 5_000_000;
/** Lines are handed on in pieces of about this size. */
const PIECE_CHARACTERS = 256 * 1024;

/** `PAR1`. */
export function isParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}

/**
 * A table in Parquet as what else it could have been exported as: JSON Lines, a row each, made group by group of
 * rows as it is read.
 *
 * @throws InspectorError 'invalid-import' when reading a table that is damaged or cut off, with the rows in
 *   question, one whose compression isn't known, and one whose groups of rows don't fit into memory.
 */
export function openParquet(source: ByteSource): ByteSource {
  return {
    name: source.name.replace(/\.parquet$/i, ''),
    sizeBytes: null,
    read: () => readTable(source),
  };
}

async function* readTable(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = await randomSource(source);
  const file = bufferOf(bytes);
  const metadata = await metadataOf(file, source.name);
  let rowStart = 0;
  for (const [index, group] of metadata.row_groups.entries()) {
    const rows = Number(group.num_rows);
    const place = `rows ${rowStart + 1} to ${rowStart + rows} (group ${index + 1} of ${metadata.row_groups.length})`;
    guardGroup(group, bytes, place);
    let text = '';
    for (const row of await groupRows(file, metadata, { rowStart, rows }, `${source.name}: ${place}`)) {
      text += rowLine(row);
      if (text.length < PIECE_CHARACTERS) continue;
      yield strToU8(text);
      text = '';
    }
    if (text !== '') yield strToU8(text);
    rowStart += rows;
  }
}

async function metadataOf(file: AsyncBuffer, name: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file, { geoparquet: false });
  } catch (cause) {
    if (cause instanceof InspectorError) throw cause;
    throw new InspectorError(
      'invalid-import',
      `${name}: the end of the Parquet file, which says what is in it, is missing or damaged; copy or export it again`,
      { cause },
    );
  }
}

interface RowRange {
  readonly rowStart: number;
  readonly rows: number;
}

async function groupRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  { rowStart, rows }: RowRange,
  place: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (rows === 0) return [];
  try {
    return await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd: rowStart + rows,
      compressors: COMPRESSORS,
      parsers: PARSERS,
    });
  } catch (cause) {
    if (cause instanceof InspectorError) throw cause;
    const codec = cause instanceof Error ? /compression codec: (\w+)/.exec(cause.message)?.[1] : undefined;
    throw new InspectorError(
      'invalid-import',
      codec === undefined
        ? `${place} can't be read: the Parquet file is damaged there; copy or export it again`
        : `${place} are compressed by ${codec}, which isn't read here; export the table with zstd, snappy, gzip or without compression`,
      { cause },
    );
  }
}

function guardGroup(
  { total_byte_size: size, num_rows: rows, columns }: FileMetaData['row_groups'][number],
  { name, sizeBytes }: RandomSource,
  place: string,
): void {
  const values = columns.map(({ meta_data: column }) => Number(column?.num_values ?? 0));
  if (Number(size) > LARGEST_GROUP_BYTES || Math.max(Number(rows), ...values) > MOST_ROWS_IN_GROUP) {
    throw new InspectorError(
      'invalid-import',
      `${name}: ${place} are one group of more than 1 GB or 5 million values, which doesn't fit into memory; export the table with smaller groups, or fewer runs at once`,
    );
  }
  guardExpansion(name, sizeBytes, Number(size));
}

function bufferOf(source: RandomSource): AsyncBuffer {
  return {
    byteLength: source.sizeBytes,
    slice: async (start, end = source.sizeBytes) => {
      const first = start < 0 ? source.sizeBytes + start : start;
      // A copy of its own, and never more than there is.
      const bytes = await readBytes(source, first, Math.min(end, source.sizeBytes));
      return new Uint8Array(bytes).buffer;
    },
  };
}
