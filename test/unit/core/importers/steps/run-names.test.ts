import { describe, expect, it } from 'vitest';
import { RunNames } from '../../../../../core/importers/steps/run-names.ts';

describe('names of runs', () => {
  it('are never two alike, not even where the source names a run as one would be numbered', () => {
    const names = new RunNames();
    expect(['a', 'a (2)', 'a', 'a', null].map((given, place) => names.name(given, place))).toEqual([
      'a',
      'a (2)',
      'a (3)',
      'a (4)',
      'run-5',
    ]);
    expect([names.count, names.at(2), names.at(5), names.at(-1)]).toEqual([5, 'a (3)', null, null]);
  });
});
