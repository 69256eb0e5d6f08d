import { describe, expect, it } from 'vitest';
import { readTimeMs } from '../../../../../core/importers/readers/time.ts';

/** 2026-08-20T09:00:00Z */
const NINE = 1_787_216_400_000;

describe('readTimeMs', () => {
  it('tells seconds, milliseconds, microseconds and nanoseconds by their size', () => {
    for (const value of [
      1_787_216_400,
      NINE,
      NINE * 1e3,
      '1787216400000000000',
      '1787216400',
      1_787_216_400.0,
    ]) {
      expect(readTimeMs(value)).toBe(NINE);
    }
    expect(readTimeMs(1_787_216_400.25)).toBe(NINE + 250);
  });

  it('reads ISO forms with any fraction and offset, and takes UTC where there is none', () => {
    for (const text of [
      '2026-08-20T09:00:00Z',
      '2026-08-20T14:30:00+05:30',
      '2026-08-20T09:00:00.000000000Z',
      '2026-08-20 09:00:00',
      '2026-08-20T04:00:00-0500',
      '2026-08-20T09:00',
    ]) {
      expect(readTimeMs(text)).toBe(NINE);
    }
    // Digits past the millisecond are cut, not rounded.
    expect(readTimeMs('2026-08-20T09:00:00.9999999Z')).toBe(NINE + 999);
    expect(readTimeMs('2026-08-20')).toBe(NINE - 9 * 3_600_000);
  });

  it('unwraps the dates of MongoDB', () => {
    expect(readTimeMs({ $date: { $numberLong: String(NINE) } })).toBe(NINE);
  });

  it('takes no number for a time that is later than any date can be', () => {
    // Whoever writes such a time as a date would fail.
    expect(readTimeMs(8.64e21)).toBe(8.64e15);
    expect(readTimeMs(8.65e21)).toBeNull();
    expect(readTimeMs(1e300)).toBeNull();
  });

  it('knows no time where none was set', () => {
    for (const value of [null, undefined, 0, '', '0001-01-01T00:00:00Z', 'yesterday', Number.NaN, {}, []]) {
      expect(readTimeMs(value)).toBeNull();
    }
  });
});
