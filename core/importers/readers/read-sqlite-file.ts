import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { SourceBytes } from './lazy-json/byte-store.ts';
import { joinBytes, throwIfCancelled } from './read-lines.ts';
import { isSqliteFile, SqliteFile, type SqliteBytes } from './sqlite-file.ts';

/** Its pages refer to each other, so that it is in memory whole where it can't be read at any place. */
const LARGEST_PACKED_BYTES = 512 * 1024 * 1024;
const SHORTEST_BYTES = 100;

/**
 * A database whose pages are read when they are asked for. Of a source that can be read in order only, all of it is
 * kept in memory.
 *
 * @throws InspectorError 'invalid-import' for a database that is too large or cut off at once, 'cancelled' as readLines.
 */
export async function readSqliteFile(source: ByteSource, options: ImportOptions): Promise<SqliteFile> {
  const { readInto, sizeBytes } = source;
  if (readInto !== undefined && sizeBytes !== null) {
    throwIfCancelled(options, source);
    let furthest = 0;
    const store = new SourceBytes((memory, start) => {
      throwIfCancelled(options, source);
      const read = readInto(memory, start);
      furthest = Math.max(furthest, start + read);
      options.onProgress?.(furthest);
      return read;
    });
    if (!isSqliteFile(store.slice(0, Math.min(sizeBytes, SHORTEST_BYTES)))) throw cutOff(source);
    const pages: SqliteBytes = {
      byteCount: sizeBytes,
      slice: (start, end) => store.slice(start, end),
    };
    return new SqliteFile(pages);
  }
  const bytes = await readWhole(source, options);
  if (!isSqliteFile(bytes)) throw cutOff(source);
  return new SqliteFile(bytes);
}

async function readWhole(source: ByteSource, options: ImportOptions): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const chunk of source.read()) {
    throwIfCancelled(options, source);
    bytesRead += chunk.length;
    if (bytesRead > LARGEST_PACKED_BYTES) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: a database of more than 512 MB can't be read from where it is packed; unpack it and import the file itself.`,
      );
    }
    options.onProgress?.(bytesRead);
    chunks.push(new Uint8Array(chunk));
  }
  throwIfCancelled(options, source);
  return joinBytes(chunks);
}

function cutOff(source: ByteSource): InspectorError {
  return new InspectorError('invalid-import', `${source.name}: the database is cut off in its first bytes`);
}

/** The newest rows may be missing. */
export function warnOfLog(sink: ImportSink, database: SqliteFile): void {
  if (!database.writesAhead) return;
  sink.warning({
    code: 'write-ahead-log',
    line: null,
    message:
      'The database keeps its newest rows in a file beside it while a program has it open; close the program first if rows are missing.',
  });
}
