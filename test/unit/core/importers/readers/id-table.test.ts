import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../../../../core/importers/readers/id-table.ts';

describe('IdTable', () => {
  it('numbers texts in the order they come, and one that comes again as before', () => {
    const table = new IdTable();
    expect(['a', 'b', 'a', '', 'b', 'c'].map((text) => table.add(text))).toEqual([0, 1, 0, 2, 1, 3]);
    expect(table.size).toBe(4);
    expect([0, 1, 2, 3].map((number) => table.textOf(number))).toEqual(['a', 'b', '', 'c']);
  });

  it('finds texts without adding them', () => {
    const table = new IdTable();
    table.add('here');
    expect([table.find('here'), table.find('there'), table.find('')]).toEqual([0, null, null]);
    expect(table.size).toBe(1);
  });

  it('has no text for a number that it never gave out', () => {
    const table = new IdTable();
    table.add('here');
    expect([-1, 1, 70_000].map((number) => table.textOf(number))).toEqual(['', '', '']);
  });

  it('keeps half of a pair, and tells it from the sign that stands for what is no text', () => {
    const texts = ['\ud83d', '\ude00', '\ud83d\ude00', '\ufffd', 'a\ud83d', '\u07ff\u0800\uffff\0'];
    const table = new IdTable();
    expect(texts.map((text) => table.add(text))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(texts.map((_, number) => table.textOf(number))).toEqual(texts);
  });

  it('tells a UUID from the same in capitals and from what only looks like one', () => {
    const uuid = '01234567-89ab-cdef-0123-456789abcdef';
    const others = [
      uuid.toUpperCase(),
      uuid.replace('9', 'g'),
      uuid.replaceAll('-', '_'),
      uuid.replaceAll('-', ''),
      uuid.replace('a', 'é'),
    ];
    const table = new IdTable();
    expect([uuid, ...others, uuid].map((text) => table.add(text))).toEqual([0, 1, 2, 3, 4, 5, 0]);
    expect([0, 1, 2, 3, 4, 5].map((number) => table.textOf(number))).toEqual([uuid, ...others]);
  });

  it('keeps texts that are longer than one of its pages, and what stands across two', () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index}`.repeat(700));
    const long = 'ä'.repeat(200_000);
    const table = new IdTable();
    for (const text of [...texts, long, 'end']) table.add(text);
    expect([...texts, long, 'end'].map((text) => table.find(text))).toEqual(
      Array.from({ length: 302 }, (_, index) => index),
    );
    expect([...texts, long, 'end'].every((text, number) => table.textOf(number) === text)).toBe(true);
  });

  it('numbers a hundred thousand ids that differ in their last digits', () => {
    const table = new IdTable();
    for (let index = 0; index < 100_000; index += 1) table.add(`message-${index}`);
    let wrong = 0;
    for (let index = 0; index < 100_000; index += 1) {
      if (table.find(`message-${index}`) !== index || table.textOf(index) !== `message-${index}`) wrong += 1;
    }
    expect([wrong, table.size, table.find('message-100000')]).toEqual([0, 100_000, null]);
  });

  it('finds and adds texts after it has rested as before', () => {
    const table = new IdTable();
    for (let index = 0; index < 1_000; index += 1) table.add(`id-${index}`);
    table.rest();
    expect(table.textOf(999)).toBe('id-999');
    expect([table.find('id-7'), table.find('id-1000'), table.add('id-1000'), table.add('id-3')]).toEqual([
      7,
      null,
      1_000,
      3,
    ]);
  });

  it('tells texts apart that share their sum, however many they are', () => {
    // Each two blocks leave FNV-1a in the same state behind the blocks before them, so that the 2^10 ways
    // to choose one of each pair are as many texts with one sum.
    const pairs = ['yaczf glbpp', ...Array.from({ length: 9 }, () => 'numzf tplpp')].map((pair) =>
      pair.split(' '),
    );
    const texts = Array.from({ length: 1024 }, (_, index) =>
      pairs.map((pair, place) => pair[(index >> place) & 1]).join(''),
    );
    const table = new IdTable();
    expect(texts.map((text) => table.add(text))).toEqual(texts.map((_, index) => index));
    expect(texts.map((text) => table.find(text))).toEqual(texts.map((_, index) => index));
    expect(table.textOf(1023)).toBe(texts[1023]);
    expect(table.find(`${texts[0]}numzf`)).toBeNull();
  });

  it('answers as a map does', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc
        .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 3 })
        .map((units) => String.fromCharCode(...units)),
      fc.uuid(),
      fc.nat(300).map((number) => `id-${number}`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), text), { maxLength: 400 }), (steps) => {
        const table = new IdTable();
        const map = new Map<string, number>();
        for (const [isAdded, key] of steps) {
          if (isAdded && !map.has(key)) map.set(key, map.size);
          expect(isAdded ? table.add(key) : table.find(key)).toBe(map.get(key) ?? null);
        }
        expect(table.size).toBe(map.size);
        for (const [key, number] of map) expect(table.textOf(number)).toBe(key);
      }),
    );
  });
});
