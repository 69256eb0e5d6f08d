import { describe, expect, it } from 'vitest';
import { messageId, runId, summaryId } from '../../../../core/domain/ids.ts';
import { evaluateBoundaries, type BoundaryRecord } from '../../../../core/inspect/evaluate-boundaries.ts';

const RUNS = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'].map(runId);

function boundary(
  id: string,
  after: string | null,
  madeBy: string | null,
  more: Partial<BoundaryRecord> = {},
): BoundaryRecord {
  return {
    summaryId: summaryId(id),
    lastSummarizedRunId: after === null ? null : runId(after),
    madeByRunId: madeBy === null ? null : runId(madeBy),
    message: { id: messageId(`${id}-m`), senderId: '', items: [] },
    opaque: false,
    ...more,
  };
}

const WINDOW = { message: null };

describe('evaluateBoundaries', () => {
  it('applies a boundary that names a run older than the newest', () => {
    expect(evaluateBoundaries(RUNS, [boundary('a', 'r2', 'r5')])).toEqual([
      { anchored: true, coveredRuns: 2, fault: null, applies: true, superseded: false, generation: 1 },
    ]);
  });

  it('applies only the newest, also when the newest can’t apply', () => {
    const verdicts = evaluateBoundaries(RUNS, [boundary('a', 'r2', 'r4'), boundary('b', null, 'r6')]);
    expect(verdicts.map(({ applies, superseded, fault }) => [applies, superseded, fault])).toEqual([
      [false, true, null],
      [false, false, 'boundary-empty'],
    ]);
  });

  it('says why a boundary never applies', () => {
    const faults = [
      boundary('a', null, 'r3'),
      boundary('b', '', 'r3'),
      boundary('c', 'gone', 'r4'),
      boundary('d', 'c', 'r5'),
      boundary('e', 'r6', 'r6'),
    ];
    expect(evaluateBoundaries(RUNS, faults).map(({ fault }) => fault)).toEqual([
      'boundary-empty',
      'boundary-empty',
      'boundary-unknown-run',
      'boundary-summary-id',
      'boundary-not-older',
    ]);
  });

  it('judges a boundary by the run that is loaded up to', () => {
    const records = [boundary('a', 'r3', null)];
    const applies = (upTo: string): boolean | undefined =>
      evaluateBoundaries(RUNS, records, runId(upTo))[0]?.applies;
    expect([applies('r2'), applies('r3'), applies('r4'), applies('r6')]).toEqual([false, false, true, true]);
  });

  it('counts generations of summaries that begin with the one before', () => {
    // b is made in r5: the load up to r4 has a's summary in front, because r2 is older than r4.
    const deep = [boundary('a', 'r2', 'r4'), boundary('b', 'r3', 'r5'), boundary('c', 'r4', 'r6')];
    expect(evaluateBoundaries(RUNS, deep).map(({ generation }) => generation)).toEqual([1, 2, 3]);
    // b is made in r4: a covers r3, the very run that was loaded up to, so it was not in front.
    const apart = [boundary('a', 'r3', 'r4'), boundary('b', 'r2', 'r4')];
    expect(evaluateBoundaries(RUNS, apart).map(({ generation }) => generation)).toEqual([1, 1]);
  });

  it('begins anew behind a boundary that never applied', () => {
    const records = [boundary('a', 'r1', 'r3'), boundary('b', null, 'r4'), boundary('c', 'r3', 'r6')];
    expect(evaluateBoundaries(RUNS, records).map(({ generation }) => generation)).toEqual([1, 2, 1]);
  });

  it('counts the summary that a run made first and never saved', () => {
    // As the reference SDK does: the second fold of a run covers nothing but the first one's summary.
    const records = [boundary('a', 'r1', 'r3'), boundary('b', 'r2', 'r4'), boundary('c', 'unsaved', 'r5')];
    expect(evaluateBoundaries(RUNS, records).map(({ generation }) => generation)).toEqual([1, 2, 4]);
  });

  it('keeps windows without a summary at generation 1', () => {
    const records = [
      boundary('a', 'r1', 'r3', WINDOW),
      boundary('b', 'r2', 'r4', WINDOW),
      boundary('c', 'r3', 'r5'),
    ];
    expect(evaluateBoundaries(RUNS, records).map(({ generation }) => generation)).toEqual([1, 1, 1]);
  });

  it('lets a summary stand in front of runs that the source does not have', () => {
    const records = [boundary('a', null, null, { coversAbsentRuns: true })];
    expect(evaluateBoundaries(RUNS, records)).toMatchObject([
      { anchored: false, coveredRuns: 0, fault: null, applies: true },
    ]);
  });

  it('takes 10,000 runs with a boundary each in its stride', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => runId(`r${index}`));
    const records = many.slice(2).map((id, index) => boundary(`s${index}`, `r${index}`, id));
    const verdicts = evaluateBoundaries(many, records);
    expect(verdicts.filter(({ applies }) => applies)).toHaveLength(1);
    expect(verdicts.at(-1)?.generation).toBe(9998);
  });
});
