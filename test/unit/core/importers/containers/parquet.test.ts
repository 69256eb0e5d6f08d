import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { strFromU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { memorySource, openFileSource } from '../../../../../core/adapters/fs/byte-sources.ts';
import { collectThreads, type ThreadCollector } from '../../../../../core/importers/collect-threads.ts';
import { openParquet } from '../../../../../core/importers/containers/parquet-file.ts';
import { describeContent } from '../../../../../core/importers/describe-content.ts';
import { findImporter } from '../../../../../core/importers/find-importer.ts';
import { langSmith } from '../../../../../core/importers/langsmith.ts';
import { isRecord, type RawRecord } from '../../../../../core/importers/raw-record.ts';
import { fixturePath } from '../read-fixture.ts';

const RUNS = fixturePath('langsmith-runs.json');

/** The runs of a file of the API, which has each inside a page. */
function runsOf(path: string): readonly RawRecord[] {
  const page: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const runs = isRecord(page) ? page['runs'] : page;
  return Array.isArray(runs) ? runs.filter(isRecord) : [];
}

/** As a bulk export writes them: times as times, counts as numbers of 64 bits, objects as JSON. */
function columnsOf(runs: readonly RawRecord[]): ColumnSource[] {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return names.map((name) => {
    const values = runs.map((run) => run[name] ?? null);
    if (name === 'start_time' || name === 'end_time') {
      // The API writes UTC without saying so.
      const data = values.map((value) => (typeof value === 'string' ? new Date(`${value}Z`) : null));
      return { name, data, type: 'TIMESTAMP', nullable: true };
    }
    if (name.endsWith('_tokens')) {
      const data = values.map((value) => (typeof value === 'number' ? BigInt(value) : null));
      return { name, data, type: 'INT64', nullable: true };
    }
    const data = values.map((value) =>
      value === null || typeof value === 'string' ? value : JSON.stringify(value),
    );
    return { name, data, type: 'STRING', nullable: true };
  });
}

const GZIP = (input: Uint8Array): Uint8Array => gzipSync(input);

/** A frame of Zstandard with its size and one block as it is: 128 kB at most. RFC 8878, 3.1.1. */
const ZSTD = (input: Uint8Array): Uint8Array => {
  const frame = new Uint8Array(12 + input.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, 0xfd2fb528, true);
  // One segment, whose size takes four bytes.
  view.setUint8(4, 0xa0);
  view.setUint32(5, input.length, true);
  // The last block, raw: 21 bits of size behind 3 bits.
  const header = input.length * 8 + 1;
  view.setUint16(9, header & 0xffff, true);
  view.setUint8(11, header >> 16);
  frame.set(input, 12);
  return frame;
};

function table(columnData: ColumnSource[], codec: 'SNAPPY' | 'GZIP' | 'ZSTD' | 'UNCOMPRESSED' | 'BROTLI') {
  const compressors = { GZIP, ZSTD, BROTLI: ZSTD };
  return new Uint8Array(parquetWriteBuffer({ columnData, codec, compressors, rowGroupSize: 3 }));
}

async function read(bytes: Uint8Array, name = 'runs.parquet'): Promise<ThreadCollector & { format: string }> {
  const source = memorySource(name, [bytes]);
  const importer = await findImporter(source);
  if (importer === null) throw new Error('nobody knows it');
  const collector = collectThreads();
  await importer.read(source, collector.sink, {});
  return { ...collector, format: importer.format };
}

describe('a table in Parquet', () => {
  it.each(['SNAPPY', 'GZIP', 'ZSTD', 'UNCOMPRESSED'] as const)(
    'with runs of LangSmith, %s, is read as their JSON is',
    async (codec) => {
      const collector = collectThreads();
      await langSmith.read(await openFileSource(RUNS), collector.sink, {});
      const found = await read(table(columnsOf(runsOf(RUNS)), codec));
      expect(found.format).toBe('langsmith');
      expect(found.threads()).toEqual(collector.threads());
      expect(found.errors).toEqual([]);
    },
  );

  it('holds whatever else somebody put into one: lists of messages, in a ZIP archive too', async () => {
    const data = [
      [
        { from: 'human', value: 'Tide?' },
        { from: 'gpt', value: '5.2 m' },
      ],
    ];
    const bytes = table([{ name: 'conversations', data, type: 'JSON' }], 'SNAPPY');
    expect((await read(bytes)).format).toBe('sharegpt');
    const zipped = await read(zipSync({ 'data/train.parquet': bytes }), 'data.zip');
    expect(zipped.threads().map(({ runs }) => runs.length)).toEqual([1]);
  });

  it('becomes a line of JSON per row; long whole numbers keep their digits, times are UTC', async () => {
    const bytes = table(
      [
        { name: 'id', data: [9007199254740993n, 7n], type: 'INT64' },
        { name: 'at', data: [new Date(0), null], type: 'TIMESTAMP', nullable: true },
        { name: 'raw', data: [new Uint8Array([0x68, 0x69]), new Uint8Array()], type: 'BYTE_ARRAY' },
      ],
      'SNAPPY',
    );
    let text = '';
    for await (const piece of openParquet(memorySource('x', [bytes])).read()) text += strFromU8(piece);
    expect(text).toBe(
      '{"id":"9007199254740993","at":"1970-01-01T00:00:00.000Z","raw":"hi"}\n{"id":7,"at":null,"raw":""}\n',
    );
  });

  it('that is damaged says where, and what to do', async () => {
    const bytes = table(columnsOf(runsOf(RUNS)), 'GZIP');
    await expect(read(bytes.subarray(0, bytes.length - 9))).rejects.toThrow(
      /^runs\.parquet: the end of the Parquet file.*missing or damaged; copy or export it again$/,
    );
    const damaged = new Uint8Array(bytes);
    // The first page of the first column begins behind the magic bytes.
    damaged.fill(0xff, 4, 60);
    await expect(read(damaged)).rejects.toThrow(
      /^runs\.parquet: rows 1 to 3 \(group 1 of 4\) can't be read: the Parquet file is damaged there/,
    );
    await expect(read(table(columnsOf(runsOf(RUNS)), 'BROTLI'))).rejects.toThrow(
      /rows 1 to 3 .*compressed by BROTLI.*with zstd, snappy, gzip/,
    );
  });

  it('survives any byte that is wrong', async () => {
    const bytes = table(columnsOf(runsOf(RUNS).slice(0, 4)), 'SNAPPY');
    for (let at = 4; at < bytes.length; at += 41) {
      const damaged = new Uint8Array(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x5b;
      await read(damaged).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'nobody knows it') {
          expect(error).toMatchObject({ code: 'invalid-import' });
        }
      });
    }
  });

  it('of nobody’s format is described by its columns', () => {
    const bytes = table([{ name: 'speaker', data: ['Bo'], type: 'STRING' }], 'SNAPPY');
    expect(describeContent(bytes)).toBe('It is a table in Parquet with the columns speaker.');
    expect(describeContent(bytes.subarray(0, 20))).toBe(
      'It is a table in Parquet whose columns are of no format that is known.',
    );
  });
});
