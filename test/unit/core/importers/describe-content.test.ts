import { gzipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { describeContent } from '../../../../core/importers/describe-content.ts';

describe('describeContent', () => {
  it.each([
    ['{"a":1,"b":2}', 'It holds objects with the fields a, b.'],
    ['{"a":1}\n{"b":2}\n', 'It holds objects with the fields a.'],
    ['[{"a":1}]', 'It holds a list of objects with the fields a.'],
    ['data: {"a":1}\n\n', 'It holds objects with the fields a.'],
    ['{}', 'It holds an empty object.'],
    ['[1,2]', 'It is a list without objects.'],
    ['42', 'It is JSON without an object.'],
    ['Dear Bo,\nhello', 'It is text that is not JSON.'],
    ['\u0000\u0001\u0002', 'It is not text.'],
    ['PAR1\u0015\u0000', 'It is a table in Parquet whose columns are of no format that is known.'],
  ])('says of %j: %s', (text, said) => {
    expect(describeContent(strToU8(text))).toBe(said);
  });

  it('names the first of many fields, in short', () => {
    const many = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`f${index}`.repeat(30), index]),
    );
    const said = describeContent(strToU8(JSON.stringify(many)));
    expect(said).toMatch(/ and 3 more\.$/);
    // 12 names of 40 characters with what joins them.
    expect(said.length).toBeLessThan(12 * 42 + 60);
  });

  it('says of an archive that no thread is in it', () => {
    expect(describeContent(gzipSync(strToU8('words')))).toBe(
      'It is an archive in which no thread was found.',
    );
  });
});
