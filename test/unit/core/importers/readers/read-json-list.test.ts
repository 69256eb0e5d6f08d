import { describe, expect, it } from 'vitest';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';
import { readJsonList, type EntryPlace } from '../../../../../core/importers/readers/read-json-list.ts';
import type { ByteSource, ImportProblem } from '../../../../../core/importers/thread-import.ts';

interface ReadList {
  readonly entries: readonly (readonly [unknown, EntryPlace])[];
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
}

/** In pieces of so many bytes, all in the same memory, as a file is read. */
function reusingSource(bytes: Uint8Array, pieceBytes: number): ByteSource {
  return {
    name: 'list.json',
    sizeBytes: bytes.length,
    async *read() {
      const piece = new Uint8Array(pieceBytes);
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const length = Math.min(pieceBytes, bytes.length - at);
        piece.set(bytes.subarray(at, at + length));
        yield await Promise.resolve(piece.subarray(0, length));
      }
    },
  };
}

async function readList(
  text: string | Uint8Array,
  { field = null, pieceBytes = 1000 }: { readonly field?: string | null; readonly pieceBytes?: number } = {},
): Promise<ReadList> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const entries: (readonly [unknown, EntryPlace])[] = [];
  const { sink, warnings, errors } = collectThreads();
  await readJsonList(reusingSource(bytes, pieceBytes), sink, {}, field, (entry, place) => {
    entries.push([entry, place]);
  });
  return { entries, warnings, errors };
}

const valuesOf = ({ entries }: ReadList): readonly unknown[] => entries.map(([entry]) => entry);

describe('readJsonList', () => {
  const values = [
    { text: 'a "quoted" ] } \\ and \u2028 ünïcode \u{1f41d}', nested: [[], [{ deep: ['}'] }]] },
    [],
    {},
    'just ] a , text',
    '',
    -1.5e3,
    true,
    null,
    { 'key with ] in it': '\\' },
  ];

  it('gives the entries that JSON.parse would give, in pieces of any size', async () => {
    for (const text of [
      JSON.stringify(values),
      JSON.stringify(values, null, 2),
      ` \n${JSON.stringify(values)}\n\n`,
    ]) {
      for (const pieceBytes of [1, 2, 3, 7, 64, 10_000]) {
        expect(valuesOf(await readList(text, { pieceBytes }))).toEqual(values);
      }
    }
  });

  it('says of each entry which one it is and at which line it begins', async () => {
    const { entries } = await readList('[\n  {"a":\n 1},\n\n  2,\r\n 3 ]');
    expect(entries).toEqual([
      [{ a: 1 }, { position: 1, line: 2 }],
      [2, { position: 2, line: 5 }],
      [3, { position: 3, line: 6 }],
    ]);
  });

  it('finds the list in a field of the outermost object, and in no deeper one', async () => {
    const text = JSON.stringify({
      about: 'conversations',
      more: { conversations: [9], list: [[8]] },
      'conversations ': [7],
      conversations: values,
      after: [6],
    });
    for (const pieceBytes of [1, 5, 1000]) {
      expect(valuesOf(await readList(text, { field: 'conversations', pieceBytes }))).toEqual(values);
    }
  });

  it('leaves out an entry that is no JSON, says where it stands, and goes on', async () => {
    const read = await readList('[{"a":1},\n{"b":},\n{"c":NaN},\nnope,\n{"d":4}]');
    expect(valuesOf(read)).toEqual([{ a: 1 }, { c: null }, { d: 4 }]);
    expect(read.errors).toEqual([
      { code: 'invalid-json', line: 2, message: 'Entry 2 (line 2) is not valid JSON and was left out.' },
      { code: 'invalid-json', line: 4, message: 'Entry 4 (line 4) is not valid JSON and was left out.' },
    ]);
  });

  it('keeps the entries before the place where a file is cut off', async () => {
    for (const cut of ['[1,\n2', '[1,\n{"a":[', '[1,\n"tex', '[1,\n']) {
      const read = await readList(cut);
      expect(valuesOf(read)).toEqual([1]);
      expect(read.errors.map(({ code }) => code)).toEqual(['cut-off']);
    }
  });

  it('tells of text behind the list, and not of white space', async () => {
    expect((await readList('[1] \n\n')).warnings).toEqual([]);
    const read = await readList('[1]\n[2]');
    expect(valuesOf(read)).toEqual([1]);
    expect(read.warnings).toMatchObject([{ code: 'trailing-text', line: 2 }]);
  });

  it('drops a byte order mark and reads UTF-16', async () => {
    expect(valuesOf(await readList('\ufeff[1, "ü"]', { pieceBytes: 1 }))).toEqual([1, 'ü']);
    const wide = new Uint8Array(Uint16Array.from('\ufeff[1, "ü"]', (unit) => unit.charCodeAt(0)).buffer);
    expect(valuesOf(await readList(wide))).toEqual([1, 'ü']);
  });

  it('shows bytes that are no text as U+FFFD and says so', async () => {
    const bytes = new TextEncoder().encode('["a?b"]');
    bytes[3] = 0xff;
    const read = await readList(bytes);
    expect(valuesOf(read)).toEqual(['a\ufffdb']);
    expect(read.warnings).toMatchObject([{ code: 'invalid-text', line: 1 }]);
  });

  it('takes an entry of 200,000 levels and stray brackets without losing its way for good', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect((await readList(`[${deep}, 2]`)).entries).toHaveLength(2);
    const stray = await readList('[1, }, 2]');
    expect(valuesOf(stray)).toEqual([1, 2]);
    expect(stray.errors).toHaveLength(1);
  });

  it('refuses a file that has no such list', async () => {
    for (const [text, field] of [
      ['{"a":[1]}', null],
      ['', null],
      ['text [1]', null],
      ['{"a":[1]}', 'b'],
      ['{"b":"[1]","c":{"b":[1]}}', 'b'],
      ['[1]', 'b'],
    ] as const) {
      await expect(readList(text, { field })).rejects.toMatchObject({ code: 'invalid-import' });
    }
  });

  it('stops between two pieces once it is cancelled', async () => {
    const { sink } = collectThreads();
    const seen: unknown[] = [];
    const signal = { aborted: false, throwIfAborted: () => undefined };
    const reading = readJsonList(
      reusingSource(new TextEncoder().encode('[1,2,3,4,5,6,7,8]'), 4),
      sink,
      { signal },
      null,
      (entry) => {
        seen.push(entry);
        signal.aborted = true;
      },
    );
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    // `[1,2` holds one whole entry; the second is only known to end behind it.
    expect(seen).toEqual([1]);
  });
});
