import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fileOfRuns, runTidemark } from './replay-cli.ts';

const TOTALS = [150, 200, 250, 300];
const SIZE = ['--summary-tokens', '10'];

const POLICY = z.record(z.string(), z.union([z.string(), z.number()]));
const SWEEP = z.object({
  threads: z.array(z.string()),
  rows: z.array(z.object({ policy: POLICY, totals: z.unknown() })),
  recommended: z.object({ policy: POLICY, because: z.array(z.string()) }),
});

describe('tidemark sweep', () => {
  it('prints rows in grid order, each with the totals that simulate has for its policy', async () => {
    const file = await fileOfRuns(TOTALS);
    const grid = ['--threshold', '150..200/25', '--keep-recent', '1..2', '--keep', '2'];
    const { code, stdout } = await runTidemark(['sweep', file, ...grid, ...SIZE, '--json']);
    expect(code).toBe(0);
    const printed = SWEEP.parse(JSON.parse(stdout));
    expect(printed.threads).toEqual(['t-1']);
    expect(printed.rows.map(({ policy }) => Object.values(policy))).toEqual([
      ['llm', 150, 1],
      ['llm', 150, 2],
      ['llm', 175, 1],
      ['llm', 175, 2],
      ['llm', 200, 1],
      ['llm', 200, 2],
      ['sliding-window', 2],
    ]);
    const knobs = ['--summarizer', 'llm', '--threshold', '175', '--keep-recent', '1'];
    const { stdout: single } = await runTidemark(['simulate', file, ...knobs, ...SIZE, '--json']);
    const simulated = z.object({ totals: z.unknown() }).parse(JSON.parse(single));
    expect(printed.rows[2]?.totals).toEqual(simulated.totals);
  });

  it('recommends one of its rows and says why', async () => {
    const file = await fileOfRuns(TOTALS);
    const { stdout } = await runTidemark(['sweep', file, '--threshold', '150..250/50', ...SIZE, '--json']);
    const printed = SWEEP.parse(JSON.parse(stdout));
    expect(printed.rows.map(({ policy }) => policy)).toContainEqual(printed.recommended.policy);
    expect(printed.recommended.because.length).toBeGreaterThan(1);
  });

  it('adds up several threads, and keeps their own figures beside the sums', async () => {
    const files = [await fileOfRuns(TOTALS, 't-1'), await fileOfRuns(TOTALS.slice(0, 2), 't-2')];
    const { stdout } = await runTidemark(['sweep', ...files, '--threshold', '9000', '--json']);
    // Nothing folds: 120 + 170 + 220 + 270 = 780, and 120 + 170 = 290.
    expect(JSON.parse(stdout)).toMatchObject({
      threads: ['t-1', 't-2'],
      rows: [{ totals: { sent: 1070, peak: 270 }, byThread: { sent: [780, 290], peak: [270, 170] } }],
    });
  });

  it('prints CSV with an empty cell for what is not known', async () => {
    const file = await fileOfRuns(TOTALS);
    const { stdout } = await runTidemark(['sweep', file, '--keep', '9', '--csv']);
    expect(stdout).toBe(
      'summarizer,threshold,keepRecent,keep,calls,summaries,peak,overLimit,sent,summarizerTokens,cost,' +
        'retention,pareto,reachable,oscillates\n' +
        'sliding-window,,,9,4,0,270,,780,0,,1,true,true,false\n',
    );
  });

  it('says to people what it recommends', async () => {
    const { stdout } = await runTidemark(['sweep', await fileOfRuns(TOTALS), '--keep', '2..4']);
    expect(stdout).toMatch(/Recommended: --summarizer sliding-window --keep \d/);
  });

  it('refuses an empty grid, a range that runs backwards and one without an end', async () => {
    const file = await fileOfRuns(TOTALS);
    for (const grid of [[], ['--threshold', '9..1'], ['--keep', '1..'], ['--threshold', '0..99999999']]) {
      const { code, stdout } = await runTidemark(['sweep', file, ...grid]);
      expect([code, stdout]).toEqual([2, '']);
    }
  });

  it('stops at Ctrl-C with code 130 and prints nothing', async () => {
    const abort = new AbortController();
    const file = await fileOfRuns(TOTALS);
    const running = runTidemark(
      ['sweep', file, '--threshold', '1..1000', '--keep-recent', '1..9', '--json'],
      {},
      abort.signal,
    );
    abort.abort();
    expect(await running).toMatchObject({ code: 130, stdout: '' });
  });
});
