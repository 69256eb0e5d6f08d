import { describe, expect, it } from 'vitest';
import type { DiffSummary } from '../../../../core/contract.ts';
import { diffRows, type DiffRow } from '../../../../renderer/selectors/diff-rows.ts';

function summary(changes: Partial<DiffSummary>): DiffSummary {
  return {
    coveredRuns: 12,
    covering: 'summary',
    summary: { text: 'the gist', tokens: 20, modelled: false },
    before: { runs: 17, messages: 68, tokens: 1_700 },
    after: { runs: 5, messages: 21, tokens: 520 },
    lost: null,
    facts: null,
    ...changes,
  };
}

const NONE = new Set<number>();
/** Short for what is asserted: `cut 0-9 +10,11`, `run 12`, `kept 15-16`, `lost`. */
const words = (row: DiffRow): string => {
  switch (row.kind) {
    case 'cut':
      return `cut ${row.fold === null ? '' : `${row.fold.from}-${row.fold.to} `}+${row.runs.join(',')}`;
    case 'fold':
      return `${row.state} ${row.span.from}-${row.span.to}`;
    case 'run':
      return `${row.place ?? 'run'} ${row.run}`;
    case 'lost':
      return row.kind;
  }
};

describe('diffRows', () => {
  it('shows the runs next to the boundary and folds the rest', () => {
    expect(diffRows(summary({}), NONE, false).map(words)).toEqual([
      'cut 0-9 +10,11',
      'run 12',
      'run 13',
      'run 14',
      'kept 15-16',
    ]);
  });

  it('opens the covered runs as rows of their own, the first and the last marked', () => {
    const rows = diffRows(summary({ coveredRuns: 4 }), new Set([0]), true);
    expect(rows.map(words)).toEqual(['first 0', 'middle 1', 'middle 2', 'last 3', 'kept 4-16']);
  });

  it('opens a stretch of kept runs', () => {
    const rows = diffRows(summary({}), new Set([15]), false);
    expect(rows.map(words).slice(-3)).toEqual(['run 14', 'run 15', 'run 16']);
  });

  it('does not fold a stretch of one run', () => {
    // Three covered runs: a fold would hold one. Four kept runs after them: three are shown, so would it.
    const rows = diffRows(
      summary({ coveredRuns: 3, before: { runs: 7, messages: 28, tokens: 700 } }),
      NONE,
      false,
    );
    expect(rows.map(words)).toEqual(['cut +0,1,2', 'run 3', 'run 4', 'run 5', 'run 6']);
  });

  it('folds every kept run when only changes are asked for', () => {
    expect(diffRows(summary({}), NONE, true).map(words)).toEqual(['cut 0-9 +10,11', 'kept 12-16']);
  });

  it('ends with what was lost, where anything was', () => {
    const fact = { factClass: 'identifier', text: 'INV-1', run: 0, laterRuns: [], mentions: 1 };
    expect(
      diffRows(summary({ lost: [fact] }), NONE, true)
        .map(words)
        .at(-1),
    ).toBe('lost');
    expect(
      diffRows(summary({ lost: [] }), NONE, true)
        .map(words)
        .at(-1),
    ).toBe('kept 12-16');
  });
});
