import { describe, expect, it } from 'vitest';
import { memoizeLast } from '../../../../renderer/selectors/memoize-last.ts';

describe('memoizeLast', () => {
  it('computes again only when an argument is another one', () => {
    const computed: string[] = [];
    const join = memoizeLast((left: object, right: string) => {
      computed.push(right);
      return { left, right };
    });
    const left = {};
    const first = join(left, 'a');
    expect(join(left, 'a')).toBe(first);
    // Equal in content but not the same object: data is compared by identity.
    expect(join({}, 'a')).not.toBe(first);
    // Only the last result is remembered.
    join(left, 'a');
    expect(computed).toEqual(['a', 'a', 'a']);
  });

  it('remembers a result that is undefined', () => {
    let calls = 0;
    const nothing = memoizeLast((_: number) => {
      calls += 1;
      return undefined;
    });
    nothing(1);
    nothing(1);
    expect(calls).toBe(1);
  });
});
