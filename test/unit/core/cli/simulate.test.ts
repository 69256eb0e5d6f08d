import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startResponsesServer, textReply } from '../../../support/responses-server.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { fileOfRuns, runTidemark } from './replay-cli.ts';

// Overhead 100: totals 150, 200, 250, 300 for transcripts of 50, 100, 150, 200 tokens.
const TOTALS = [150, 200, 250, 300];
const LLM = ['--summarizer', 'llm', '--threshold', '180', '--keep-recent', '1', '--summary-tokens', '10'];

const STEPS = z.object({
  steps: z.array(z.object({ fired: z.boolean(), summary: z.string().optional(), summaryTokens: z.number() })),
});

describe('tidemark simulate --json', () => {
  it('prints policy, calibration, zones, one step per call, totals and findings', async () => {
    const { code, stdout, stderr } = await runTidemark([
      'simulate',
      await fileOfRuns(TOTALS),
      ...LLM,
      '--json',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const printed: unknown = JSON.parse(stdout);
    expect(printed).toMatchObject({
      thread: 't-1',
      policy: { summarizer: 'llm', threshold: 180, keepRecent: 1 },
      calibration: { overhead: 100, factor: 1, samples: 4, medianError: 0 },
      floor: 130,
      reachable: true,
      totals: { calls: 4, summaries: 1, peak: 180, overLimit: null, sent: 600, cost: null },
      findings: [],
    });
    // The third call sees 200 + 20 > 180; the view is the summary and one message, 100 + 10 + 20.
    expect(printed).toHaveProperty('steps.2', {
      index: 2,
      run: 'r3',
      before: { measured: 200, pending: 20 },
      source: 'estimated',
      fired: true,
      reason: 'fired',
      covered: ['r1', 'r2'],
      boundary: 'r2',
      summaryTokens: 10,
      sent: 130,
      sentMessages: 2,
      cost: { agent: null, summarizer: null },
      total: 160,
      cached: null,
    });
    expect(printed).toHaveProperty('steps.0.covered', []);
  });

  it('counts the instructions of a thread that reports nothing, unless it is told the overhead', async () => {
    const path = join(await tempDir(), 'chat.json');
    const said = ['Which gate?', 'Gate 4.', 'And the train?', 'The 9:40.'];
    const messages = [
      { role: 'system', content: 'Never mention fares. '.repeat(1000) },
      ...said.map((content, place) => ({ role: place % 2 === 0 ? 'user' : 'assistant', content })),
    ];
    await writeFile(path, JSON.stringify({ messages }));
    const argv = ['simulate', path, '--summarizer', 'llm', '--threshold', '4000', '--keep-recent', '2'];
    const { stdout } = await runTidemark([...argv, '--json']);
    // 21,000 bytes / 4 and 4: 5,254; run 1 adds 4 + ⌈11 / 4⌉ and 4 + ⌈7 / 4⌉, run 2's question 4 + ⌈14 / 4⌉.
    expect(JSON.parse(stdout)).toMatchObject({
      calibration: null,
      overhead: 5254,
      overheadSource: 'instructions',
      steps: [
        { reason: 'below-threshold', sent: 5261 },
        { reason: 'too-few-runs', before: { measured: 5267, pending: 8 }, sent: 5275, source: 'estimated' },
      ],
      totals: { summaries: 0 },
      findings: [{ code: 'threshold-unreachable' }, { code: 'keep-window-too-large' }],
    });
    expect((await runTidemark(argv)).stdout).toContain('with an overhead of 5,254 tokens (its instructions)');
    const told = await runTidemark([...argv, '--overhead', '0', '--json']);
    expect(JSON.parse(told.stdout)).toMatchObject({ overhead: 0, overheadSource: 'given', findings: [] });
  });

  it('keeps its fields in their order', async () => {
    const { stdout } = await runTidemark(['simulate', await fileOfRuns(TOTALS), ...LLM, '--json']);
    const printed = z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
    expect(Object.keys(printed).slice(0, 8)).toEqual([
      'thread',
      'policy',
      'calibration',
      'floor',
      'reachable',
      'steps',
      'totals',
      'findings',
    ]);
  });

  it('knows the knobs of each summarizer', async () => {
    const file = await fileOfRuns(TOTALS);
    const policyOf = async (...options: string[]): Promise<unknown> => {
      const { stdout } = await runTidemark(['simulate', file, '--json', '--summarizer', ...options]);
      return z.object({ policy: z.unknown() }).parse(JSON.parse(stdout)).policy;
    };
    expect(await policyOf('none')).toEqual({ summarizer: 'none' });
    expect(await policyOf('sliding-window', '--keep', '3')).toEqual({
      summarizer: 'sliding-window',
      keep: 3,
    });
    expect(await policyOf('sliding-window')).toEqual({ summarizer: 'sliding-window', keep: 1 });
    expect(await policyOf('llm', '--threshold', '4_000')).toEqual({
      summarizer: 'llm',
      threshold: 4000,
      keepRecent: 5,
    });
  });

  it('takes prices and the context window from the model it is told', async () => {
    const file = await fileOfRuns(TOTALS);
    const model = ['--model', 'OpenAI/gpt-4o-mini'];
    const { stdout } = await runTidemark(['simulate', file, ...LLM, ...model, '--json']);
    const printed: unknown = JSON.parse(stdout);
    expect(printed).toMatchObject({ model: 'OpenAI/gpt-4o-mini', limit: 128_000, totals: { overLimit: 0 } });
    // 0.15 and 0.60 dollars per million: 120 tokens in, 30 out.
    expect(printed).toHaveProperty('steps.0.cost.agent', expect.closeTo((120 * 0.15 + 30 * 0.6) / 1e6, 12));
    const unknown = await runTidemark(['simulate', file, ...LLM, '--model', 'mine-1', '--json']);
    expect(unknown.stderr).toContain('the prices of mine-1 are not known');
    expect(unknown.code).toBe(0);
  });

  it('takes overhead, limit and the size of a summary from its options', async () => {
    const file = await fileOfRuns(TOTALS);
    const knobs = [
      '--summarizer',
      'llm',
      '--threshold',
      '1200',
      '--keep-recent',
      '1',
      '--summary-ratio',
      '0.5',
    ];
    const more = ['--overhead', '1000', '--limit', '170', '--json'];
    const { stdout } = await runTidemark(['simulate', file, ...knobs, ...more]);
    // Reported prompts are taken as they are until something is folded, which is never: 120 … 270.
    expect(JSON.parse(stdout)).toMatchObject({ totals: { overLimit: 2, summaries: 0 }, overhead: 1000 });
    const { stdout: folded } = await runTidemark([
      'simulate',
      file,
      ...LLM.slice(0, 6),
      '--summary-ratio',
      '0.5',
      '--json',
    ]);
    expect(JSON.parse(folded)).toHaveProperty('steps.2.summaryTokens', 50);
  });
});

describe('tidemark simulate', () => {
  it('says to people what was decided and what it comes to', async () => {
    const { code, stdout } = await runTidemark(['simulate', await fileOfRuns(TOTALS), ...LLM]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Calibrated on 4 reports: overhead 100 tokens, factor 1.000, median error 0.0 %.',
    );
    expect(stdout).toContain('At 130 tokens and below it fires for ever, from 270 on never.');
    expect(stdout).toContain('covers runs 1–2 in 10 tokens');
    expect(stdout).toMatch(/4 calls, 1 fold, peak 180 tokens, 600 sent/);
  });

  it('names the run of a finding', async () => {
    const knobs = ['--summarizer', 'llm', '--threshold', '10', '--keep-recent', '9'];
    const { stdout } = await runTidemark(['simulate', await fileOfRuns(TOTALS), ...knobs]);
    expect(stdout).toContain('keep-window-too-large r1:');
  });

  it('refuses what makes no sense with code 2, and what holds no thread with code 3', async () => {
    const file = await fileOfRuns(TOTALS);
    const missing = await runTidemark(['simulate', file, '--summarizer', 'llm']);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'tidemark: --summarizer llm needs a --threshold in tokens\n',
    ]);
    const kind = await runTidemark(['simulate', file, '--summarizer', 'magic']);
    expect(kind.code).toBe(2);
    const both = ['--summary-tokens', '5', '--summary-ratio', '0.5'];
    expect((await runTidemark(['simulate', file, '--summarizer', 'none', ...both])).code).toBe(2);
    expect((await runTidemark(['simulate', `${file}.gone`, '--summarizer', 'none'])).code).toBe(3);
  });

  it('passes over a knob that the summarizer does not have, and says so', async () => {
    const file = await fileOfRuns(TOTALS);
    const { code, stderr } = await runTidemark(['simulate', file, '--summarizer', 'none', '--keep', '3']);
    expect([code, stderr]).toEqual([
      0,
      'warning: --keep has no meaning for --summarizer none and is not used\n',
    ]);
  });
});

describe('tidemark simulate with real summaries', () => {
  const KNOBS = ['--summarizer', 'llm', '--threshold', '180', '--keep-recent', '1', '--json'];

  it('has the offline model write each summary, which then has its own size', async () => {
    const { code, stdout } = await runTidemark(['simulate', await fileOfRuns(TOTALS), ...KNOBS, '--offline']);
    expect(code).toBe(0);
    const printed = STEPS.parse(JSON.parse(stdout));
    const folds = printed.steps.filter((step) => step.fired);
    expect(folds.length).toBeGreaterThan(0);
    for (const { summary, summaryTokens } of folds) {
      expect(summary).toMatch(/^Previous conversation summary: /);
      // Framing of 4, and a token for every 4 bytes.
      expect(summaryTokens).toBe(4 + Math.ceil(Buffer.byteLength(summary ?? '') / 4));
    }
  });

  it('asks the configured model once per fold, an earlier summary first, and bills what it reports', async () => {
    const server = await startResponsesServer([
      textReply('the first', { input: 500, output: 20 }),
      textReply('the second', { input: 300, output: 10 }),
    ]);
    onTestFinished(() => server.close());
    const env = { TIDEMARK_MODEL: 'm-1', TIDEMARK_BASE_URL: server.baseUrl, TIDEMARK_API_KEY: 'k' };
    const args = ['simulate', await fileOfRuns(TOTALS), ...KNOBS, '--real'];
    const { code, stdout, stderr } = await runTidemark(args, env);
    expect([code, stderr]).toEqual([0, '']);
    // "Previous conversation summary: the first" is 40 bytes: 14 tokens. After the fold before call 3 the
    // total is 100 + 14 + 20 + 30 = 164, and 164 + 20 > 180: it folds again before call 4.
    const printed: unknown = JSON.parse(stdout);
    expect(printed).toMatchObject({ totals: { summaries: 2, summarizerTokens: 500 + 20 + 300 + 10 } });
    expect(printed).toHaveProperty('steps.2.summaryTokens', 14);
    expect(server.requests).toHaveLength(2);
    const second = JSON.stringify(server.requests[1]?.body);
    expect(second).toContain('system: Previous conversation summary: the first');
    expect(second).toContain('Berth B-102');
    expect(second).not.toContain('Berth B-101');
  });

  it('fails with what to do when no model is configured, and when the model answers nothing', async () => {
    const file = await fileOfRuns(TOTALS);
    const unset = await runTidemark(['simulate', file, ...KNOBS, '--real']);
    expect([unset.code, unset.stdout]).toEqual([2, '']);
    expect(unset.stderr).toContain('set TIDEMARK_MODEL');
    const server = await startResponsesServer([textReply('  ')]);
    onTestFinished(() => server.close());
    const env = { TIDEMARK_MODEL: 'm-1', TIDEMARK_BASE_URL: server.baseUrl };
    const empty = await runTidemark(['simulate', file, ...KNOBS, '--real'], env);
    expect([empty.code, empty.stdout]).toEqual([1, '']);
    expect(empty.stderr).toContain('answered without any text');
  });
});
