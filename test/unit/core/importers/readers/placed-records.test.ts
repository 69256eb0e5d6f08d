import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../../core/adapters/fs/byte-sources.ts';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';
import { isRecord, type RawRecord } from '../../../../../core/importers/raw-record.ts';
import { isList } from '../../../../../core/importers/readers/json-text.ts';
import { PlacedRecords } from '../../../../../core/importers/readers/placed-records.ts';
import { placedSource, PlacedTexts } from '../../../../../core/importers/readers/placed-source.ts';
import { readJsonLines } from '../../../../../core/importers/readers/read-json-lines.ts';
import type { ByteSource } from '../../../../../core/importers/thread-import.ts';

const recordsOf = (line: unknown): readonly RawRecord[] => {
  if (!isRecord(line)) return [];
  return isList(line['all']) ? line['all'].filter(isRecord) : [line];
};

async function recordsIn(source: ByteSource): Promise<PlacedRecords<RawRecord>> {
  const lines = placedSource(source);
  const records = new PlacedRecords(new PlacedTexts(lines, {}), recordsOf);
  await readJsonLines(lines, collectThreads().sink, {}, (value, _line, bytes, startByte) => {
    records.add(recordsOf(value), bytes, startByte);
  });
  return records;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('PlacedRecords', () => {
  it('gives records again in any order, several of a line among them', async () => {
    const records = await recordsIn(
      memorySource('lines', [bytesOf('{"n":0}\n{"all":[{"n":1},{"n":2}]}\n\n{"all":[]}\n{"n":3}\n')]),
    );
    expect(records.count).toBe(4);
    expect([3, 1, 0, 2, 1].map((index) => records.at(index)['n'])).toEqual([3, 1, 0, 2, 1]);
  });

  it('gives records again that it was asked to keep', async () => {
    const records = await recordsIn(memorySource('lines', [bytesOf('{"n":0}\n')]));
    records.keep([{ n: 1 }]);
    expect([1, 0].map((index) => records.at(index)['n'])).toEqual([1, 0]);
  });

  it('says so when the file has become another', async () => {
    let bytes = bytesOf('{"all":[{"n":1},{"n":2}]}\n{"n":3}\n');
    const records = await recordsIn({
      ...memorySource('spans.jsonl', [bytes]),
      readInto: (memory, start) => {
        const found = bytes.subarray(start, start + memory.length);
        memory.set(found);
        return found.length;
      },
    });
    bytes = bytesOf('{"all":[{"n":1}]}        \n{"n":3 \n');
    // The one line has a record less, the other is cut off.
    for (const index of [1, 2]) {
      expect(() => records.at(index)).toThrow(/spans\.jsonl: the file was changed/);
    }
  });
});
