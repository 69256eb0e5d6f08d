import { describe, expect, it } from 'vitest';
import { parseNumber } from '../../../../renderer/components/NumberField.tsx';

describe('parseNumber', () => {
  it.each([
    ['80,000', 80_000],
    ['80 000', 80_000],
    ['80k', 80_000],
    ['1.5M', 1_500_000],
    [' 0.7 ', 0.7],
    ['-3', -3],
  ])('reads %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each(['', 'many', '12px', '1e5', 'k', '1.2.3'])('refuses %s', (text) => {
    expect(parseNumber(text)).toBeNull();
  });
});
