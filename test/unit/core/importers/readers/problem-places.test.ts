import { describe, expect, it } from 'vitest';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';
import { readJsonDocument } from '../../../../../core/importers/readers/read-json-document.ts';
import { readJsonLines } from '../../../../../core/importers/readers/read-json-lines.ts';
import { readTable } from '../../../../../core/importers/readers/read-table.ts';
import type { ByteSource, ImportProblem } from '../../../../../core/importers/thread-import.ts';
import { memorySource } from '../../../../../core/adapters/fs/byte-sources.ts';

/** `ÿ` stands for a byte that is no UTF-8. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function wideBytesOf(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer);
}

type Read = (source: ByteSource, collector: ReturnType<typeof collectThreads>) => Promise<unknown>;

async function problems(read: Read, bytes: Uint8Array): Promise<readonly ImportProblem[]> {
  const collector = collectThreads();
  await read(memorySource('file', [bytes]), collector).catch(() => undefined);
  return [...collector.warnings, ...collector.errors];
}

const lines: Read = (source, { sink }) => readJsonLines(source, sink, { openAnyway: true }, () => undefined);
const document: Read = (source, { sink }) => readJsonDocument(source, sink, {});
const table: Read = (source, { sink }) => readTable(source, sink, {}, () => undefined);

describe('a line that is no JSON', () => {
  it.each([
    // A brace where the list should end.
    ['{"a":[1}', 8],
    ['{"a":"b" "c"}', 10],
    ['{"a":NaN,}', 10],
    ['{"a":"b', 8],
    ['{a:1}', 2],
  ])('is named once, with the column where %s goes wrong', async (broken, column) => {
    const [problem] = await problems(lines, bytesOf(`{"a":1}\n${broken}\n{"a":2}\n`));
    expect(problem).toMatchObject({ code: 'invalid-record', line: 2 });
    expect(problem?.message).toMatch(
      new RegExp(`^Line 2 is not valid JSON at column ${column}: [A-Z][^\\d]*\\.$`),
    );
  });
});

describe('a file that is no JSON', () => {
  it('is named with line and column', async () => {
    expect(await problems(document, bytesOf('{"a":1,\n"b":2,,\n"c":3}'))).toEqual([
      { code: 'invalid-json', line: 2, message: 'The file is not valid JSON at line 2, column 7.' },
    ]);
  });

  it('is named with its end where it is cut off', async () => {
    expect(await problems(document, bytesOf('{"a":\n\n['))).toMatchObject([
      { line: 3, message: 'The file is not valid JSON at line 3, column 2.' },
    ]);
    expect(await problems(document, bytesOf(''))).toMatchObject([{ line: 1 }]);
  });
});

describe('bytes that are no text', () => {
  const message = 'Line 3 holds bytes that are not UTF-8; each is shown as U+FFFD.';

  it.each([
    ['lines', lines, '{"a":1}\n{"a":2}\n{"a":"\xff"}\n'],
    ['a document', document, '{"a":1,\n"b":2,\n"c":"\xff",\n"d":"\xff"}'],
    ['a table', table, 'a,b\n1,2\n3,\xff\n'],
  ])('are told with their line, in %s', async (_, read, text) => {
    expect(await problems(read, bytesOf(text))).toEqual([{ code: 'invalid-text', line: 3, message }]);
  });

  it('are told of no other line in UTF-16', async () => {
    const half = '\ufeff{"a":1}\n{"a":"\ud800"}\n{"a":2}\n';
    expect(await problems(lines, wideBytesOf(half))).toMatchObject([{ code: 'invalid-text', line: 2 }]);
    expect(await problems(document, wideBytesOf('\ufeff{"a":"\ud800"}'))).toMatchObject([
      { code: 'invalid-text', line: null },
    ]);
  });
});
