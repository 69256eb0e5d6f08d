import { describe, expect, it } from 'vitest';
import { jsonPhrases, withoutJsonQuotes } from '../../../../core/models/json-phrases.ts';

describe('jsonPhrases', () => {
  it('gives one phrase per object, with its keys, and the values alone beside it', () => {
    expect(jsonPhrases('{"sku":"KT-100","qty":50,"gift":false,"note":null,"box":{"w":12}}')).toEqual([
      { text: 'sku KT-100, qty 50, gift false', values: ['KT-100', '50', 'false'] },
      { text: 'w 12', values: ['12'] },
    ]);
  });

  it('lists the values of a list', () => {
    expect(jsonPhrases('["a","b",[1,2]]')).toEqual([
      { text: 'a, b', values: ['a', 'b'] },
      { text: '1, 2', values: ['1', '2'] },
    ]);
  });

  it('begins a new phrase where one gets longer than 240 characters', () => {
    // Ten fields of "k0 " and 40 letters are 43 characters each, 45 with the comma: five fit into 240.
    const fields = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, 'x'.repeat(40)]));
    expect(jsonPhrases(JSON.stringify(fields))?.map((phrase) => phrase.values.length)).toEqual([5, 5]);
  });

  it('is no phrase of text, broken JSON or a bare string', () => {
    expect(jsonPhrases('plain text')).toBeNull();
    expect(jsonPhrases('{"cut":')).toBeNull();
    expect(jsonPhrases('"text"')).toBeNull();
  });
});

describe('withoutJsonQuotes', () => {
  it('reads a text that was written as a JSON string', () => {
    expect(withoutJsonQuotes('"two\\nlines"')).toBe('two\nlines');
  });

  it('leaves a quotation and broken JSON as they are', () => {
    expect(withoutJsonQuotes('"just quoted"')).toBe('"just quoted"');
    expect(withoutJsonQuotes('"a\\"')).toBe('"a\\"');
  });
});
