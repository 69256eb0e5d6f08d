import { describe, expect, it } from 'vitest';
import { kimi } from '../../../../core/importers/kimi.ts';
import { fixtureBytes, importBytes, importFixture, importLines } from '../../../support/import-fixture.ts';

describe('kimi', () => {
  it('takes the running total of a context file for the sum of a run, and never for a call', async () => {
    const { detected, inspected, threads, warnings } = await importFixture(kimi, 'kimi-context.jsonl');
    expect(detected).toBe('kimi');
    // 210 and 30 by the end of the first run; 340 − 210 = 130 and 37 − 30 = 7 in the second.
    expect(
      threads[0]?.runs.map(({ calls }) =>
        calls.map(({ prompt, output, perCall, reported }) => [prompt, output, perCall, reported]),
      ),
    ).toEqual([
      [
        [null, null, true, false],
        [null, null, true, false],
        [210, 30, false, true],
      ],
      [
        [null, null, true, false],
        [130, 7, false, true],
      ],
    ]);
    expect(inspected[0]?.usage).toEqual({ calls: 3, prompt: 340, cached: null, output: 37, total: 377 });
    expect(threads[0]?.runs[0]?.occupancyAfter).toBeNull();
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-record', 12]]);
  });

  it('reads thoughts, calls and results of a context file, and its system prompt as instructions', async () => {
    const { threads } = await importFixture(kimi, 'kimi-context.jsonl');
    const [run] = threads[0]?.runs ?? [];
    expect(run?.meta['instructions']).toMatchObject([{ role: 'system', content: 'You mend nets.' }]);
    expect(run?.messages.map(({ items }) => items.map(({ type }) => type))).toEqual([
      ['message'],
      ['reasoning', 'message', 'function_call'],
      ['function_call_output'],
      ['message'],
    ]);
  });

  it('counts a step of a wire log once, though its report is repeated, and the call of a summary beside it', async () => {
    const { detected, inspected, threads } = await importFixture(kimi, 'kimi-wire.jsonl');
    expect(detected).toBe('kimi');
    // 50 + 400 in, 20 out; 30 + 460 in, 6 out; the summary: 70 + 440 in, 80 out.
    expect(
      threads[0]?.runs[1]?.calls.map(({ model, replyAt, prompt, cached, output }) => [
        model,
        replyAt,
        prompt,
        cached,
        output,
      ]),
    ).toEqual([
      ['kimi-test', 2, 450, 400, 20],
      ['kimi-test', 5, 490, 460, 6],
      ['x/kimi-test', null, 510, 440, 80],
    ]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 3, prompt: 1450, output: 106 });
    expect(threads[0]?.runs[1]?.occupancyAfter).toEqual({ measuredTokens: 496, pendingTokens: 0 });
  });

  it('opens a run at every prompt, answered or not, and none at what the program puts in', async () => {
    const { inspected, warnings } = await importFixture(kimi, 'kimi-wire.jsonl');
    expect(
      inspected[0]?.runs.map(({ messages, toolCalls, toolResults, orphans }) => [
        messages,
        toolCalls,
        toolResults,
        orphans,
      ]),
    ).toEqual([
      [1, 0, 0, { calls: 0, results: 0 }],
      [6, 2, 2, { calls: 0, results: 0 }],
      [1, 0, 0, { calls: 0, results: 0 }],
    ]);
    expect(inspected[0]?.boundaries).toMatchObject([
      {
        afterRun: 'run-2',
        text: '9 piles of shells.',
        trigger: 'auto',
        tokensBefore: 700,
        tokensAfter: 90,
        applies: true,
      },
    ]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-record', 29]]);
  });

  it('takes the session from the folder of the file', async () => {
    const bytes = fixtureBytes('kimi-context.jsonl');
    const { threads } = await importBytes(kimi, bytes, '/home/.kimi/sessions/ab12/6f0c-1/context.jsonl');
    expect(threads[0]?.threadId).toBe('6f0c-1');
  });

  it('survives values of other types, and refuses what holds nothing', async () => {
    const { inspected } = await importLines(kimi, [
      { type: 'turn.prompt', input: 5 },
      { type: 'context.append_message', message: { role: 'user', content: 7 } },
      { type: 'context.append_loop_event', event: { type: 'content.part', part: null } },
      { type: 'context.append_loop_event', event: { type: 'step.end', usage: [] } },
      { type: 'context.append_loop_event', event: { type: 'tool.result', result: null } },
      { type: 'usage.record', usage: 'much' },
      { type: 'context.apply_compaction', summary: {}, tokensBefore: -1 },
    ]);
    expect(inspected[0]?.runs).toHaveLength(1);
    expect(inspected[0]?.boundaries).toMatchObject([{ text: null, tokensBefore: null }]);
    await expect(importLines(kimi, [{ role: '_hologram' }])).rejects.toThrow(/no record/);
  });
});
