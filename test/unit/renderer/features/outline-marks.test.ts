import { describe, expect, it } from 'vitest';
import { boundaryBeside, outlineMarks } from '../../../../renderer/features/runs/outline-marks.ts';
import { fakeThread } from '../../../support/fake-thread-documents.ts';
import { openFake, overviewOf } from '../../../support/fake-thread-views.ts';

const overview = overviewOf(
  openFake(
    1,
    fakeThread({ id: 'marks', title: 'Marks', format: 'hastekit-jsonl', runs: 40, summariesAfter: [10, 30] }),
  ),
);

describe('outlineMarks', () => {
  it('marks summaries, the previewed boundary and runs with findings', () => {
    const kinds = outlineMarks({ ...overview, runsWithFindings: [4] }, 20).map(({ kind, run }) => [
      kind,
      run,
    ]);
    expect(kinds).toEqual([
      ['boundary', 10],
      ['boundary', 30],
      ['preview', 20],
      ['finding', 4],
    ]);
  });

  it('thins findings out when there is one on every run', () => {
    const runsWithFindings = Array.from({ length: 10_000 }, (_, run) => run);
    const marks = outlineMarks({ ...overview, runCount: 10_000, runsWithFindings }, null);
    expect(marks.filter((mark) => mark.kind === 'finding').length).toBeLessThanOrEqual(150);
  });
});

describe('boundaryBeside', () => {
  it('goes to the nearest boundary on either side, and nowhere past the last', () => {
    expect(boundaryBeside(overview, 20, -1, 1)).toBe(10);
    expect(boundaryBeside(overview, 20, 10, 1)).toBe(20);
    expect(boundaryBeside(overview, 20, 30, 1)).toBeNull();
    expect(boundaryBeside(overview, null, 30, -1)).toBe(10);
  });
});
