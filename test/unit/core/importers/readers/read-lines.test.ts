import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../../core/adapters/fs/byte-sources.ts';
import { readLines } from '../../../../../core/importers/readers/read-lines.ts';
import { textSource } from '../read-fixture.ts';

async function linesOf(
  source: Parameters<typeof readLines>[0],
  options = {},
): Promise<readonly [number, string][]> {
  const lines: [number, string][] = [];
  await readLines(source, options, (text, line) => lines.push([line, text]));
  return lines;
}

describe('readLines', () => {
  it('splits at line feeds only, drops one carriage return, counts blank lines', async () => {
    expect(await linesOf(textSource('a\r\n\n  \nb\rc\u2028d\u0085e\r\r\nf'))).toEqual([
      [1, 'a'],
      [4, 'b\rc\u2028d\u0085e\r'],
      [5, 'f'],
    ]);
  });

  it('puts lines and characters together that chunks tear apart', async () => {
    const bytes = new TextEncoder().encode('grün\nblau — weiß');
    // One byte a chunk: "ü" and "—" come in pieces.
    const source = memorySource(
      'pieces',
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
    );
    expect(await linesOf(source)).toEqual([
      [1, 'grün'],
      [2, 'blau — weiß'],
    ]);
  });

  it('drops one byte order mark and reads UTF-16 that has one', async () => {
    expect(await linesOf(textSource('\ufeff\ufeffx'))).toEqual([[1, '\ufeffx']]);
    const wide = new Uint8Array(Buffer.from('\ufeffeins\r\nzwei — drei\n', 'utf16le'));
    const expected = [
      [1, 'eins'],
      [2, 'zwei — drei'],
    ];
    expect(await linesOf(memorySource('le', [wide]))).toEqual(expected);
    const swapped = new Uint8Array(Buffer.from(wide).swap16());
    expect(await linesOf(memorySource('be', [swapped.slice(0, 7), swapped.slice(7)]))).toEqual(expected);
  });

  it('knows a byte order mark that two chunks tear apart', async () => {
    const wide = new Uint8Array(Buffer.from('\ufeffa\nb', 'utf16le'));
    expect(await linesOf(memorySource('torn', [wide.slice(0, 1), wide.slice(1)]))).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('keeps UTF-16 of a reader that fills the same memory with every chunk', async () => {
    const wide = new Uint8Array(Buffer.from('\ufeffeins\nzwei', 'utf16le'));
    async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
      const memory = new Uint8Array(4);
      for (let at = 0; at < wide.length; at += 4) {
        memory.fill(0);
        memory.set(wide.subarray(at, at + 4));
        yield memory.subarray(0, Math.min(4, wide.length - at));
      }
    }
    expect(await linesOf({ name: 'reused', sizeBytes: wide.length, read: pieces })).toEqual([
      [1, 'eins'],
      [2, 'zwei'],
    ]);
  });

  it('says when bytes are no UTF-8 and goes on', async () => {
    const seen: [string, boolean][] = [];
    const source = memorySource('bad', [Uint8Array.of(0x61, 0xff, 0x0a, 0x62)]);
    await readLines(source, {}, (text, _line, malformed) => seen.push([text, malformed]));
    expect(seen).toEqual([
      ['a\ufffd', true],
      ['b', false],
    ]);
  });

  it('stops between two chunks when it is cancelled, and reports progress in bytes', async () => {
    const controller = new AbortController();
    const progress: number[] = [];
    const reading = readLines(
      textSource(['a\n', 'b\n', 'c\n']),
      {
        signal: controller.signal,
        onProgress: (bytes) => {
          progress.push(bytes);
          if (bytes === 4) controller.abort();
        },
      },
      () => undefined,
    );
    await expect(reading).rejects.toMatchObject({ name: 'InspectorError', code: 'cancelled' });
    expect(progress).toEqual([2, 4]);
  });
});
