import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { fixtureBytes, importBytes, importFixture, importLines } from '../../../support/import-fixture.ts';

describe('claudeCode', () => {
  it('takes the lines of one answer for one call, with the largest usage of each field', async () => {
    // Summed per line the output would be 2 + 2 + 96 + 96 + 14 = 210; the first line alone says 2.
    const { detected, inspected } = await importFixture(claudeCode, 'claude-code-usage-per-block.jsonl');
    expect(detected).toBe('claude-code');
    const [thread] = inspected;
    expect(inspected).toHaveLength(1);
    expect(thread?.runs).toHaveLength(1);
    // msg_1: 3 + 8000 + 1200 = 9203 in, 96 out; msg_2: 6 + 9203 + 80 = 9289 in, 14 out.
    expect(
      thread?.runs[0]?.calls.map(({ prompt, cached, cacheWritten, output }) => [
        prompt,
        cached,
        cacheWritten,
        output,
      ]),
    ).toEqual([
      [9203, 8000, 1200, 96],
      [9289, 9203, 80, 14],
    ]);
    expect(thread?.usage).toEqual({ calls: 2, prompt: 18_492, cached: 17_203, output: 110, total: 18_602 });
  });

  it('joins the blocks of an answer and keeps results that hang on different lines of it', async () => {
    const { threads, inspected } = await importFixture(claudeCode, 'claude-code-usage-per-block.jsonl');
    const messages = threads[0]?.runs[0]?.messages ?? [];
    expect(messages.map(({ items }) => items.map(({ type }) => type))).toEqual([
      ['message'],
      ['reasoning', 'message', 'function_call', 'function_call'],
      ['function_call_output'],
      ['function_call_output'],
      ['message'],
    ]);
    expect(inspected[0]?.runs[0]).toMatchObject({
      toolCalls: 2,
      toolResults: 2,
      orphans: { calls: 0, results: 0 },
    });
    expect(messages[3]?.items[0]).toMatchObject({
      call_id: 'tu_weigh',
      output: [
        { type: 'input_text', text: '12 kg' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    });
  });

  it('counts what a forked session repeats once, and shows it in both', async () => {
    const { inspected } = await importFixture(claudeCode, 'claude-code-forked-copies.jsonl');
    const [first, second] = inspected;
    expect(first?.runs.map(({ id, copiedFrom }) => [id, copiedFrom])).toEqual([['p1', null]]);
    expect(second?.runs.map(({ id, copiedFrom }) => [id, copiedFrom])).toEqual([
      ['p1', 's-first'],
      ['q1', null],
    ]);
    expect(second?.branchOf).toEqual({ threadId: 's-first', runId: 'p1' });
    expect([first?.usage?.output, second?.usage?.output]).toEqual([40, 11]);
  });

  it('puts a summary between the runs and not among them, with what the log tells of it', async () => {
    // parentUuid is null at the boundary; the thread goes on by logicalParentUuid.
    const { inspected, threads } = await importFixture(claudeCode, 'claude-code-compaction.jsonl');
    expect(inspected).toHaveLength(1);
    expect(inspected[0]?.runs.map(({ id }) => id)).toEqual(['c1', 'c7']);
    expect(inspected[0]?.boundaries).toMatchObject([
      {
        summaryId: 'c4',
        afterRun: 'c1',
        trigger: 'manual',
        tokensBefore: 151_000,
        text: 'This session goes on. Field one is surveyed.',
        madeBy: null,
      },
      {
        summaryId: 'c10',
        afterRun: 'c1',
        trigger: 'auto',
        tokensBefore: 167_000,
        text: 'Both fields are surveyed, the second has 4 acres.',
        madeBy: 'c7',
      },
    ]);
    // The second was made after the echo of the command, the turn, the call and its result.
    expect(threads[0]?.runs[1]?.meta).toEqual({
      boundaryInsideRun: [{ summaryId: 'c10', afterMessages: 4 }],
    });
    expect(inspected[0]?.usage).toMatchObject({ calls: 3, prompt: 240, output: 49 });
  });

  it('takes the way to the newest line for the thread and the others for branches, each call counted once', async () => {
    const { inspected, threads } = await importFixture(claudeCode, 'claude-code-branches.jsonl');
    expect(
      inspected.map(({ id, branchOf, runs }) => [id, branchOf?.runId ?? null, runs.map((run) => run.id)]),
    ).toEqual([
      ['s-tree', null, ['t1', 't7', 't10']],
      ['s-tree/branch-t3', 't1', ['t1', 't3']],
      ['s-tree/branch-t9', 't1', ['t1', 't3']],
    ]);
    // Six answers in all: 5 + 6 + 4 + 3 + 7 + 2 tokens written.
    expect(inspected.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0)).toBe(27);
    // The second branch leaves inside the run: it repeats the call that counts in the first.
    expect(threads[2]?.runs[1]?.calls.map(({ output }) => output)).toEqual([7]);
    expect(threads[2]?.runs[1]?.meta).toEqual({ callsCountedIn: { threadId: 's-tree/branch-t3', calls: 1 } });
    expect(threads[2]?.runs[1]?.messages).toHaveLength(4);
  });

  it('makes sub-agents threads that a run started, found by agent id or by prompt', async () => {
    const { inspected, threads } = await importFixture(claudeCode, 'claude-code-subagents.jsonl');
    const startedBy = { threadId: 's-agents', runId: 'm1' };
    expect(threads.map(({ threadId, startedBy: start }) => [threadId, start])).toEqual([
      ['s-agents', null],
      ['s-agents/agent-b1', startedBy],
      ['s-agents/agent-trees7', startedBy],
    ]);
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([208, 504, 605]);
    expect(inspected[0]?.runs[0]).toMatchObject({ messages: 5, orphans: { calls: 0, results: 0 } });
  });

  it('names a sub-agent by its own file', async () => {
    const bytes = fixtureBytes('claude-code-agent-file.jsonl');
    const { threads } = await importBytes(claudeCode, bytes, '/logs/s-agents/subagents/agent-attic.jsonl');
    expect(threads.map(({ threadId, startedBy }) => [threadId, startedBy])).toEqual([
      ['s-agents/agent-attic', { threadId: 's-agents', runId: null }],
    ]);
  });

  it('counts of a compacting agent only the call that wrote the summary', async () => {
    const { inspected } = await importFixture(claudeCode, 'claude-code-compacting-agent.jsonl');
    expect(inspected[0]?.runs.map(({ copiedFrom }) => copiedFrom)).toEqual(['s-agents', null]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 1, prompt: 90, output: 6 });
  });

  it('begins a thread anew after /clear', async () => {
    const { threads } = await importFixture(claudeCode, 'claude-code-clear.jsonl');
    expect(threads.map(({ threadId, conversationId, title }) => [threadId, conversationId, title])).toEqual([
      ['s-clear', 'quiet-otter', 'First matter'],
      ['s-clear/2', 'quiet-otter', 'Second matter'],
    ]);
  });

  it('opens no run for injected lines, commands, interrupts, results with words beside them and notices', async () => {
    const { inspected, threads, warnings } = await importFixture(claudeCode, 'claude-code-odd-lines.jsonl');
    const [thread] = inspected;
    expect(thread?.title).toBe('Mail day');
    expect(thread?.runs.map(({ id, status }) => [id, status])).toEqual([
      ['o3', 'cancelled'],
      ['o13', 'error'],
    ]);
    // Two injected lines, the turn, the call, its result with steering, the queued prompt, two replies, the interrupt.
    expect(thread?.runs[0]?.messages).toBe(9);
    // A line that only reports usage is a call without a reply; a notice in the model's place is none at all.
    expect(
      threads[0]?.runs[0]?.calls.map(({ replyAt, prompt, reported }) => [replyAt, prompt, reported]),
    ).toEqual([
      [3, 7, true],
      [null, 9, true],
      [6, 11, true],
      [7, null, false],
    ]);
    expect(threads[0]?.runs[1]?.meta['notices']).toMatchObject([
      { level: 'error', text: 'API Error: overloaded' },
    ]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['skipped-lines', 21],
      ['unknown-record', 17],
    ]);
    expect(warnings[1]?.message).toContain('2 records of type “hologram”');
  });

  it('reads the list of lines of a web download', async () => {
    const { detected, inspected } = await importFixture(claudeCode, 'claude-code-web-download.json');
    expect(detected).toBe('claude-code');
    expect(inspected[0]).toMatchObject({ title: 'Boil an egg', usage: null });
  });

  it('links lines in the order of the file where none names another', async () => {
    const line = (type: string, uuid: string, content: string): object => ({
      type,
      uuid,
      parentUuid: null,
      sessionId: 's-flat',
      message: { role: type, content },
    });
    const { inspected } = await importLines(claudeCode, [
      line('user', 'f1', 'one'),
      line('assistant', 'f2', 'first'),
      line('user', 'f3', 'two'),
      line('assistant', 'f4', 'second'),
    ]);
    expect(inspected.map(({ runs }) => runs.map(({ id }) => id))).toEqual([['f1', 'f3']]);
  });

  it('takes a turn without a predecessor for a new beginning where the log links its lines', async () => {
    const line = (type: string, uuid: string, parentUuid: string | null, content: string): object => ({
      type,
      uuid,
      parentUuid,
      sessionId: 's-again',
      message: { role: type, content },
    });
    const { inspected } = await importLines(claudeCode, [
      line('user', 'g1', null, 'one'),
      line('assistant', 'g2', 'g1', 'first'),
      line('user', 'g3', null, 'one, but better'),
      line('assistant', 'g4', 'g3', 'second'),
    ]);
    expect(inspected.map(({ id, branchOf, runs }) => [id, branchOf, runs.map((run) => run.id)])).toEqual([
      ['s-again', null, ['g3']],
      ['s-again/branch-g1', { threadId: 's-again', runId: null }, ['g1']],
    ]);
  });

  it('counts an answer once that a copy repeats under another line id', async () => {
    const turn = (sessionId: string, uuid: string): object => ({
      type: 'user',
      uuid,
      sessionId,
      message: { role: 'user', content: 'hello' },
    });
    const answer = (sessionId: string, uuid: string, parentUuid: string): object => ({
      type: 'assistant',
      uuid,
      parentUuid,
      sessionId,
      requestId: 'req_1',
      message: { id: 'msg_1', content: 'hi', usage: { input_tokens: 10, output_tokens: 2 } },
    });
    const { inspected } = await importLines(claudeCode, [
      turn('s-a', 'h1'),
      answer('s-a', 'h2', 'h1'),
      turn('s-b', 'h3'),
      answer('s-b', 'h4', 'h3'),
    ]);
    expect(inspected.map(({ runs }) => runs.map(({ copiedFrom }) => copiedFrom))).toEqual([[null], ['s-a']]);
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([12, null]);
  });

  it('reads the session that a fork was copied from off its lines', async () => {
    const line = (type: string, uuid: string, parentUuid: string | null, from: string | null): object => ({
      type,
      uuid,
      parentUuid,
      sessionId: 's-fork',
      ...(from === null ? {} : { forkedFrom: { sessionId: from, messageUuid: uuid } }),
      message: { id: `msg_${uuid}`, content: uuid, usage: { input_tokens: 1, output_tokens: 1 } },
    });
    const { inspected } = await importLines(claudeCode, [
      line('user', 'i1', null, 's-origin'),
      line('assistant', 'i2', 'i1', 's-origin'),
      line('user', 'i3', 'i2', null),
      line('assistant', 'i4', 'i3', null),
    ]);
    expect(inspected[0]?.branchOf).toEqual({ threadId: 's-origin', runId: 'i1' });
    expect(inspected[0]?.runs.map(({ copiedFrom }) => copiedFrom)).toEqual(['s-origin', null]);
    expect(inspected[0]?.usage?.total).toBe(2);
  });

  it('leaves out a torn last line with a warning and says where a broken one stands', async () => {
    const bytes = fixtureBytes('claude-code-branches.jsonl');
    const torn = await importBytes(claudeCode, bytes.subarray(0, bytes.length - 20), 'torn.jsonl');
    expect(torn.warnings.map(({ code, line }) => [code, line])).toEqual([['partial-last-line', 11]]);
    await expect(
      importLines(claudeCode, ['{"type":"user",', { type: 'user', uuid: 'u', sessionId: 's' }]),
    ).rejects.toThrow(/Line 1 is not valid JSON/);
  });

  it('refuses a session without a message', async () => {
    await expect(
      importLines(claudeCode, [{ type: 'file-history-snapshot', sessionId: 's', uuid: 'u' }]),
    ).rejects.toThrow(/holds no message/);
  });

  it('survives lines that follow themselves, values of other types and deep nesting', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { inspected } = await importLines(claudeCode, [
      {
        type: 'user',
        uuid: 'j1',
        parentUuid: 'j1',
        sessionId: 's',
        message: { role: 'user', content: 'go' },
      },
      {
        type: 'assistant',
        uuid: 'j2',
        parentUuid: 7,
        sessionId: 's',
        message: { id: {}, content: 5, usage: 'none' },
      },
      `{"type":"assistant","uuid":"j3","parentUuid":"j2","sessionId":"s","message":{"content":[{"type":"tool_use","id":"t","name":"deep","input":${deep}},null,"\\ud800"]}}`,
    ]);
    expect(inspected[0]?.runs.map(({ id, calls }) => [id, calls.length])).toEqual([['j1', 2]]);
  });
});
