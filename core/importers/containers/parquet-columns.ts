import { parquetMetadata, snappyUncompress } from 'hyparquet/src/index.js';
import { gunzipSync } from 'fflate';
import { decompress } from 'fzstd';

/** Pages have a megabyte, as a rule; a damaged or hostile one claims gigabytes. */
const LARGEST_PAGE_BYTES = 256 * 1024 * 1024;

type Decompressor = (input: Uint8Array, outputBytes: number) => Uint8Array;

/** What writers of exports compress with. */
export const COMPRESSORS: Readonly<Record<'SNAPPY' | 'GZIP' | 'ZSTD', Decompressor>> = {
  SNAPPY: (input, outputBytes) => {
    const output = page(outputBytes);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, outputBytes) => gunzipSync(input, { out: page(outputBytes) }),
  ZSTD: (input, outputBytes) => decompress(input, page(outputBytes)),
};

function page(bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes > LARGEST_PAGE_BYTES) throw new RangeError('a page of more than 256 MB');
  return new Uint8Array(bytes);
}

/** Points in time as texts that everybody reads; days and JSON stay what they are. */
export const PARSERS = {
  timestampFromMilliseconds: (milliseconds: bigint): string | null => isoTime(milliseconds),
  timestampFromMicroseconds: (microseconds: bigint): string | null => isoTime(microseconds / 1000n),
  timestampFromNanoseconds: (nanoseconds: bigint): string | null => isoTime(nanoseconds / 1_000_000n),
  dateFromDays: (days: number): string | null => isoTime(BigInt(days) * 86_400_000n),
};

/** The last moment that a date can be. */
const LATEST_MS = 8_640_000_000_000_000n;

function isoTime(milliseconds: bigint | null | undefined): string | null {
  if (milliseconds === null || milliseconds === undefined) return null;
  if (milliseconds > LATEST_MS || milliseconds < -LATEST_MS) return null;
  return new Date(Number(milliseconds)).toISOString();
}

/** A row as a line of JSON. Whole numbers beyond 2^53 become texts, so that ids keep their digits. */
export function rowLine(row: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(row, jsonValue)}\n`;
}

function jsonValue(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array) {
    return Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return value;
}

/** The columns of a table of which everything is there; none of one that goes on behind these bytes. */
export function columnsOfParquet(bytes: Uint8Array): readonly string[] {
  try {
    const { schema } = parquetMetadata(new Uint8Array(bytes).buffer);
    return topLevelNames(schema);
  } catch {
    return [];
  }
}

/** A schema is a tree, written out from its root; each names how many stand below it. */
function topLevelNames(
  schema: readonly { readonly name: string; readonly num_children?: number }[],
): readonly string[] {
  const names: string[] = [];
  let below = 0;
  for (const { name, num_children: children = 0 } of schema.slice(1)) {
    if (below === 0) names.push(name);
    else below -= 1;
    below += children;
  }
  return names;
}
