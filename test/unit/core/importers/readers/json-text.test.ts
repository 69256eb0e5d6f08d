import { describe, expect, it } from 'vitest';
import { completeJson } from '../../../../../core/importers/readers/complete-json.ts';
import { eventData } from '../../../../../core/importers/readers/event-stream.ts';
import { sampleHead } from '../../../../../core/importers/readers/head-sample.ts';
import {
  parseJson,
  plainText,
  textOrNull,
  unwrapJson,
} from '../../../../../core/importers/readers/json-text.ts';

describe('parseJson', () => {
  it('drops a byte order mark and reads the bare words of Python as null', () => {
    expect(parseJson('\ufeff{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN \\" Infinity"}')).toEqual({
      a: null,
      b: [null, null],
      c: 'NaN " Infinity',
    });
  });

  it('reports broken text with the engine’s own error', () => {
    expect(() => parseJson('{"a":NaN,')).toThrow(SyntaxError);
  });
});

describe('textOrNull and plainText', () => {
  it('take texts alone, well-formed, and plainText numbers too', () => {
    expect(textOrNull('a\ud83d')).toBe('a\ufffd');
    expect(textOrNull('')).toBe(null);
    expect(textOrNull(7)).toBe(null);
    expect([plainText('a\ud83d'), plainText(7), plainText(null), plainText([['x']])]).toEqual([
      'a\ufffd',
      '7',
      '',
      '',
    ]);
  });
});

describe('unwrapJson', () => {
  it('opens JSON inside strings up to twice and leaves other text alone', () => {
    expect(unwrapJson(JSON.stringify(JSON.stringify({ a: 1 })))).toEqual({ a: 1 });
    expect(unwrapJson('[not json')).toBe('[not json');
    expect(unwrapJson('plain')).toBe('plain');
    expect(unwrapJson(7)).toBe(7);
  });
});

describe('completeJson', () => {
  it('drops what is unfinished and closes what is open', () => {
    expect(JSON.parse(completeJson('{"a":[1,2,{"b":"x,}'))).toEqual({ a: [1, 2, {}] });
    expect(JSON.parse(completeJson('{"a":1,"long":"cut he'))).toEqual({ a: 1 });
    expect(JSON.parse(completeJson('[{"a":"\\"]"},{"b":'))).toEqual([{ a: '"]' }, {}]);
  });

  it('leaves complete text as it is', () => {
    expect(completeJson('{"a":"}"}')).toBe('{"a":"}"}');
  });

  it('copes with nesting that fills the whole head', () => {
    const deep = '['.repeat(100_000);
    expect(completeJson(deep)).toHaveLength(200_000);
  });

  it('keeps what there is of a long text that is a value, whatever it ends in', () => {
    const long = 'x'.repeat(1000);
    for (const end of ['', '\\', '\\u', '\\u00e', '\\\\']) {
      const kept = end === '\\\\' ? '\\' : '';
      expect(JSON.parse(completeJson(`{"a":[{"role":"user","content":"${long}${end}`))).toEqual({
        a: [{ role: 'user', content: long + kept }],
      });
      expect(JSON.parse(completeJson(`["${long}${end}`))).toEqual([long + kept]);
    }
    // A name, and a text that is short.
    expect(completeJson(`{"a":1,"${long}`)).toBe('{"a":1}');
    expect(completeJson('{"a":1,"b":"mess')).toBe('{"a":1}');
  });
});

describe('eventData', () => {
  it('joins the data lines of an event and skips comments', () => {
    expect(eventData(': hi\nevent: x\ndata: 1\ndata: 2\r\n\r\ndata:3')).toEqual(['1\n2', '3']);
  });
});

describe('sampleHead', () => {
  const head = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('tells lines of JSON from one JSON text', () => {
    expect(sampleHead(head('{"a":1}\n{"b":2}\n{"c"')).records).toEqual([{ a: 1 }, { b: 2 }]);
    const pretty = sampleHead(head('{\n "a": [\n  {"b": 1}\n ]\n}'));
    expect(pretty.records).toEqual([]);
    expect(pretty.document).toEqual({ a: [{ b: 1 }] });
  });

  it('reads a single line both ways, whole or cut off', () => {
    expect(sampleHead(head('{"a":1}'))).toMatchObject({ records: [{ a: 1 }], document: { a: 1 } });
    expect(sampleHead(head('{"a":1,"text":"goes on and'))).toMatchObject({
      records: [{ a: 1 }],
      document: { a: 1 },
    });
  });

  it('looks past a broken first record', () => {
    expect(sampleHead(head('{"a":\n{"b":2}\n')).records).toEqual([{ b: 2 }]);
  });
});
