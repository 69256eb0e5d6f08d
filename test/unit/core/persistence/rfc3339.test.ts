import { describe, expect, it } from 'vitest';
import { formatRfc3339, parseRfc3339 } from '../../../../core/persistence/rfc3339.ts';

describe('parseRfc3339', () => {
  it.each([
    ['2026-12-01T21:50:49Z', Date.UTC(2026, 11, 1, 21, 50, 49)],
    ['2026-12-01T21:50:49.3Z', Date.UTC(2026, 11, 1, 21, 50, 49, 300)],
    // Cut, not rounded: .999999999 is still the same second.
    ['2026-12-01T21:50:49.999999999Z', Date.UTC(2026, 11, 1, 21, 50, 49, 999)],
    ['2026-12-01T21:50:49.322946929-08:00', Date.UTC(2026, 11, 2, 5, 50, 49, 322)],
    ['2026-12-01t21:50:49z', Date.UTC(2026, 11, 1, 21, 50, 49)],
    ['0001-01-01T00:00:00Z', null],
    ['0001-01-01T00:00:00-08:00', null],
    ['0000-12-31T19:00:00-05:00', null],
    ['2026-12-01', undefined],
    ['2026-13-01T00:00:00Z', undefined],
    ['soon', undefined],
  ])('reads %s', (text, ms) => {
    expect(parseRfc3339(text)).toBe(ms);
  });
});

describe('formatRfc3339', () => {
  it('writes what can be read, and no time as Go’s zero time', () => {
    expect(formatRfc3339(Date.UTC(2026, 11, 1, 21, 50, 49, 7))).toBe('2026-12-01T21:50:49.007Z');
    expect(formatRfc3339(null)).toBe('0001-01-01T00:00:00Z');
  });
});
