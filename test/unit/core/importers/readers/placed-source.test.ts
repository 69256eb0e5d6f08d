import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../../core/adapters/fs/byte-sources.ts';
import { placedSource, PlacedTexts } from '../../../../../core/importers/readers/placed-source.ts';
import { readJsonLines } from '../../../../../core/importers/readers/read-json-lines.ts';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';

/** Reads all lines once, then each again by its place, the last first. */
async function readAgain(text: string, chunkBytes: number): Promise<readonly unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const source = placedSource(memorySource('lines', chunks));
  const starts: number[] = [];
  await readJsonLines(source, collectThreads().sink, {}, (_value, _line, _bytes, startByte) => {
    starts.push(startByte);
  });
  const texts = new PlacedTexts(source, {});
  return starts
    .reverse()
    .map((start) => texts.lineAt(start))
    .reverse();
}

describe('PlacedTexts', () => {
  it('reads each line again by its place, whatever stands around it', async () => {
    const text = '\ufeff{"a":1}\r\n\n{"ü":"ü"}\n   \n{"b":[2]}';
    expect(await readAgain(text, 4)).toEqual([{ a: 1 }, { ü: 'ü' }, { b: [2] }]);
    expect(await readAgain(`${text}\n`, 1024)).toEqual([{ a: 1 }, { ü: 'ü' }, { b: [2] }]);
  });

  it('reads lines that are longer than what it reads at once', async () => {
    // 256 kB are read at once, 16 kB elsewhere.
    const values = [20_000, 5, 300_000, 700_000, 1].map((length) => ({ text: 'x'.repeat(length) }));
    const text = values.map((value) => JSON.stringify(value)).join('\n');
    expect(await readAgain(text, 64 * 1024)).toEqual(values);
  });

  it('gives the text between two places', () => {
    const bytes = new TextEncoder().encode('data: {"é":1}\ndata: 2\n');
    const source = {
      ...memorySource('events', [bytes]),
      readInto: (memory: Uint8Array, start: number): number => {
        const found = bytes.subarray(start, start + memory.length);
        memory.set(found);
        return found.length;
      },
    };
    // "é" takes two bytes, so that the first line has 14.
    expect(new PlacedTexts(source, {}).textAt(0, 14)).toBe('data: {"é":1}');
  });
});
