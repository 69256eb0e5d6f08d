import { strToU8, Zip, ZipDeflate, zipSync, type Zippable } from 'fflate';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../../core/domain/errors.ts';
import { collectThreads, type ThreadCollector } from '../../../../../core/importers/collect-threads.ts';
import { findImporter } from '../../../../../core/importers/find-importer.ts';
import { chatGptExport } from '../../../../../core/importers/chatgpt-export.ts';
import type { ByteSource, ImportOptions } from '../../../../../core/importers/thread-import.ts';
import { byteSource } from '../../../../support/import-fixture.ts';
import { joined, wideZip, withEntryField } from './zip-bytes.ts';

const conversation = (id: string): object => ({
  id,
  conversation_id: id,
  title: `Talk ${id}`,
  current_node: 'a',
  mapping: {
    q: {
      id: 'q',
      parent: null,
      children: ['a'],
      message: {
        id: 'q',
        author: { role: 'user' },
        content: { content_type: 'text', parts: [`Ask ${id}`] },
        recipient: 'all',
      },
    },
    a: {
      id: 'a',
      parent: 'q',
      children: [],
      message: {
        id: 'a',
        author: { role: 'assistant' },
        content: { content_type: 'text', parts: ['Yes.'] },
        recipient: 'all',
      },
    },
  },
});

const conversations = (...ids: readonly string[]): Uint8Array =>
  strToU8(JSON.stringify(ids.map(conversation)));

const runLine = (thread: string, run: string): string =>
  JSON.stringify({
    type: 'message',
    message: {
      run_id: run,
      thread_id: thread,
      conversation_id: thread,
      messages: [
        {
          id: `${run}-u`,
          sender_id: 'u',
          messages: [{ type: 'message', role: 'user', content: `In ${run}` }],
        },
      ],
    },
  });

interface ReadArchive extends ThreadCollector {
  readonly format: string | undefined;
  readonly label: string | undefined;
  /** Why it was refused; null: it wasn't. */
  readonly refusal: string | null;
}

async function readArchive(
  source: ByteSource | Uint8Array,
  options: ImportOptions & { readonly forced?: typeof chatGptExport } = {},
): Promise<ReadArchive> {
  const collector = collectThreads();
  const from = source instanceof Uint8Array ? byteSource(source, 'export.zip') : source;
  let format: string | undefined;
  let label: string | undefined;
  let refusal: string | null = null;
  try {
    const importer = await findImporter(from, { forced: options.forced ?? null });
    format = importer?.format;
    label = importer?.label;
    await importer?.read(from, collector.sink, options);
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code !== 'invalid-import') throw error;
    refusal = error.message;
  }
  return { ...collector, format, label, refusal };
}

const idsOf = (archive: ReadArchive): readonly string[] => archive.threads().map(({ threadId }) => threadId);

describe('a ZIP archive', () => {
  it('is read file by file, told by the content of each, whatever else is in it', async () => {
    const archive = await readArchive(
      zipSync({
        'conversations-000.json': conversations('c-1', 'c-2'),
        'export/conversations-001.json': conversations('c-3'),
        'user.json': strToU8('{"id":"u","email":"x"}'),
        'chat.html': strToU8('<html>'),
        'pictures/bee.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
        '__MACOSX/._conversations-000.json': conversations('ghost'),
        'empty/': new Uint8Array(),
      }),
    );
    expect(archive).toMatchObject({
      format: 'chatgpt-export',
      label: 'ChatGPT data export, compressed',
      refusal: null,
    });
    expect(idsOf(archive)).toEqual(['c-1', 'c-2', 'c-3']);
    expect(archive.threads()[2]?.runs).toHaveLength(1);
    expect(archive.errors).toEqual([]);
    expect(archive.warnings).toEqual([
      {
        code: 'skipped-files',
        line: null,
        message: 'Other files of the archive hold no thread and were left out: user.json.',
      },
    ]);
  });

  it('says of a problem in which file it is, and reads the others', async () => {
    const archive = await readArchive(
      zipSync({
        'a.json': strToU8(`[${JSON.stringify(conversation('c-1'))},\n{"title":"Lost"}]`),
        'b.json': strToU8(JSON.stringify([conversation('c-2')]).slice(0, -30)),
        'c.json': conversations('c-3'),
      }),
    );
    expect(idsOf(archive)).toEqual(['c-1', 'c-3']);
    expect(archive.errors.map(({ line, message }) => [line, message])).toEqual([
      [2, expect.stringMatching(/^a\.json: Conversation 2 \(“Lost”, line 2\) was left out/)],
      [1, expect.stringMatching(/^b\.json: The file ends inside its first entry/)],
    ]);
    expect(archive.refusal).toBeNull();
  });

  it('reads stored files, files whose sizes were not known at first, and figures for more than 4 GB', async () => {
    const stored = await readArchive(zipSync({ 'a.json': [conversations('c-1'), { level: 0 }] }));
    expect(idsOf(stored)).toEqual(['c-1']);

    const pieces: Uint8Array[] = [];
    const zip = new Zip((_, piece) => pieces.push(piece));
    const file = new ZipDeflate('a.json');
    zip.add(file);
    file.push(conversations('c-2'), true);
    zip.end();
    expect(idsOf(await readArchive(joined(...pieces)))).toEqual(['c-2']);

    const wide = await readArchive(wideZip('a.json', JSON.stringify([conversation('c-3')])));
    expect([wide.refusal, idsOf(wide)]).toEqual([null, ['c-3']]);
  });

  it('reads an archive behind other bytes, and before a comment that looks like its end', async () => {
    const plain = zipSync({ 'a.json': conversations('c-1') });
    const comment = strToU8('PK\u0005 and so on');
    const commented = joined(plain, comment);
    new DataView(commented.buffer).setUint16(plain.length - 2, comment.length, true);
    expect(idsOf(await readArchive(commented))).toEqual(['c-1']);
    // Found by its beginning, so what stands in front has to look like one.
    const shifted = joined(plain.subarray(0, 40), plain);
    expect(idsOf(await readArchive(shifted))).toEqual(['c-1']);
  });

  it('is opened from a source that can begin anywhere without reading all of it', async () => {
    const noise = crypto.getRandomValues(new Uint8Array(50_000));
    const bytes = zipSync({ 'noise.bin': [noise, { level: 0 }], 'a.json': conversations('c-1') });
    const begun: number[] = [];
    const from = (start: number): AsyncIterable<Uint8Array> => {
      begun.push(start);
      return byteSource(bytes.subarray(start), 'x').read();
    };
    const source: ByteSource = { ...byteSource(bytes, 'export.zip'), readFrom: from };
    expect(idsOf(await readArchive(source))).toEqual(['c-1']);
    // Nothing but the directory and the file itself: both stand behind the noise.
    expect(begun.filter((start) => start > 0).length).toBeGreaterThan(0);
    expect(begun.every((start) => start === 0 || start > 50_000)).toBe(true);
  });

  it('opens an archive inside an archive, and no deeper one', async () => {
    const inner = (id: string, level: number): Zippable =>
      level === 0 ? { 'c.json': conversations(id) } : { 'in.zip': zipSync(inner(id, level - 1)) };
    const archive = await readArchive(
      zipSync({ 'day.jsonl.gz': gzipSync(runLine('t-1', 'r-1')), ...inner('c-1', 1) }),
    );
    expect(archive).toMatchObject({ format: 'archive', label: 'Archive of several formats' });
    expect(idsOf(archive)).toEqual(['t-1', 'c-1']);
    expect((await readArchive(zipSync(inner('c-1', 2)))).format).toBeUndefined();
  });

  it('keeps threads apart that have one id in several files', async () => {
    const archive = await readArchive(
      zipSync({
        'a.jsonl': strToU8(`${runLine('t-1', 'r-1')}\n`),
        'b.jsonl': strToU8(`${runLine('t-1', 'r-1')}\n${runLine('t-1', 'r-2')}\n`),
      }),
    );
    expect(
      archive.threads().map(({ threadId, runs }) => [threadId, runs.map((run) => [run.runId, run.threadId])]),
    ).toEqual([
      ['t-1', [['r-1', 't-1']]],
      [
        't-1 (2)',
        [
          ['r-1', 't-1 (2)'],
          ['r-2', 't-1 (2)'],
        ],
      ],
    ]);
    expect(archive.warnings.map(({ code }) => code)).toEqual(['repeated-thread']);
    expect(archive.warnings[0]?.message).toMatch(/^b\.jsonl: /);
  });

  it('asks before it goes on behind a broken line in one of its files', async () => {
    const bytes = zipSync({
      'a.jsonl': strToU8(`${runLine('t-1', 'r-1')}\n{"broken\n${runLine('t-1', 'r-2')}\n`),
      'b.jsonl': strToU8(`${runLine('t-2', 'r-1')}\n`),
    });
    const refused = await readArchive(bytes);
    expect(refused.refusal).toMatch(/^a\.jsonl: Line 2 /);
    expect(refused.errors.map(({ line, message }) => [line, message])).toEqual([
      [2, expect.stringMatching(/^a\.jsonl: Line 2/)],
    ]);
    const opened = await readArchive(bytes, { openAnyway: true });
    expect(opened.threads().map(({ runs }) => runs.length)).toEqual([2, 1]);
  });

  it('never uses a name as a path, and shows it on one line', async () => {
    const archive = await readArchive(
      zipSync({
        '../../../etc/\u001b[31mpasswd\n.json': strToU8(JSON.stringify([conversation('c-1'), {}])),
      }),
    );
    expect(idsOf(archive)).toEqual(['c-1']);
    expect(archive.errors[0]?.message).toMatch(/^\.\.\/\.\.\/\.\.\/etc\/\ufffd\[31mpasswd\ufffd\.json: /);
  });

  it('tells how far it is in the bytes of the archive', async () => {
    const bytes = zipSync({
      'a.json': conversations(...Array.from({ length: 200 }, (_, index) => `a${index}`)),
      'b.json': conversations('b'),
    });
    const seen: number[] = [];
    await readArchive(bytes, { onProgress: (done) => seen.push(done) });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
    expect(seen.at(-1)).toBeLessThanOrEqual(bytes.length);
  });

  it('takes what is inside for the format that was chosen', async () => {
    const bytes = zipSync({ 'a.json': strToU8('[{"mapping":{}}]'), 'b.jsonl': strToU8(runLine('t', 'r')) });
    expect(await readArchive(bytes, { forced: chatGptExport })).toMatchObject({ format: 'chatgpt-export' });
    expect(
      await readArchive(zipSync({ 'a.json': conversations('c-1'), 'b.jsonl': strToU8(runLine('t', 'r')) }), {
        forced: chatGptExport,
      }).then(idsOf),
    ).toEqual(['c-1']);
  });
});

describe('a damaged or hostile archive', () => {
  const good = zipSync({ 'a.json': conversations('c-1'), 'b.json': conversations('c-2') });

  it('is refused with the reason when it is cut off', async () => {
    for (const length of [good.length - 1, good.length >> 1, 30]) {
      const { refusal } = await readArchive(good.slice(0, length));
      expect(refusal).toMatch(/^export\.zip: the ZIP archive is cut off or damaged/);
    }
  });

  it('loses only the file that is damaged, encrypted or packed in a way nobody knows', async () => {
    const flags = { offset: 8, bytes: 2 } as const;
    const method = { offset: 10, bytes: 2 } as const;
    const size = { offset: 24, bytes: 4 } as const;
    const noise = good.slice();
    noise.fill(0xff, 40, 60);
    for (const [bytes, reason] of [
      [withEntryField(good, 'a.json', { ...flags, value: 1 }), /^a\.json: it is encrypted/],
      [
        withEntryField(good, 'a.json', { ...method, value: 93 }),
        /^a\.json: it is compressed by a method that is not known here \(93\)/,
      ],
      [withEntryField(good, 'a.json', { ...size, value: 10 }), /^a\.json: it is damaged/],
      [withEntryField(good, 'a.json', { offset: 42, bytes: 4, value: 7 }), /^a\.json: it is damaged/],
      // Its checksum, which only tells once all of it has been unpacked.
      [withEntryField(good, 'a.json', { offset: 16, bytes: 4, value: 7 }), /^a\.json: it is damaged/],
      [noise, /^a\.json: its compressed data is damaged/],
    ] as const) {
      const archive = await readArchive(bytes);
      expect(idsOf(archive)).toEqual(['c-2']);
      expect(archive.errors.map(({ message }) => message)).toEqual([expect.stringMatching(reason)]);
    }
    const alone = withEntryField(zipSync({ 'a.json': conversations('c-1') }), 'a.json', {
      ...flags,
      value: 1,
    });
    expect((await readArchive(alone)).refusal).toMatch(/^export\.zip: a\.json: it is encrypted/);
  });

  it('is refused when it says that it unpacks to more than any export does', async () => {
    const size = { offset: 24, bytes: 4 } as const;
    for (const value of [100 * 1024 * 1024, 0xfffffffe]) {
      const { refusal } = await readArchive(withEntryField(good, 'a.json', { ...size, value }));
      expect(refusal).toMatch(/more than 300 times its size/);
    }
  });

  it('is stopped when more comes out than it says, or than any export holds', async () => {
    // 65 MB of one byte pack into 65 kB, a thousandth.
    const bomb = gzipSync(new Uint8Array(65 * 1024 * 1024).fill(0x20));
    const { refusal } = await readArchive(joined(gzipSync('[{"mapping":{"a":{"message":null}}},'), bomb));
    expect(refusal).toMatch(/more than 300 times its size/);
  });

  it('is nobody’s when nothing in it is known', async () => {
    const { refusal, format } = await readArchive(
      zipSync({ 'a.json': strToU8('{"x":1}'), 'b.png': new Uint8Array(9) }),
    );
    expect([refusal, format]).toEqual([null, undefined]);
    expect((await readArchive(zipSync({}))).format).toBeUndefined();
  });
});

describe('a gzip file', () => {
  const lines = Array.from({ length: 2000 }, (_, index) => `${runLine('t-1', `r-${index}`)}\n`);

  it('is read as what it holds, also when it has several parts', async () => {
    const one = await readArchive(byteSource(gzipSync(lines.join('')), 'log.jsonl.gz'));
    expect(one).toMatchObject({
      format: 'hastekit-jsonl',
      label: 'HasteKit history (JSONL), compressed',
      refusal: null,
    });
    expect(one.threads()[0]?.runs).toHaveLength(2000);
    const parts = joined(gzipSync(lines.slice(0, 5).join('')), gzipSync(lines.slice(5, 7).join('')));
    const two = await readArchive(byteSource(parts, 'log.jsonl.gz'));
    expect(two.threads()[0]?.runs).toHaveLength(7);
    expect([...one.errors, ...two.errors]).toEqual([]);
  });

  it.each([1, 7, 64, 300])('is read in pieces of %i bytes that come in the same memory', async (size) => {
    const parts = joined(gzipSync(lines.slice(0, 5).join('')), gzipSync(lines.slice(5, 7).join('')));
    const source: ByteSource = {
      name: 'log.jsonl.gz',
      sizeBytes: parts.length,
      async *read() {
        const memory = new Uint8Array(size);
        for (let at = 0; at < parts.length; at += size) {
          const piece = parts.subarray(at, at + size);
          memory.fill(0);
          memory.set(piece);
          yield await Promise.resolve(memory.subarray(0, piece.length));
        }
      },
    };
    const read = await readArchive(source);
    expect(read.threads()[0]?.runs).toHaveLength(7);
    expect([read.refusal, read.errors]).toEqual([null, []]);
  });

  it('gives what can be unpacked of a file that is cut off, and says that it is', async () => {
    const whole = gzipSync(lines.join(''));
    for (const length of [whole.length - 2, whole.length >> 1]) {
      const archive = await readArchive(
        byteSource(new Uint8Array(whole.subarray(0, length)), 'log.jsonl.gz'),
      );
      expect(archive.threads()[0]?.runs.length).toBeGreaterThan(100);
      expect(archive.errors).toMatchObject([{ code: 'cut-off' }]);
      expect(archive.refusal).toBeNull();
    }
  });

  it('is refused when it is not what its checksum says, in any of its parts', async () => {
    const first = gzipSync(lines.slice(0, 5).join(''));
    const second = gzipSync(lines.slice(5, 7).join(''));
    for (const at of [first.length - 8, first.length + second.length - 8]) {
      const bytes = joined(first, second);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const { refusal, errors } = await readArchive(byteSource(bytes, 'log.jsonl.gz'));
      expect([at, refusal]).toEqual([at, expect.stringMatching(/^log\.jsonl\.gz: .*checksum/)]);
      expect(errors.map(({ code }) => code)).not.toContain('cut-off');
    }
  });

  it('is refused when it is no gzip behind its first bytes', async () => {
    const { refusal } = await readArchive(
      byteSource(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 7, 7, 7, 7, 7, 7]), 'x.gz'),
    );
    expect(refusal).toMatch(/damaged/);
  });
});
