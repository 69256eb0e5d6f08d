import { describe, expect, it } from 'vitest';
import { extractFacts } from '../../../../core/facts/extract-facts.ts';
import type { FactClass } from '../../../../core/facts/fact.ts';

/** What a reader would underline in each text, by class, in normal form. */
const UNDERLINED: readonly {
  readonly text: string;
  readonly facts: Partial<Record<FactClass, readonly string[]>>;
}[] = [
  {
    text: 'Case HELP-2071 is due by 2026-09-30; Johan de Vries watches it.',
    facts: { identifier: ['HELP-2071'], date: ['2026-09-30'], name: ['Johan de Vries'] },
  },
  {
    text: 'Raise POOL_SIZE to 24 and the pause to 1,750 ms in lib/queue/worker.ts.',
    facts: { identifier: ['POOL_SIZE'], number: ['24', '1750 ms'], path: ['lib/queue/worker.ts'] },
  },
  {
    text: 'Read https://Docs.Example.org/setup/4?lang=en. Questions go to Desk@Example.org, please.',
    facts: { url: ['https://docs.example.org/setup/4?lang=en'], email: ['desk@example.org'] },
  },
  {
    text: 'They decided to keep the old index instead of a rebuild.',
    facts: { decision: ['They decided to keep the old index instead of a rebuild.'] },
  },
  {
    text: 'Then:\n```sh\nmake clean\ntar -czf  out/site.tgz public/\n```\nand it answers "nothing to do".',
    facts: { command: ['make clean', 'tar -czf out/site.tgz public/'], quoted: ['nothing to do'] },
  },
  {
    text: 'revision 4be07d1a renamed `readHeader()` and maxRows since v3.1.0',
    facts: { identifier: ['4be07d1a', 'readHeader', 'maxRows', 'v3.1.0'] },
  },
  {
    text: 'We pay €2,049.90 (8.25 %) for 4 rooms from Sep 12, 2026 at 09:45.',
    facts: { number: ['€2049.90', '8.25 %'], date: ['2026-09-12', '09:45'] },
  },
  {
    text: 'job 0d9e4a77-51bc-4c0e-8f22-9b6a13d5c8e4 ended in ERR_QUOTA within 90s',
    facts: { identifier: ['0d9e4a77-51bc-4c0e-8f22-9b6a13d5c8e4', 'ERR_QUOTA'], number: ['90 s'] },
  },
  { text: 'Good morning! Nice work, we can talk about it later.', facts: {} },
  {
    text: 'D:\\Reports\\summer.pdf is open elsewhere; take ~/drafts/2026/summer.pdf.',
    facts: { path: ['D:\\Reports\\summer.pdf', '~/drafts/2026/summer.pdf'] },
  },
  {
    text: 'Gate C-12, 4.2 m at low tide, row 7, logged by Grace Hopper',
    facts: { identifier: ['C-12'], number: ['4.2 m'], name: ['Grace Hopper'] },
  },
  {
    text: '{"part":"ZX-88","count":36,"remark":"must stay dry"}',
    facts: { identifier: ['ZX-88'], number: ['36'], decision: ['must stay dry'] },
  },
];

function normalsOf(text: string, factClass: FactClass): readonly string[] {
  return extractFacts(text)
    .filter((fact) => fact.factClass === factClass)
    .map((fact) => fact.normal);
}

describe('extractFacts', () => {
  it.each(UNDERLINED)('finds what a reader would underline in: $text', ({ text, facts }) => {
    const found: Partial<Record<FactClass, string[]>> = {};
    for (const fact of extractFacts(text)) (found[fact.factClass] ??= []).push(fact.normal);
    expect(found).toEqual(facts);
  });

  it('takes the longer of two spans: a path and not the number in it', () => {
    expect(extractFacts('see /var/log/2026/77.log').map((fact) => fact.normal)).toEqual([
      '/var/log/2026/77.log',
    ]);
  });

  it('reads a quotation that is wholly another fact as that fact', () => {
    expect(normalsOf('it said "QX-500" and "QX-500 is full"', 'identifier')).toEqual(['QX-500']);
    expect(normalsOf('it said "QX-500" and "QX-500 is full"', 'quoted')).toEqual(['QX-500 is full']);
  });

  it('leaves a final full stop or comma to the sentence, inside quotes as well', () => {
    expect(normalsOf('He wrote "almost there." and "later on," then left.', 'quoted')).toEqual([
      'almost there',
      'later on',
    ]);
  });

  it('finds no fact in the keys of JSON', () => {
    expect(extractFacts('{"user_id": 5, "retryCount": 3}')).toEqual([]);
  });

  it('gives spans that hold the fact as it was written', () => {
    const text = 'Pay USD 1,200 to Anna Berg.';
    expect(extractFacts(text).map((fact) => text.slice(fact.start, fact.end))).toEqual([
      'USD 1,200',
      'Anna Berg',
    ]);
  });

  it('keeps the facts inside a decision beside the decision', () => {
    expect(extractFacts('We decided to ship TX-9 at 10:15.').map((fact) => fact.factClass)).toEqual([
      'decision',
      'identifier',
      'date',
    ]);
  });
});
