import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractFacts, extractOccurrences } from '../../core/facts/extract-facts.ts';
import { FACT_CLASSES, factKey, singleSpaced, type Fact } from '../../core/facts/fact.ts';
import { indexFacts, FactIndexBuilder } from '../../core/facts/fact-index.ts';
import { decodedTexts } from '../../core/facts/json-texts.ts';
import { splitSentences } from '../../core/facts/sentences.ts';
import { survivalIn } from '../../core/facts/survival.ts';
import { message } from '../support/builders.ts';
import { textStepsOf } from '../support/text-steps.ts';

/** Pieces that begin, end and break every class of fact, so that random texts are full of near misses. */
const PIECE = fc.constantFrom(
  ...'a A 1 é 日 ١ 😀 . , : ; / \\ - _ @ # $ % € " \' ` “ ” « ( ) [ ] { } < > | ~ = + * ? !'.split(' '),
  ' ',
  '\n',
  '\t',
  '```',
  '```sh\n',
  '~~~',
  '://',
  'https://',
  'mailto:',
  'C:\\',
  '()',
  '.ts',
  '10',
  '2,500',
  ' ms',
  '2026-08-14',
  'Aug ',
  '12:30',
  'Maria',
  ' van ',
  'Dijk',
  'userId',
  'OPS-12',
  'must ',
  'we decided ',
  '{"a":',
  'x@y.zz',
);
const TEXT = fc.array(PIECE, { maxLength: 60 }).map((pieces) => pieces.join(''));

function overlaps(facts: readonly Fact[]): boolean {
  return facts.some((fact, index) => index > 0 && fact.start < (facts[index - 1]?.end ?? 0));
}

describe('extractFacts on any text', () => {
  it('gives spans that lie inside the text, are not empty, and come by start', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        let before = 0;
        for (const fact of extractFacts(text)) {
          expect(fact.start).toBeGreaterThanOrEqual(before);
          expect(fact.end).toBeGreaterThan(fact.start);
          expect(fact.end).toBeLessThanOrEqual(text.length);
          expect(FACT_CLASSES).toContain(fact.factClass);
          before = fact.start;
        }
      }),
      { numRuns: 600 },
    );
  });

  it('gives no two facts that overlap, decisions aside, and no two decisions that do', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const facts = extractFacts(text);
        expect(overlaps(facts.filter((fact) => fact.factClass !== 'decision'))).toBe(false);
        expect(overlaps(facts.filter((fact) => fact.factClass === 'decision'))).toBe(false);
      }),
      { numRuns: 600 },
    );
  });

  it('never cuts a surrogate pair', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        for (const fact of extractFacts(text))
          expect(text.slice(fact.start, fact.end).isWellFormed()).toBe(true);
      }),
    );
  });

  it('gives normal forms that are single-spaced and never empty', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        for (const { normal } of extractFacts(text)) {
          expect(normal).not.toBe('');
          expect(singleSpaced(normal)).toBe(normal);
        }
      }),
    );
  });

  it('finds a fact again in its own normal form, where the form stands by itself', () => {
    const found = fc.property(TEXT, (text) => {
      for (const fact of extractFacts(text)) {
        if (!['url', 'email', 'path', 'date', 'number'].includes(fact.factClass)) continue;
        expect(extractOccurrences(fact.normal).map(factKey)).toContain(factKey(fact));
      }
    });
    fc.assert(found, { numRuns: 400 });
  });

  it('lists among the occurrences every fact that it gives', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const occurrences = new Set(extractOccurrences(text).map(factKey));
        for (const fact of extractFacts(text)) expect(occurrences).toContain(factKey(fact));
      }),
    );
  });
});

describe('the work on a long hostile text', () => {
  it('grows with the length and not with its square, whatever is repeated', () => {
    const repeated = fc.array(PIECE, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(repeated, (piece) => {
        const short = textStepsOf(() => extractFacts(piece.repeat(250)));
        const long = textStepsOf(() => extractFacts(piece.repeat(2000)));
        // Eight times the text; a square would be 64 times the steps. What is looked back at has a limit, up
        // to which the steps may grow faster.
        expect(long).toBeLessThanOrEqual(12 * short + 50_000);
      }),
      { numRuns: 80 },
    );
  });
});

describe('splitSentences on any text', () => {
  it('gives sentences inside the text, in order, that leave out nothing but spaces and list signs', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        let end = 0;
        for (const sentence of splitSentences(text)) {
          expect(text.slice(end, sentence.start)).toMatch(/^[\s\-*+•>#|\d.)[\]xX]*$/);
          expect(sentence.end).toBeGreaterThan(sentence.start);
          end = sentence.end;
        }
        expect(text.slice(end).trim()).toMatch(/^[\s\-*+•>#|\d.)[\]xX]*$/);
      }),
      { numRuns: 400 },
    );
  });
});

describe('decodedTexts', () => {
  it('keeps every string of a document and none of its keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^k[0-9]{3}$/), fc.stringMatching(/^v[a-z ]{1,9}$/)),
        (document) => {
          expect(decodedTexts(JSON.stringify(document))).toEqual(Object.values(document));
        },
      ),
    );
  });
});

describe('survival of facts', () => {
  const THREAD = fc.array(fc.array(TEXT, { maxLength: 3 }), { minLength: 2, maxLength: 6 });
  const runsOf = (thread: readonly (readonly string[])[]) =>
    thread.map((texts, run) => ({
      messages: texts.map((text, index) => message(`m-${run}-${index}`, text)),
    }));

  it('never grows by dropping kept runs or sentences of the summary', () => {
    fc.assert(
      fc.property(THREAD, fc.array(TEXT, { maxLength: 4 }), fc.nat(), fc.nat(), (thread, told, cut, drop) => {
        const index = indexFacts(runsOf(thread));
        const coveredRuns = 1 + (cut % (thread.length - 1));
        const whole = survivalIn(index, { coveredRuns, summaryText: told.join('\n\n') });
        const less = survivalIn(index, {
          coveredRuns,
          summaryText: told.toSpliced(drop % (told.length + 1), 1).join('\n\n'),
        });
        const fewer = survivalIn(index, {
          coveredRuns,
          runCount: thread.length - 1,
          summaryText: told.join('\n\n'),
        });
        expect(less.surviving).toBeLessThanOrEqual(whole.surviving);
        expect(fewer.surviving).toBeLessThanOrEqual(whole.surviving);
        expect(whole.total).toBe(whole.surviving + whole.lost.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same for an index that was kept and gone on with', () => {
    fc.assert(
      fc.property(THREAD, fc.nat(), (thread, cut) => {
        const runs = runsOf(thread);
        const first = indexFacts(runs.slice(0, cut % runs.length));
        const builder = new FactIndexBuilder(first);
        for (const run of runs.slice(cut % runs.length)) builder.addRun(run.messages);
        expect(builder.index()).toEqual(indexFacts(runs));
      }),
    );
  });
});
