import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundaryView } from '../../../../core/contract.ts';
import { rowAt, rowOfInserted, rowOfRun, runRows } from '../../../../renderer/selectors/run-rows.ts';

function boundary(coveredRuns: number, madeByRun: number | null = null): BoundaryView {
  return {
    summaryId: `s${coveredRuns}`,
    coveredRuns,
    madeByRun,
    applies: false,
    inertReason: null,
    superseded: true,
    text: 'text',
    opaque: false,
    maker: null,
    summaryTokens: 10,
    coveredTokens: 100,
    generation: 1,
    trigger: 'auto',
    createdAtMs: null,
  };
}

describe('runRows', () => {
  it('puts a summary after the runs it covers and a gap right before its run', () => {
    // Runs 0 1 | summary | gap | 2 3
    const rows = runRows(4, [{ beforeRun: 2, ms: 400_000 }], [boundary(2)], null);
    expect(Array.from({ length: rows.length }, (_, index) => rowAt(rows, index))).toEqual([
      { kind: 'run', run: 0 },
      { kind: 'run', run: 1 },
      { kind: 'boundary', beforeRun: 2, boundary: 0 },
      { kind: 'gap', beforeRun: 2, ms: 400_000 },
      { kind: 'run', run: 2 },
      { kind: 'run', run: 3 },
    ]);
  });

  it('puts the previewed boundary after a stored one at the same place, and none where nothing is folded', () => {
    const rows = runRows(3, [], [boundary(1)], 1);
    expect(rows.inserted.map((row) => row.kind)).toEqual(['boundary', 'preview']);
    expect(runRows(3, [], [], 0).inserted).toEqual([]);
  });

  it('puts a summary without a boundary before the run that made it, else at the end', () => {
    const rows = runRows(5, [], [boundary(0, 3), boundary(0)], null);
    expect(rows.inserted.map((row) => row.beforeRun)).toEqual([3, 5]);
    expect(rowAt(rows, rows.length - 1)).toMatchObject({ kind: 'boundary', boundary: 1 });
  });

  it('finds every run and every inserted row where it put them', () => {
    const threads = fc.record({
      runCount: fc.integer({ min: 1, max: 300 }),
      places: fc.array(fc.nat(300), { maxLength: 30 }),
      previewed: fc.option(fc.nat(300)),
    });
    fc.assert(
      fc.property(threads, ({ runCount, places, previewed }) => {
        const inside = places.map((place) => place % (runCount + 1));
        const gaps = inside.filter((_, index) => index % 2 === 0).map((beforeRun) => ({ beforeRun, ms: 1 }));
        const boundaries = inside.filter((_, index) => index % 2 === 1).map((place) => boundary(place));
        const rows = runRows(
          runCount,
          gaps,
          boundaries,
          previewed === null ? null : previewed % (runCount + 1),
        );
        for (let run = 0; run < runCount; run += 1)
          expect(rowAt(rows, rowOfRun(rows, run))).toEqual({ kind: 'run', run });
        rows.inserted.forEach((row, index) => {
          expect(rowAt(rows, rowOfInserted(rows, index))).toBe(row);
        });
      }),
    );
  });
});
