import { describe, expect, it } from 'vitest';
import { runId } from '../../../../core/domain/ids.ts';
import { inertReason, loadModelView } from '../../../../core/persistence/load-model-view.ts';
import { chainOfRuns, summary } from '../../../support/builders.ts';

const runs = chainOfRuns(3);

describe('loadModelView', () => {
  const viewOf = (boundary: string | null, upTo?: string): string => {
    const view = loadModelView(runs, summary('s1', boundary), upTo === undefined ? undefined : runId(upTo));
    return [...(view.summary === null ? [] : ['+']), ...view.runs.map((run) => run.runId)].join(' ');
  };

  it('applies a summary whose boundary is strictly older than the target', () => {
    expect(viewOf('r1')).toBe('+ r2 r3');
    expect(viewOf('r2')).toBe('+ r3');
    expect(viewOf('r1', 'r2')).toBe('+ r2');
  });

  it('loads everything up to the target where it does not', () => {
    expect(viewOf('r3')).toBe('r1 r2 r3');
    expect(viewOf('r2', 'r2')).toBe('r1 r2');
    expect(viewOf('r2', 'r1')).toBe('r1');
    expect(viewOf(null, 'r2')).toBe('r1 r2');
  });

  it('loads the whole transcript for a run that it does not have', () => {
    expect(viewOf('r1', 'nowhere')).toBe('r1 r2 r3');
  });

  it('has nothing to show of a thread without runs', () => {
    expect(loadModelView([], summary('s1', 'r1'))).toEqual({ summary: null, runs: [] });
    expect(loadModelView([], null, runId('r1'))).toEqual({ summary: null, runs: [] });
  });
});

describe('inertReason', () => {
  it.each([
    [null, 'boundary-empty'],
    ['s0', 'boundary-unknown-run'],
    ['r3', 'boundary-not-older'],
    ['r2', null],
  ])('of a boundary at %s is %s', (boundary, reason) => {
    expect(inertReason(runs, summary('s1', boundary))).toBe(reason);
  });
});
