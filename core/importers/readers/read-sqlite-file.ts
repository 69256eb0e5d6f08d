import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { joinBytes, throwIfCancelled } from './read-lines.ts';
import { isSqliteFile, SqliteFile } from './sqlite-file.ts';

/** Its pages refer to each other, so that it is in memory whole. */
const LARGEST_FILE_BYTES = 512 * 1024 * 1024;

/** @throws InspectorError 'invalid-import' for a database that is too large or cut off at once, 'cancelled' as readLines. */
export async function readSqliteFile(source: ByteSource, options: ImportOptions): Promise<SqliteFile> {
  const chunks: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const chunk of source.read()) {
    throwIfCancelled(options, source);
    bytesRead += chunk.length;
    if (bytesRead > LARGEST_FILE_BYTES) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: a database of more than 512 MB can't be read at once; export the sessions you need.`,
      );
    }
    options.onProgress?.(bytesRead);
    chunks.push(new Uint8Array(chunk));
  }
  throwIfCancelled(options, source);
  const bytes = joinBytes(chunks);
  if (!isSqliteFile(bytes)) {
    throw new InspectorError('invalid-import', `${source.name}: the database is cut off in its first bytes`);
  }
  return new SqliteFile(bytes);
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
