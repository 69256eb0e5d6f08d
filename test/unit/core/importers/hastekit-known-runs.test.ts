import { describe, expect, it } from 'vitest';
import { runId } from '../../../../core/domain/ids.ts';
import type { RunSoFar } from '../../../../core/importers/hastekit-ended-runs.ts';
import { KnownRuns } from '../../../../core/importers/hastekit-known-runs.ts';

const run = (messageCount: number, more: Partial<RunSoFar> = {}): RunSoFar => ({
  messageCount,
  replies: [],
  openCallIds: null,
  hasUserMessage: true,
  paidForSummary: false,
  meta: null,
  state: { status: 'complete', calls: [], occupancyAfter: null },
  extras: null,
  ...more,
});

describe('KnownRuns', () => {
  it('tells runs of one id apart by their threads, and the thread that had it first', () => {
    const runs = new KnownRuns();
    const [first, second] = [runId('run-1'), runId('run-2')];
    const numbers = [runs.add(4, first), runs.add(7, first), runs.add(7, second), runs.add(4, second)];
    expect(new Set(numbers).size).toBe(4);
    expect([runs.find(4, first), runs.find(7, first), runs.find(7, second), runs.find(4, second)]).toEqual(
      numbers,
    );
    expect(runs.find(5, first)).toBeNull();
    expect([runs.ownerOf(first), runs.ownerOf(second), runs.ownerOf(runId('run-3'))]).toEqual([4, 7, null]);
    numbers.forEach((number, index) => {
      runs.keep(number, run(index));
    });
    expect(numbers.map((number) => runs.get(number)?.messageCount)).toEqual([0, 1, 2, 3]);
  });

  it('keeps a run while it goes on, when it has ended, and when it goes on again', () => {
    const runs = new KnownRuns();
    const number = runs.add(0, runId('run'));
    expect(runs.get(number)).toBeNull();
    const open = run(1, { meta: { status: 'running' }, openCallIds: new Set(['call']) });
    for (const state of [open, run(2), { ...open, messageCount: 3 }, run(4)]) {
      runs.keep(number, state);
      expect(runs.get(number)).toEqual(state);
    }
  });
});
