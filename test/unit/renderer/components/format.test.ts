import { describe, expect, it } from 'vitest';
import {
  bytes,
  change,
  counted,
  dollars,
  duration,
  percent,
  roundTokens,
  shortTokens,
} from '../../../../renderer/components/format.ts';

describe('shortTokens', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1.0k'],
    [82_440, '82.4k'],
    // From 99.95k on a digit after the point says nothing more.
    [99_960, '100k'],
    [118_000, '118k'],
    // 999,499 still is 999k; half a thousand more is a million.
    [999_499, '999k'],
    [999_500, '1.0M'],
    [8_800_000, '8.8M'],
  ])('writes %i as %s', (tokens, text) => {
    expect(shortTokens(tokens)).toBe(text);
  });
});

describe('roundTokens', () => {
  it('leaves the digit after the point away where there is none', () => {
    expect(roundTokens(128_000)).toBe('128k');
    expect(roundTokens(2_900)).toBe('2.9k');
    expect(roundTokens(500)).toBe('500');
    expect(roundTokens(2_000_000)).toBe('2M');
    // Two thresholds that differ stay two.
    expect([1_050_000, 1_100_000].map(roundTokens)).toEqual(['1050k', '1100k']);
  });
});

describe('percent', () => {
  it('shows a digit after the point below ten percent only', () => {
    expect(percent(0.64)).toBe('64 %');
    expect(percent(0.0139)).toBe('1.4 %');
    expect(percent(0)).toBe('0 %');
  });
});

describe('change', () => {
  it('has a sign in both directions, and nothing to say about a change from nothing', () => {
    // 412 of 58,240 are left: 1 − 412 / 58,240 = 0.99293.
    expect(change(58_240, 412)).toBe('−99.3 %');
    expect(change(100, 112)).toBe('+12.0 %');
    expect(change(100, 350)).toBe('+250 %');
    expect(change(0, 5)).toBe('');
  });
});

describe('duration', () => {
  it.each([
    [38, '38 ms'],
    [2_300, '2.3 s'],
    // 59.96 s would read "60.0 s".
    [59_960, '1 min'],
    [250_000, '4 min 10 s'],
    // 3 h 5 min = 11,100 s.
    [11_100_000, '3 h 5 min'],
    // 2 d 4 h = 52 h.
    [187_200_000, '2 d 4 h'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('dollars', () => {
  it('keeps enough digits to tell small amounts apart', () => {
    expect(dollars(0)).toBe('$0');
    expect(dollars(0.0031)).toBe('$0.0031');
    expect(dollars(0.00000217)).toBe('$0.000002');
    // Six digits show more than half a millionth.
    expect(dollars(0.0000006)).toBe('$0.000001');
    expect(dollars(-0.0000004)).toBe('$0');
    expect(dollars(1.366)).toBe('$1.37');
    expect(dollars(-0.0087)).toBe('−$0.0087');
  });
});

describe('counted and bytes', () => {
  it('agree with their number', () => {
    expect(counted(1, 'run')).toBe('1 run');
    expect(counted(4_812, 'run')).toBe('4,812 runs');
    expect(counted(2, 'boundary', 'boundaries')).toBe('2 boundaries');
    expect(bytes(812)).toBe('812 B');
    expect(bytes(1_400_000)).toBe('1.4 MB');
    // 999,500 B rounds to 1,000 kB, which is a megabyte.
    expect(bytes(999_500)).toBe('1.0 MB');
  });
});
