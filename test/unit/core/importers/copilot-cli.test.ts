import { describe, expect, it } from 'vitest';
import { copilotCli } from '../../../../core/importers/copilot-cli.ts';
import { importFixture, importLines } from '../../../support/import-fixture.ts';

describe('copilotCli', () => {
  it('takes what a session used from its end, as one sum, and counts no reply beside it', async () => {
    const { detected, inspected, threads, warnings } = await importFixture(
      copilotCli,
      'copilot-cli-session.jsonl',
    );
    expect(detected).toBe('copilot-cli');
    const [first, second] = threads[0]?.runs ?? [];
    expect(
      first?.calls.map(({ reported, perCall, prompt, output }) => [reported, perCall, prompt, output]),
    ).toEqual([
      [false, true, null, null],
      [false, true, null, null],
      [false, true, null, null],
      [true, false, 900, 49],
    ]);
    expect(first?.calls[3]).toMatchObject({
      model: 'test-model',
      cached: 600,
      cacheWritten: 50,
      reasoning: 10,
    });
    // After the last end only what the replies say of themselves is known: what they wrote.
    expect(second?.calls.map(({ prompt, output, total }) => [prompt, output, total])).toEqual([
      [null, 8, null],
    ]);
    expect(inspected[0]?.usage).toEqual({ calls: 4, prompt: 900, cached: 600, output: 57, total: 949 });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-record', 23]]);
  });

  it('shows what the user said, opens no run when the program urges on, and keeps what was sent', async () => {
    const { threads } = await importFixture(copilotCli, 'copilot-cli-session.jsonl');
    expect(threads[0]?.runs.map(({ runId, status }) => [runId, status])).toEqual([
      ['e4', 'complete'],
      ['e20', 'cancelled'],
    ]);
    expect(threads[0]?.runs[0]?.messages[0]?.items[0]).toMatchObject({
      content: 'Dig the bed',
      transformed_content: '<now>10:00</now>\n\nDig the bed',
    });
    expect(threads[0]?.runs[0]?.messages[5]?.items[0]).toMatchObject({ content: 'You are not done yet.' });
  });

  it('adds the call of a tool that no reply asked for to the reply of its turn', async () => {
    const { threads, inspected } = await importFixture(copilotCli, 'copilot-cli-session.jsonl');
    expect(
      threads[0]?.runs[0]?.messages.slice(1, 4).map(({ items }) => items.map(({ type }) => type)),
    ).toEqual([
      ['reasoning', 'message', 'function_call', 'function_call'],
      ['function_call_output'],
      ['function_call_output'],
    ]);
    expect(inspected[0]?.runs[0]?.orphans).toEqual({ calls: 0, results: 0 });
  });

  it('makes a sub-agent a thread that the run started', async () => {
    const { threads } = await importFixture(copilotCli, 'copilot-cli-session.jsonl');
    expect(threads[1]).toMatchObject({
      threadId: 'cp-1/agent-t1',
      startedBy: { threadId: 'cp-1', runId: 'e4' },
    });
    expect(threads[1]?.runs[0]?.messages).toHaveLength(1);
  });

  it('reads a compaction with its token counts', async () => {
    const { inspected } = await importFixture(copilotCli, 'copilot-cli-session.jsonl');
    expect(inspected[0]?.boundaries).toMatchObject([
      { afterRun: 'e4', text: 'A bed was dug.', tokensBefore: 700, tokensAfter: 120 },
    ]);
  });

  it('counts only what is new when the same process tells its totals again', async () => {
    const end = (prompt: number, output: number): object => ({
      type: 'session.shutdown',
      data: {
        sessionStartTime: 7,
        modelMetrics: { m: { usage: { inputTokens: prompt, outputTokens: output } } },
      },
    });
    const ask = { type: 'user.message', id: 'u', data: { content: 'go' } };
    const { inspected } = await importLines(copilotCli, [ask, end(100, 10), ask, end(130, 15), end(130, 15)]);
    expect(inspected[0]?.usage).toMatchObject({ prompt: 130, output: 15, total: 145 });
  });

  it('survives values of other types, and refuses what holds nothing', async () => {
    const { inspected } = await importLines(copilotCli, [
      { type: 'session.start', data: { sessionId: 5 } },
      { type: 'user.message', data: { content: 4 } },
      {
        type: 'assistant.message',
        data: { content: [], toolRequests: [null, { toolCallId: 3 }], outputTokens: 'x' },
      },
      { type: 'tool.execution_complete', data: null },
      { type: 'session.shutdown', data: { modelMetrics: { m: null, n: { usage: [] } } } },
    ]);
    expect(inspected).toHaveLength(1);
    await expect(importLines(copilotCli, [{ type: 'session.info', data: {} }])).rejects.toThrow(/no event/);
  });
});
