import { describe, expect, it } from 'vitest';
import { itemLine } from '../../../../renderer/features/diff/item-line.ts';
import { markFacts } from '../../../../renderer/features/diff/mark-facts.ts';

describe('markFacts', () => {
  const text = 'Ticket OPS-4312 is due on 2026-08-14.';

  it('cuts a text at its facts, each with its fate', () => {
    const pieces = markFacts(text, { keys: new Set(['identifier:OPS-4312']), complete: true });
    expect(pieces.map(({ text: piece, fate }) => [piece, fate?.survives ?? null])).toEqual([
      ['Ticket ', null],
      ['OPS-4312', false],
      [' is due on ', null],
      ['2026-08-14', true],
      ['.', null],
    ]);
  });

  it('says nothing of a fact that a cut list could have held', () => {
    const pieces = markFacts(text, { keys: new Set(['identifier:OPS-4312']), complete: false });
    expect(pieces.filter(({ fate }) => fate !== null).map(({ text: piece }) => piece)).toEqual(['OPS-4312']);
  });

  it('keeps the whole text, whatever is marked', () => {
    const pieces = markFacts(text, { keys: new Set(), complete: true });
    expect(pieces.map(({ text: piece }) => piece).join('')).toBe(text);
  });
});

describe('itemLine', () => {
  it('names the speaker and shortens a long text', () => {
    const line = itemLine({ kind: 'text', role: 'assistant', text: 'x'.repeat(2_000), cutFrom: null });
    expect(line.who).toBe('asst.');
    // 1,200 characters and the sign that there is more.
    expect(line.text).toHaveLength(1_201);
  });

  it('shows an image by its size and never by its data', () => {
    expect(itemLine({ kind: 'image', role: 'user', bytes: 2_400, label: 'photo.png' }).text).toBe(
      '[image: photo.png, 2.4 kB]',
    );
  });
});
