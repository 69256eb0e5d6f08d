import { describe, expect, it } from 'vitest';
import { toJson } from '../../../../../core/adapters/sqlite/deep-json.ts';

describe('toJson', () => {
  it('writes what JSON.stringify writes', () => {
    const value = { a: [1, 'two "2"', null, { b: true, gone: undefined }], c: {}, d: [] };
    expect(toJson(value)).toBe('{"a":[1,"two \\"2\\"",null,{"b":true}],"c":{},"d":[]}');
  });

  it('writes nesting that is too deep for the engine’s own writer', () => {
    // The inner part shows that keys, commas and gaps are right at any depth.
    const text = `${'{"k":['.repeat(50_000)}{"x":1,"y":[null,"z"]}${']}'.repeat(50_000)}`;
    expect(toJson(JSON.parse(text)) === text).toBe(true);
  });
});
