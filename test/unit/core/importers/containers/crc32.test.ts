import { describe, expect, it } from 'vitest';
import { Crc32 } from '../../../../../core/importers/containers/crc32.ts';

describe('Crc32', () => {
  it('is the published check value for the digits from 1 to 9, in one piece or several', () => {
    const digits = new TextEncoder().encode('123456789');
    const whole = new Crc32();
    whole.add(digits);
    const pieces = new Crc32();
    pieces.add(digits.subarray(0, 4));
    pieces.add(new Uint8Array());
    pieces.add(digits.subarray(4));
    expect([whole.value, pieces.value]).toEqual([0xcbf43926, 0xcbf43926]);
    expect(new Crc32().value).toBe(0);
  });
});
