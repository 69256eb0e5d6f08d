import { describe, expect, it } from 'vitest';
import { factGenerations } from '../../../../core/facts/fact-generations.ts';
import { indexFacts } from '../../../../core/facts/fact-index.ts';
import { message } from '../../../support/builders.ts';

const RUNS = ['about OPS-1 and KT-200', 'about OPS-1', 'about LX-300', 'about KT-200', 'done'].map(
  (text, run) => ({
    messages: [message(`m-${run}`, text)],
  }),
);

describe('factGenerations', () => {
  it('tells at which boundary each fact was last in the view', () => {
    const index = indexFacts(RUNS);
    const { rows } = factGenerations(index, [
      // Made in run 1: run 0 is folded, run 1 kept. OPS-1 is kept, KT-200 told, LX-300 unheard of.
      { coveredRuns: 1, runCount: 2, summaryText: 'KT-200 was ordered' },
      // Made in run 2: runs 0 and 1 are folded.
      { coveredRuns: 2, runCount: 3, summaryText: 'something was ordered' },
      // Made in run 4: run 3, which names KT-200 again, is kept.
      { coveredRuns: 3, runCount: 5, summaryText: 'LX-300 came up' },
    ]);
    expect(rows.map(({ fact, ...row }) => ({ normal: index.facts[fact]?.normal, ...row }))).toEqual([
      { normal: 'OPS-1', states: ['kept', 'lost', 'lost'], lastSeen: 0 },
      { normal: 'KT-200', states: ['told', 'lost', 'kept'], lastSeen: 2 },
      { normal: 'LX-300', states: [null, 'kept', 'told'], lastSeen: 2 },
    ]);
  });

  it('has no rows without boundaries', () => {
    expect(factGenerations(indexFacts(RUNS), []).rows).toEqual([]);
  });
});
