import { describe, expect, it } from 'vitest';
import {
  buildRetentionIndex,
  buildThreadProfile,
  policiesOf,
  rankRows,
  sweep,
  type RetentionIndex,
  type PolicyGrid,
  type SweepRow,
} from '../../../../core/replay/index.ts';
import { llm, sized, slidingWindow, threadOf } from './thread-of.ts';

const GRID: PolicyGrid = { tokenThresholds: [], keepRecentCounts: [], keepCounts: [] };

/** Runs of one call, 20 + 30 tokens each, nothing reported. */
function profileOf(runs: number) {
  return buildThreadProfile(
    threadOf(Array.from({ length: runs }, () => ({ messages: [sized('user', 20), sized('assistant', 30)] }))),
  );
}

const options = { summary: { kind: 'tokens', tokens: 10 } } as const;

function thread(runs: number, facts: RetentionIndex | null = null) {
  return { profile: profileOf(runs), facts };
}

describe('policiesOf', () => {
  it('lists a grid by threshold, then keep window, then sliding windows, each policy once', () => {
    expect(
      policiesOf({ tokenThresholds: [200, 100, 200], keepRecentCounts: [5, 1], keepCounts: [3, 2] }),
    ).toEqual([llm(100, 1), llm(100, 5), llm(200, 1), llm(200, 5), slidingWindow(2), slidingWindow(3)]);
  });
});

describe('sweep', () => {
  it('adds up threads, but takes the highest peak', async () => {
    // Three runs: 20 + 70 + 120 = 210, two runs: 20 + 70 = 90. No fold at a threshold of 1,000.
    const { rows } = await sweep([thread(3), thread(2)], {
      ...GRID,
      tokenThresholds: [1000],
      keepRecentCounts: [1],
    });
    expect(rows[0]?.totals).toMatchObject({ calls: 5, summaries: 0, peakTokens: 120, sentTokens: 300 });
    expect(rows[0]?.byThread).toMatchObject({ sentTokens: [210, 90], peakTokens: [120, 70] });
  });

  it('delivers rows in grid order as they are done, and stops when it is cancelled', async () => {
    const delivered: string[] = [];
    const abort = new AbortController();
    const running = sweep(
      [thread(3)],
      { tokenThresholds: [100, 200], keepRecentCounts: [1], keepCounts: [1] },
      {
        signal: abort.signal,
        onRow: (row, index, count) => {
          delivered.push(`${index + 1}/${count} ${row.policy.summarizer}`);
          if (index === 1) abort.abort();
        },
      },
    );
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(delivered).toEqual(['1/3 llm', '2/3 llm']);
  });

  it('lets others have a turn between rows', async () => {
    let turns = 0;
    const breathe = async (): Promise<void> => {
      turns += 1;
    };
    await sweep([thread(2)], { ...GRID, keepCounts: [1, 2, 3] }, { breathe });
    expect(turns).toBe(3);
  });

  it('recommends nothing from an empty grid', async () => {
    expect(await sweep([thread(3)], GRID)).toEqual({ rows: [], recommended: null });
  });
});

describe('retention', () => {
  // Messages 0 … 7, two a run. Fact 1 in runs 1 and 3, fact 2 in run 1 only, fact 3 in runs 2 and 4's reply.
  const facts = buildRetentionIndex([2, 2, 2, 2], [[1, 2], [1], [3], [], [1], [], [], [3]]);

  it('is the share of the facts of newly covered runs that still stand in what is sent', async () => {
    // Window of two. Before call 3 run 1 goes: of 1 and 2, fact 1 stands in run 3's user message. Before
    // call 4 run 2 goes: fact 3 comes back only in run 4's reply, which isn't sent yet. 1 of 3.
    const { rows } = await sweep([thread(4, facts)], { ...GRID, keepCounts: [2] });
    expect(rows[0]?.retention).toBeCloseTo(1 / 3, 12);
  });

  it('counts a fact of several covered runs once', async () => {
    // One fold before call 4 (150 + 20 > 120 + 10), covering runs 1 to 3: facts 1, 2 and 3, none in run 4.
    const { rows } = await sweep(
      [thread(4, facts)],
      { ...GRID, tokenThresholds: [130], keepRecentCounts: [1] },
      options,
    );
    expect(rows[0]?.totals.summaries).toBe(1);
    expect(rows[0]?.retention).toBe(0);
  });

  it('is 1 without folds and null without facts', async () => {
    const grid = { ...GRID, keepCounts: [2, 9] };
    const empty = buildRetentionIndex(
      [2, 2, 2, 2],
      Array.from({ length: 8 }, () => []),
    );
    const { rows } = await sweep([thread(4, empty)], grid);
    expect(rows.map((row) => row.retention)).toEqual([null, 1]);
    const { rows: unasked } = await sweep([thread(4)], grid);
    expect(unasked.map((row) => row.retention)).toEqual([null, null]);
  });

  it('finds a fact again inside a longer one', async () => {
    // Run 1 has fact 1. Run 3 has fact 2, a sentence in which fact 1 can be read.
    const own = [[1], [], [], [], [2], [], [], []];
    const readable = [[1], [], [], [], [1, 2], [], [], []];
    const grid = { ...GRID, keepCounts: [2] };
    const { rows: byOwn } = await sweep([thread(4, buildRetentionIndex([2, 2, 2, 2], own))], grid);
    const { rows } = await sweep([thread(4, buildRetentionIndex([2, 2, 2, 2], own, readable))], grid);
    expect([byOwn[0]?.retention, rows[0]?.retention]).toEqual([0, 1]);
  });
});

describe('rankRows', () => {
  const totals = {
    calls: 10,
    summaries: 1,
    peakTokens: 1000,
    overLimit: 0,
    sentTokens: 5000,
    summarizerTokens: 0,
  };

  function row(keep: number, cost: number, retention: number | null, more: Partial<SweepRow> = {}): SweepRow {
    return {
      policy: slidingWindow(keep),
      totals: { ...totals, cost },
      retention,
      pareto: false,
      reachable: true,
      oscillates: false,
      byThread: { summaries: [], peakTokens: [], sentTokens: [], cost: [], retention: [] },
      ...more,
    };
  }

  it('marks the rows that no other beats in cost or retention without losing in the other', () => {
    const rows = [
      row(1, 10, 0.5),
      row(2, 12, 0.5),
      row(3, 12, 0.9),
      row(4, 10, 0.5),
      row(5, 20, 0.9),
      row(6, 9, 0.1),
    ];
    // 2 costs more than 1 for the same; 5 costs more than 3 for the same; 1 and 4 are equal.
    expect(rankRows(rows).rows.map((ranked) => ranked.pareto)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('recommends what keeps most among rows that cost at most a quarter more than the cheapest', () => {
    const { recommended } = rankRows([row(1, 100, 0.4), row(2, 125, 0.7), row(3, 126, 0.99)]);
    expect(recommended?.policy).toEqual(slidingWindow(2));
    expect(recommended?.because).toEqual([
      '3 of 3 policies have the fewest calls over the limit: 0.',
      "3 of 3 have a threshold that can be reached and don't oscillate.",
      '2 of 3 cost at most 1.25 times the lowest cost, $100.00.',
      'Of 2, the one that keeps most, then has the lowest peak, then the fewest summaries: it keeps ' +
        '70.0 % of the facts, peaks at 1000 tokens and folds 1 times, costs $125.00.',
    ]);
  });

  it('first leaves out what exceeds the limit, then what folds for ever or run after run', () => {
    const over = row(1, 1, 1, { totals: { ...totals, cost: 1, overLimit: 2 } });
    const thrashing = row(2, 1, 1, { oscillates: true });
    const unreachable = row(3, 1, 1, { reachable: false });
    const calm = row(4, 50, 0.1);
    expect(rankRows([over, thrashing, unreachable, calm]).recommended?.policy).toEqual(slidingWindow(4));
    expect(rankRows([over, thrashing, unreachable]).recommended?.policy).toEqual(slidingWindow(2));
  });

  it('breaks ties by peak, then by summaries, then by grid order', () => {
    const lowPeak = { totals: { ...totals, cost: 10, peakTokens: 900, summaries: 3 } };
    const fewer = { totals: { ...totals, cost: 10, peakTokens: 900, summaries: 2 } };
    const rows = [row(1, 10, 0.5), row(2, 10, 0.5, lowPeak), row(3, 10, 0.5, fewer), row(4, 10, 0.5, fewer)];
    expect(rankRows(rows).recommended?.policy).toEqual(slidingWindow(3));
  });

  it('goes by tokens where prices are not known, and says so', () => {
    const tokens = (keep: number, sentTokens: number, retention: number): SweepRow =>
      row(keep, 0, retention, { totals: { ...totals, cost: null, sentTokens } });
    const { recommended } = rankRows([tokens(1, 1000, 0.2), tokens(2, 1200, 0.6), tokens(3, 1300, 0.9)]);
    expect(recommended?.policy).toEqual(slidingWindow(2));
    expect(recommended?.because[2]).toContain('prices are not known');
  });

  it('never sets money against tokens: one row without a price, and all are ranked by tokens', () => {
    // Nothing is folded in the first, so the summarizer's unknown price doesn't matter to it alone.
    const unfolded = row(1, 0.02, 1, { totals: { ...totals, cost: 0.02, sentTokens: 9000 } });
    const folded = row(2, 0, 0.5, { totals: { ...totals, cost: null, sentTokens: 5000 } });
    const { rows, recommended } = rankRows([unfolded, folded]);
    expect(rows.map(({ pareto }) => pareto)).toEqual([true, true]);
    // 9,000 is more than 1.25 × 5,000.
    expect(recommended?.policy).toEqual(slidingWindow(2));
    expect(recommended?.because[2]).toContain('the fewest tokens, 5000');
  });
});
