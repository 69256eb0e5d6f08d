import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorAt } from '../../core/importers/readers/json-error-place.ts';
import { parseJson } from '../../core/importers/readers/json-text.ts';
import type { LazySizes } from '../../core/importers/readers/lazy-json/lazy-document.ts';
import { JsonPlaceError, LazyReader } from '../../core/importers/readers/lazy-json/lazy-reader.ts';

/** So small that every value of a short text is read in each of the ways. */
const sizes: fc.Arbitrary<LazySizes> = fc.record({
  smallestLazyBytes: fc.integer({ min: 1, max: 30 }),
  largestLazyBytes: fc.integer({ min: 1, max: 60 }),
  longTextBytes: fc.integer({ min: 1, max: 30 }),
});

interface Reading {
  readonly sizes: LazySizes;
  readonly pieceBytes: number;
  readonly isPacked: boolean;
}

const readings: fc.Arbitrary<Reading> = fc.record({
  sizes,
  pieceBytes: fc.integer({ min: 1, max: 50 }),
  isPacked: fc.boolean(),
});

function readLazily(text: string, { sizes: given, pieceBytes, isPacked }: Reading): unknown {
  const bytes = new TextEncoder().encode(text);
  const reader = new LazyReader(0, {
    sizes: given,
    onRead: () => undefined,
    onMalformed: () => undefined,
    onChanged: () => {
      throw new Error('the text was read otherwise the second time');
    },
    ...(isPacked ? {} : { readInto: (into: Uint8Array, start: number) => fill(into, bytes.subarray(start)) }),
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.slice(at, at + pieceBytes));
  return reader.end();
}

function fill(into: Uint8Array, bytes: Uint8Array): number {
  const piece = bytes.subarray(0, into.length);
  into.set(piece);
  return piece.length;
}

/** The line of the first place that is no JSON; null for JSON. */
function brokenLine(read: () => unknown): number | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof JsonPlaceError) return error.line;
    throw error;
  }
}

const json = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 2)),
  fc
    .dictionary(
      fc.constantFrom('__proto__', 'constructor', 'length', '0', 'é'),
      fc.jsonValue({ maxDepth: 2 }),
    )
    .map((value) => JSON.stringify(value)),
);

describe('a JSON text that is read lazily', () => {
  it('looks as if it had been parsed whole, however it comes in', () => {
    fc.assert(
      fc.property(json, readings, (text, reading) => {
        const lazy = readLazily(text, reading);
        expect(lazy).toEqual(JSON.parse(text));
        // Names and their order too, which are not compared above.
        expect(JSON.stringify(lazy)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('is refused on the line where it stops being JSON, and only where it is none', () => {
    const broken = fc
      .tuple(
        json,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '\n', 'NaN', '-', 'é'),
      )
      .map(([text, place, removed, put]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + removed);
      })
      .filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(broken, readings, (text, reading) => {
        const at = jsonErrorAt(text);
        const line = at === null ? null : text.slice(0, at).split('\n').length;
        expect(brokenLine(() => readLazily(text, reading))).toBe(line);
        if (line === null)
          expect(JSON.stringify(readLazily(text, reading))).toBe(JSON.stringify(parseJson(text)));
      }),
      { numRuns: 400 },
    );
  });
});
