import { isContainer } from './containers/contained-exports.ts';
import { columnsOfParquet } from './containers/parquet-columns.ts';
import { isParquet } from './containers/parquet-file.ts';
import { isRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList } from './readers/json-text.ts';
import { isSqliteFile, SqliteFile } from './readers/sqlite-file.ts';

/** What is named of a file that may have thousands of fields. */
const NAMED = 12;
const NAME_CHARACTERS = 40;

/** What a file that no importer knows seems to hold, as a sentence, so that people can tell why. */
export function describeContent(head: Uint8Array): string {
  if (isSqliteFile(head)) return describeTables(new SqliteFile(head).tables().map(({ name }) => name));
  if (isParquet(head)) return describeColumns(columnsOfParquet(head));
  if (isContainer(head)) return 'It is an archive in which no thread was found.';
  const { records, document, events } = sampleHead(head);
  const [value = document] = records.length > 0 ? records : events;
  const [first] = isList(value) ? value : [value];
  if (isRecord(first)) return describeFields(first, isList(value) ? 'a list of objects' : 'objects');
  if (value === undefined) return isText(head) ? 'It is text that is not JSON.' : 'It is not text.';
  return isList(value) ? 'It is a list without objects.' : 'It is JSON without an object.';
}

function describeTables(names: readonly string[]): string {
  return names.length === 0
    ? 'It is a database without tables.'
    : `It is a database with the tables ${listed(names)}.`;
}

function describeColumns(names: readonly string[]): string {
  return names.length === 0
    ? 'It is a table in Parquet whose columns are of no format that is known.'
    : `It is a table in Parquet with the columns ${listed(names)}.`;
}

function describeFields(value: Readonly<Record<string, unknown>>, what: string): string {
  const names = Object.keys(value);
  return names.length === 0
    ? 'It holds an empty object.'
    : `It holds ${what} with the fields ${listed(names)}.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => name.slice(0, NAME_CHARACTERS).toWellFormed());
  const others = names.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} and ${others} more`;
}

/** Text has no zero bytes, but for UTF-16, which says so at its beginning. */
function isText(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return isUtf16 || !head.subarray(0, 4096).includes(0);
}
