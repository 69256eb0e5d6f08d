import { expect, it } from 'vitest';
import { FuzzTally } from '../../../scripts/fuzz/fuzz-tally.mjs';

const finding = { index: 0, steps: [], format: null, bytes: null };

it('counts each fixture once, as failed when one input of it failed', () => {
  const tally = new FuzzTally();
  tally.add({ ...finding, file: 'a', outcome: 'read', failures: [] });
  tally.add({ ...finding, file: 'b', outcome: 'refused', failures: ['it crashed'] });
  tally.add({ ...finding, file: 'b', outcome: 'read', failures: [] });
  tally.add({ ...finding, file: 'c', outcome: 'unknown', failures: [] });
  expect([tally.passed, tally.failed]).toEqual([2, 1]);
  expect(tally.sentence()).toBe('4 inputs: 2 read, 1 refused, 1 of no format');
});
