import { describe, expect, it } from 'vitest';
import { jsonErrorAt } from '../../../../../core/importers/readers/json-error-place.ts';

describe('jsonErrorAt', () => {
  it('finds nothing in JSON, nor in what Python writes for numbers that are none', () => {
    for (const text of [
      '{}',
      ' [ ] \n',
      '"a\\n\\u00e9\\""',
      '-1.5e+3',
      '{"a":[1,{"b":null},[]],"c":""}',
      '[NaN,-Infinity,Infinity]',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ]) {
      expect([text.slice(0, 40), jsonErrorAt(text)]).toEqual([text.slice(0, 40), null]);
    }
  });

  it.each([
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['[022]', 2],
    ['[1,]', 3],
    ['[}', 1],
    ['{]', 1],
    ['[1]]', 3],
    ['tru', 0],
    ['"ab', 3],
    ['"a\nb"', 2],
    ['"a\\x"', 2],
    ['{"a":"b\\u12"}', 7],
  ])('finds the place where %j goes wrong', (text, at) => {
    expect(jsonErrorAt(text)).toBe(at);
  });
});
