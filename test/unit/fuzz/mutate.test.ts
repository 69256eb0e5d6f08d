import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ALL_IMPORTERS } from '../../../core/importers/all-importers.ts';
import { loadCorpus } from '../../support/fuzz/corpus.ts';
import { KINDS, mutatedInput, ROUNDS_OF_ALL_KINDS } from '../../support/fuzz/mutate.ts';
import { randomFor } from '../../support/fuzz/random.ts';

const corpus = loadCorpus(fileURLToPath(new URL('../../fixtures/threads', import.meta.url)));

it('starts from files of every format, and from every kind of container', () => {
  const formats = new Set(corpus.map(({ importer }) => importer?.format));
  expect(ALL_IMPORTERS.map(({ format }) => format).filter((format) => !formats.has(format))).toEqual([]);
  const containers = corpus.filter(({ parts }) => parts !== null).map(({ name }) => name);
  expect(containers).toEqual([
    'inspect-broken-sample.eval',
    'inspect-log.eval',
    'made-export.zip',
    'made-rollout.jsonl.gz',
    'made-sessions.sqlite',
  ]);
});

it('does every kind of change to every file', () => {
  const done = new Set<string>();
  const unchanged: string[] = [];
  for (let index = 0; index < corpus.length * ROUNDS_OF_ALL_KINDS; index += 1) {
    const { name, bytes, steps } = mutatedInput(corpus, index, randomFor(1, index));
    const [kind = 'nothing'] = (steps[0] ?? '').split(' of ');
    done.add(`${kind}: ${name}`);
    const before = corpus[index % corpus.length]?.bytes ?? bytes;
    if (steps.length === 1 && Buffer.compare(bytes, before) === 0) unchanged.push(`${kind}: ${name}`);
  }
  expect(unchanged).toEqual([]);
  const missing = KINDS.flatMap(({ name: kind }) =>
    corpus.map(({ name }) => `${kind}: ${name}`).filter((pair) => !done.has(pair)),
  );
  expect(missing).toEqual([
    // A database is made of tables in UTF-8 and keeps none of what stands around them; what stands on one line has no line ends.
    'bom: made-sessions.sqlite',
    'utf-16le: made-sessions.sqlite',
    'utf-16be: made-sessions.sqlite',
    'crlf: http-recording-cassette.json',
    'crlf: http-recording-har.json',
    'crlf: http-recording-nock.json',
    'crlf: made-sessions.sqlite',
    'end: made-sessions.sqlite',
  ]);
}, 60_000);

it('makes the same input of the same seed and number, and another of others', () => {
  const bytesOf = (seed: number, index: number): string =>
    Buffer.from(mutatedInput(corpus, index, randomFor(seed, index)).bytes).toString('base64');
  expect(bytesOf(1, 7)).toBe(bytesOf(1, 7));
  expect(bytesOf(1, 7)).not.toBe(bytesOf(2, 7));
  expect(bytesOf(1, 7)).not.toBe(bytesOf(1, 7 + corpus.length));
});
