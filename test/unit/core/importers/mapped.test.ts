import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../core/adapters/fs/byte-sources.ts';
import { findImporter } from '../../../../core/importers/find-importer.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { mappedImporter } from '../../../../core/importers/mapped.ts';
import { roleOfWord, type FieldMapping } from '../../../../core/importers/mapped/field-mapping.ts';
import { sampleFields } from '../../../../core/importers/mapped/field-sample.ts';
import { sampleRecords } from '../../../../core/importers/mapped/read-records.ts';
import { sampleMapping } from '../../../../core/importers/mapped/sample-source.ts';
import { byteSource } from '../../../support/import-fixture.ts';
import { importText, wordsOf } from '../../../support/import-json.ts';

const mapping = (fields: Partial<FieldMapping>): FieldMapping => ({
  list: null,
  role: 'speaker',
  text: 'words',
  time: null,
  thread: null,
  roles: {},
  ...fields,
});

const TICKETS = [
  { ticket: 7, speaker: 'Customer', words: 'It is late', at: '2026-08-20T09:00:00Z' },
  { ticket: 7, speaker: 'Bot', words: 'Let me look', at: '2026-08-20T09:00:05Z' },
  { ticket: 8, speaker: 'Customer', words: 'Hello', at: '2026-08-20T09:01:00Z' },
  { ticket: 7, speaker: 'Ann', words: 'Today', at: '2026-08-20T09:02:00Z' },
];
const LINES = TICKETS.map((ticket) => JSON.stringify(ticket)).join('\n');
const TICKET_FIELDS = { time: 'at', thread: 'ticket' };

describe('a mapping by hand', () => {
  it('makes threads of records of any kind, with times, and tells whose role it took for the user’s', async () => {
    const read = await importText(mappedImporter(mapping(TICKET_FIELDS)), LINES);
    expect(read.threads.map(({ threadId, format }) => [threadId, format])).toEqual([
      ['7', 'mapped'],
      ['8', 'mapped'],
    ]);
    expect(wordsOf(read)).toEqual([['user: It is late', 'assistant: Let me look'], ['user: Today']]);
    expect(read.inspected[0]?.runs[0]?.startedAt).toBe('2026-08-20T09:00:00Z');
    expect(read.warnings.map(({ code }) => code)).toEqual(['unknown-role']);
    expect(read.warnings[0]?.message).toContain('1 message is by a speaker whose role is not known (“Ann”)');
  });

  it('takes words for the roles that somebody chose', async () => {
    const roles = { Ann: 'assistant', Customer: 'user' } as const;
    const read = await importText(mappedImporter(mapping({ ...TICKET_FIELDS, roles })), LINES);
    expect(wordsOf(read)).toEqual([['user: It is late', 'assistant: Let me look', 'assistant: Today']]);
    expect(read.warnings).toEqual([]);
  });

  it.each([
    ['a list', JSON.stringify(TICKETS, null, 1)],
    ['a table', 'speaker,words\nCustomer,It is late\nBot,"Let me\nlook"\n'],
    ['an object with a list', JSON.stringify({ chat: { lines: TICKETS } })],
  ])('reads %s as well', async (what, text) => {
    const list = what === 'an object with a list' ? 'chat.lines' : null;
    const read = await importText(mappedImporter(mapping({ list })), text);
    expect(read.threads).toHaveLength(1);
    expect(wordsOf(read)[0]?.[0]).toBe('user: It is late');
  });

  it('makes a thread of each list, or of those with the same name', async () => {
    const talk = (id: string, words: string) => ({
      id,
      turns: [{ who: { kind: 'human' }, said: [{ text: words }] }],
    });
    const text = JSON.stringify([talk('a', 'One'), talk('b', 'Two'), talk('a', 'Three')]);
    const fields = { list: 'turns', role: 'who.kind', text: 'said' };
    const each = await importText(mappedImporter(mapping(fields)), text);
    expect(each.threads).toHaveLength(3);
    const named = await importText(mappedImporter(mapping({ ...fields, thread: 'id' })), text);
    expect(named.threads.map(({ threadId }) => threadId)).toEqual(['a', 'b']);
  });

  it('is the same thread again when the file has grown', async () => {
    const importer = mappedImporter(mapping({}));
    const [before] = (
      await importText(
        importer,
        TICKETS.slice(0, 2)
          .map((one) => JSON.stringify(one))
          .join('\n'),
      )
    ).threads;
    const [after] = (await importText(importer, LINES)).threads;
    expect(after?.threadId).toBe(before?.threadId);
  });

  it('leaves out what says nothing, with its place, and refuses a file without a word', async () => {
    const read = await importText(
      mappedImporter(mapping({})),
      `${LINES}\n{"note":1}\n{"speaker":"Bot","words":""}`,
    );
    expect(read.warnings.filter(({ code }) => code === 'unmapped-records')).toMatchObject([
      {
        line: 5,
        message: '2 records have no words in the field words and were left out; the first is in line 5.',
      },
    ]);
    await expect(importText(mappedImporter(mapping({ text: 'said' })), LINES)).rejects.toThrow(
      /no record has words in the field said; choose another field/,
    );
    await expect(importText(mappedImporter(mapping({ list: 'x' })), LINES)).rejects.toThrow(
      /no record has a list x/,
    );
  });

  it('keeps what tools answered, and system messages, as what they are', async () => {
    const lines = ['system', 'user', 'function'].map((speaker) =>
      JSON.stringify({ speaker, words: speaker }),
    );
    const read = await importText(mappedImporter(mapping({})), lines.join('\n'));
    expect(wordsOf(read)).toEqual([['user: user', '=> function']]);
    expect(read.threads[0]?.runs[0]?.meta['instructions']).toMatchObject([{ role: 'system' }]);
  });

  it('reads what is in an archive', async () => {
    const source = memorySource('tickets.jsonl.gz', [gzipSync(strToU8(LINES))]);
    const importer = await findImporter(source, { forced: mappedImporter(mapping(TICKET_FIELDS)) });
    const collector = collectThreads();
    await importer?.read(source, collector.sink, {});
    expect(collector.threads()).toHaveLength(2);
  });

  it('goes on behind a broken line only when that was asked for', async () => {
    const text = LINES.replace('\n', '\n{"speaker":\n');
    const importer = mappedImporter(mapping({}));
    await expect(importer.read(byteSource(strToU8(text), 'x'), collectThreads().sink, {})).rejects.toThrow(
      /Line 2/,
    );
    const read = await importText(importer, text, { openAnyway: true });
    expect(read.errors).toMatchObject([{ line: 2 }]);
    expect(read.threads).toHaveLength(1);
  });
});

describe('roleOfWord', () => {
  it.each([
    ['Human', 'user'],
    ['AI', 'assistant'],
    [' gpt ', 'assistant'],
    ['tool-result', 'tool'],
    ['Developer', 'system'],
    ['Ann', null],
    ['', null],
  ])('takes %j for %j', (word, role) => {
    expect(roleOfWord(word)).toBe(role);
  });
});

describe('sampleFields', () => {
  const sample = (text: string, chosen: FieldMapping | null = null) =>
    sampleFields(sampleRecords(strToU8(text)), chosen);

  it('suggests the fields by what is in them', () => {
    const found = sample(LINES);
    expect(found?.mapping).toEqual(mapping(TICKET_FIELDS));
    expect(found?.fields).toEqual([
      { path: 'ticket', example: '7' },
      { path: 'speaker', example: 'Customer' },
      { path: 'words', example: 'It is late' },
      { path: 'at', example: '2026-08-20T09:00:00Z' },
    ]);
    expect(found?.words).toEqual([
      { word: 'Customer', role: 'user' },
      { word: 'Bot', role: 'assistant' },
      { word: 'Ann', role: null },
    ]);
    expect(found?.messages[1]).toEqual({
      word: 'Bot',
      role: 'assistant',
      text: 'Let me look',
      atMs: Date.UTC(2026, 7, 20, 9, 0, 5),
      thread: '7',
    });
  });

  it('finds the messages in a list of each record, and what names the thread around it', () => {
    const text = JSON.stringify({
      session: 'a',
      files: [{ path: 'x' }],
      turns: [
        { author: { kind: 'human' }, said: 'Hello there' },
        { author: { kind: 'bot' }, said: 'Hi' },
      ],
    });
    expect(sample(text)?.mapping).toEqual(
      mapping({ list: 'turns', role: 'author.kind', text: 'said', thread: 'session' }),
    );
    expect(sample(text)?.lists.map(({ path }) => path)).toEqual(['files', 'turns']);
  });

  it('shows what another mapping would make of the file', () => {
    const found = sample(LINES, mapping({ role: 'ticket', text: 'speaker', roles: { '7': 'assistant' } }));
    expect(found?.words).toEqual([
      { word: '7', role: 'assistant' },
      { word: '8', role: null },
    ]);
    expect(found?.messages[0]?.text).toBe('Customer');
  });

  it('puts fields in place that are there when another list is chosen', () => {
    const text = JSON.stringify({
      notes: [{ by: 'user', note: 'Look at it' }],
      turns: [{ who: 'bot', said: 'Hi' }],
    });
    const found = sample(text, mapping({ list: 'notes', role: 'who', text: 'said' }));
    expect(found?.mapping).toEqual(mapping({ list: 'notes', role: 'by', text: 'note' }));
    expect(found?.messages.map(({ text: words }) => words)).toEqual(['Look at it']);
  });

  it('looks into an archive for the first file that has records', async () => {
    const zip = zipSync({ 'a/readme.txt': strToU8('Dear Bo'), 'b.jsonl': strToU8(LINES) });
    const found = await sampleMapping(memorySource('x.zip', [zip]), null);
    expect(found?.mapping).toEqual(mapping(TICKET_FIELDS));
    expect(await sampleMapping(memorySource('x.gz', [gzipSync(strToU8('Dear Bo'))]), null)).toBeNull();
  });

  it('offers nothing where there is no object', () => {
    expect(sample('Dear Bo')).toBeNull();
    expect(sample('[1,2]')).toBeNull();
    expect(sample('{}')).toBeNull();
  });
});
