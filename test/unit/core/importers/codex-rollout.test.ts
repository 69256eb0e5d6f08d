import { describe, expect, it } from 'vitest';
import { codexRollout } from '../../../../core/importers/codex-rollout.ts';
import { importBytes, importFixture, importLines, fixtureBytes } from '../../../support/import-fixture.ts';

describe('codexRollout', () => {
  it('counts a report once, however often it is repeated, and skips those without counts', async () => {
    const { detected, inspected, warnings } = await importFixture(
      codexRollout,
      'codex-rollout-repeated-reports.jsonl',
    );
    expect(detected).toBe('codex-rollout');
    expect(inspected).toHaveLength(1);
    const [run, ...others] = inspected[0]?.runs ?? [];
    expect(others).toEqual([]);
    expect(run?.calls).toMatchObject([
      { model: 'gpt-test', prompt: 700, cached: 400, output: 50, reasoning: 30, total: 750 },
      { model: 'gpt-test', prompt: 800, cached: 600, output: 20, reasoning: 0, total: 820 },
    ]);
    // What the log's own total says: 700 + 800 in, 50 + 20 out.
    expect(inspected[0]?.usage).toMatchObject({
      calls: 2,
      prompt: 1500,
      cached: 1000,
      output: 70,
      total: 1570,
    });
    expect(warnings).toEqual([]);
  });

  it('opens a run at the words of a turn, not at injected ones, and takes later ones for steering', async () => {
    const { threads, inspected } = await importFixture(codexRollout, 'codex-rollout-repeated-reports.jsonl');
    const run = threads[0]?.runs[0];
    expect([run?.runId, run?.status]).toEqual(['turn-1', 'complete']);
    expect(run?.messages.map(({ items }) => items.map(({ type }) => type))).toEqual([
      ['message'],
      ['reasoning', 'function_call', 'function_call'],
      ['function_call_output'],
      ['function_call_output'],
      ['message'],
      ['message'],
    ]);
    expect(run?.calls.map(({ replyAt }) => replyAt)).toEqual([1, 5]);
    expect(run?.meta['instructions']).toMatchObject([{ content: 'You count animals.' }, { role: 'user' }]);
    expect(inspected[0]?.runs[0]?.orphans).toEqual({ calls: 0, results: 0 });
    expect(threads[0]?.title).toBe('Count the bees');
  });

  it('gives a report that comes before its items to the items that follow', async () => {
    const { threads } = await importFixture(codexRollout, 'codex-rollout-reports-first.jsonl');
    expect(threads[0]?.runs[0]?.calls.map(({ model, replyAt, total }) => [model, replyAt, total])).toEqual([
      ['gpt-old', 1, 110],
      ['gpt-new', 3, 135],
    ]);
  });

  it('puts a summary between or inside the runs and never its new beginning into the transcript', async () => {
    const { inspected, threads } = await importFixture(codexRollout, 'codex-rollout-compactions.jsonl');
    expect(inspected[0]?.runs.map(({ id, status, messages }) => [id, status, messages])).toEqual([
      ['t-1', 'complete', 2],
      ['t-3', 'cancelled', 4],
    ]);
    expect(inspected[0]?.boundaries).toMatchObject([
      { afterRun: 't-1', text: 'The first half is done.', opaque: false, madeBy: null },
      { afterRun: 't-1', text: null, opaque: true, madeBy: 't-3' },
    ]);
    expect(threads[0]?.runs[1]?.meta).toMatchObject({
      boundaryInsideRun: [{ summaryId: 'summary-2', afterMessages: 3 }],
    });
    // The call that wrote the summary left no reply; it was billed all the same: 105 + 170 + 64 + 73.
    expect(threads[0]?.runs[0]?.calls.map(({ replyAt, total }) => [replyAt, total])).toEqual([
      [1, 105],
      [null, 170],
    ]);
    expect(threads[0]?.runs[0]?.occupancyAfter).toEqual({ measuredTokens: 105, pendingTokens: 0 });
    expect(inspected[0]?.usage?.total).toBe(412);
  });

  it('marks what a fork replays as copied and counts only what it did itself', async () => {
    const { inspected } = await importFixture(codexRollout, 'codex-rollout-fork.jsonl');
    expect(inspected[0]?.branchOf).toEqual({ threadId: 'r-parent', runId: 't-1' });
    expect(inspected[0]?.runs.map(({ id, copiedFrom }) => [id, copiedFrom])).toEqual([
      ['t-1', 'r-parent'],
      ['t-2', null],
    ]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 1, prompt: 55, output: 3 });
  });

  it('names the thread that started a sub-agent, and leaves the call open that was never answered', async () => {
    const { threads, inspected } = await importFixture(codexRollout, 'codex-rollout-sub-agent.jsonl');
    expect(threads[0]?.startedBy).toEqual({ threadId: 'r-boss', runId: null });
    expect(inspected[0]?.runs).toMatchObject([
      { id: 't-1', status: 'open', orphans: { calls: 1, results: 0 } },
    ]);
    expect(inspected[0]?.usage).toBeNull();
  });

  it('takes the words of events where there are no items, and tells of what it does not know', async () => {
    const { inspected, warnings } = await importFixture(codexRollout, 'codex-rollout-events-only.jsonl');
    expect(inspected[0]?.runs).toMatchObject([{ messages: 2, items: 3 }]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 1, prompt: 9, output: 2 });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['unknown-record', 6],
      ['unknown-record', 7],
    ]);
  });

  it('reads the oldest logs, whose items have no envelope', async () => {
    const { detected, inspected, threads } = await importFixture(codexRollout, 'codex-rollout-oldest.jsonl');
    expect(detected).toBe('codex-rollout');
    expect(inspected[0]?.id).toBe('r-oldest');
    expect(inspected[0]?.runs.map(({ status, messages }) => [status, messages])).toEqual([
      ['complete', 4],
      ['open', 2],
    ]);
    expect(threads[0]?.runs[0]?.meta['instructions']).toMatchObject([
      { content: 'Be kind.' },
      { role: 'user' },
    ]);
  });

  it('pairs calls without ids by name, takes differences where only totals are reported, and says what is missing', async () => {
    const { threads, inspected, warnings } = await importFixture(codexRollout, 'codex-rollout-drift.jsonl');
    expect(inspected[0]?.runs[0]).toMatchObject({
      status: 'error',
      toolCalls: 2,
      toolResults: 2,
      orphans: { calls: 0, results: 0 },
    });
    // 55, then 129 − 55 = 74, then the report itself: 86. The total of 530 has 315 more.
    expect(threads[0]?.runs[0]?.calls.map(({ total }) => total)).toEqual([55, 74, 86]);
    expect(warnings.map(({ code, message }) => [code, /215 .* 530/.test(message)])).toEqual([
      ['usage-total-differs', true],
    ]);
  });

  it('takes the session from the name of a file that does not name it', async () => {
    const id = '0198aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
    const line = { timestamp: '2026-05-05T10:00:00Z', type: 'turn_context', payload: { model: 'gpt-test' } };
    const bytes = new TextEncoder().encode(
      `${JSON.stringify(line)}\n${JSON.stringify({
        timestamp: '2026-05-05T10:00:01Z',
        type: 'event_msg',
        payload: { type: 'token_count', info: { last_token_usage: { input_tokens: 4, output_tokens: 1 } } },
      })}\n`,
    );
    const { inspected } = await importBytes(
      codexRollout,
      bytes,
      `/x/rollout-2026-05-05T10-00-00-${id}.jsonl`,
    );
    expect(inspected).toMatchObject([
      { id, runs: [{ status: 'headless', messages: 0 }], usage: { calls: 1, total: 5 } },
    ]);
  });

  it('leaves out a torn last line with a warning, and refuses what holds nothing', async () => {
    const bytes = fixtureBytes('codex-rollout-fork.jsonl');
    const { warnings } = await importBytes(codexRollout, bytes.subarray(0, bytes.length - 9), 'torn.jsonl');
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['partial-last-line', 11]]);
    await expect(importLines(codexRollout, [{ type: 'world_state', payload: {} }])).rejects.toThrow(
      /no record/,
    );
  });

  it('survives values of other types', async () => {
    const { inspected } = await importLines(codexRollout, [
      { type: 'session_meta', payload: { id: 5, source: [], base_instructions: 7 } },
      { type: 'response_item', payload: { type: 'message', role: 'user', content: 9 } },
      { type: 'response_item', payload: { type: 'message', role: 'user', content: [null, 'go'] } },
      { type: 'response_item', payload: { type: 'function_call', name: 1, arguments: null } },
      {
        type: 'event_msg',
        payload: { type: 'token_count', info: { last_token_usage: [], total_token_usage: 'x' } },
      },
      { type: 'compacted', payload: { message: {}, replacement_history: 3 } },
      { type: 'event_msg', payload: {} },
    ]);
    expect(inspected[0]?.runs).toHaveLength(1);
    expect(inspected[0]?.boundaries).toMatchObject([{ opaque: true, text: null }]);
  });

  it('takes a turn for one though its words were blacked out', async () => {
    const { inspected, threads } = await importLines(codexRollout, [
      { type: 'session_meta', payload: { id: 'r-black' } },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: '[REDACTED]' }] },
      },
      { type: 'event_msg', payload: { type: 'user_message', message: '[REDACTED]' } },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '' }] },
      },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: '[REDACTED]' }] },
      },
      { type: 'event_msg', payload: { type: 'user_message', message: '[REDACTED]' } },
    ]);
    expect(inspected[0]?.runs.map(({ messages }) => messages)).toEqual([2, 1]);
    expect(threads[0]?.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ content: [{ text: '[REDACTED]' }] }],
      [{ role: 'assistant' }],
    ]);
  });
});
