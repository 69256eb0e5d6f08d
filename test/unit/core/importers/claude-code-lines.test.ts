import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { importLines } from '../../../support/import-fixture.ts';

const line = (type: string, uuid: string, parentUuid: string | null, message: object, more = {}): object => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's-lines',
  message: { role: type, ...message },
  ...more,
});

describe('lines of a Claude Code session', () => {
  it('are one answer by their request where they name no message, else each one of its own', async () => {
    const usage = (output: number): object => ({ input_tokens: 10, output_tokens: output });
    const { inspected } = await importLines(claudeCode, [
      line('user', 'u1', null, { content: 'Count' }),
      line(
        'assistant',
        'a1',
        'u1',
        { content: [{ type: 'text', text: 'One.' }], usage: usage(1) },
        {
          requestId: 'req_1',
        },
      ),
      line(
        'assistant',
        'a2',
        'a1',
        { content: [{ type: 'text', text: 'Two.' }], usage: usage(6) },
        {
          requestId: 'req_1',
        },
      ),
      line('assistant', 'a3', 'a2', { content: [{ type: 'text', text: 'Three.' }], usage: usage(3) }),
    ]);
    // 10 + 6 of the request, whose first line says 1; 10 + 3 of the line that names nothing
    expect(inspected[0]?.runs[0]?.calls.map(({ total }) => total)).toEqual([16, 13]);
  });

  it('report a placeholder first, and what was really used last', async () => {
    const usage = (input: number, output: number): object => ({
      input_tokens: input,
      cache_read_input_tokens: 90,
      output_tokens: output,
    });
    const { inspected } = await importLines(claudeCode, [
      line('user', 'u1', null, { content: 'Think' }),
      line('assistant', 'a1', 'u1', {
        id: 'msg_1',
        content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }],
        usage: usage(1, 1),
      }),
      line('assistant', 'a2', 'a1', {
        id: 'msg_1',
        content: [{ type: 'text', text: 'Done.' }],
        usage: usage(12, 40),
      }),
    ]);
    // 12 + 90 in, 40 out, in one call; thoughts are not split off.
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { prompt: 102, cached: 90, output: 40, reasoning: null, total: 142 },
    ]);
  });

  it('follow one another by their links, whatever their times', async () => {
    const at = (minute: number): object => ({ timestamp: `2026-05-04T08:0${minute}:00.000Z` });
    const { threads } = await importLines(claudeCode, [
      line('user', 'u1', null, { content: 'one' }, at(5)),
      line('assistant', 'a1', 'u1', { id: 'm1', content: 'first' }, at(3)),
      line('user', 'u2', 'a1', { content: 'two' }, at(4)),
      line('assistant', 'a2', 'u2', { id: 'm2', content: 'second' }, at(1)),
    ]);
    expect(threads.map(({ runs }) => runs.map(({ runId, messages }) => [runId, messages.length]))).toEqual([
      [
        ['u1', 2],
        ['u2', 2],
      ],
    ]);
  });

  it('stay in one thread where a line that others name is not there', async () => {
    const { inspected } = await importLines(claudeCode, [
      line('user', 'u1', 'cut-off', { content: 'one' }),
      line('assistant', 'a1', 'u1', { id: 'm1', content: 'first' }),
      line('user', 'u2', 'not-kept', { content: 'two' }),
      line('assistant', 'a2', 'u2', { id: 'm2', content: 'second' }),
    ]);
    expect(inspected.map(({ runs }) => runs.map(({ id }) => id))).toEqual([['u1', 'u2']]);
  });

  it('may say a result twice, the second time as a plain text', async () => {
    const result = (id: string): object => ({
      content: [{ type: 'tool_result', tool_use_id: id, content: 'No such file' }],
    });
    const { inspected, threads } = await importLines(claudeCode, [
      line('user', 'u1', null, { content: 'Look' }),
      line('assistant', 'a1', 'u1', {
        id: 'm1',
        content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }],
      }),
      line('user', 'u2', 'a1', result('t1'), { toolUseResult: 'Error: No such file' }),
    ]);
    expect(inspected[0]?.runs[0]).toMatchObject({
      toolCalls: 1,
      toolResults: 1,
      orphans: { calls: 0, results: 0 },
    });
    // 4 + ⌈4 / 4⌉ for "Look"; 4 + ⌈4 / 4⌉ + ⌈2 / 4⌉ for the call; 4 + ⌈12 / 4⌉ for the result, once
    expect(inspected[0]?.runs[0]?.estimatedTokens).toBe(5 + 6 + 7);
    expect(threads[0]?.runs[0]?.messages).toHaveLength(3);
  });

  it('may each be longer than 10 MB', async () => {
    const words = 'x'.repeat(11 * 1024 * 1024);
    const text = JSON.stringify(
      line('user', 'u2', 'a1', { content: [{ type: 'tool_result', tool_use_id: 't1', content: words }] }),
    );
    const { inspected, warnings } = await importLines(claudeCode, [
      line('user', 'u1', null, { content: 'Look' }),
      line('assistant', 'a1', 'u1', {
        id: 'm1',
        content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }],
      }),
      text,
    ]);
    // 5 and 6 as above; 4 + 11,534,336 / 4
    expect(inspected[0]?.runs[0]?.estimatedTokens).toBe(11 + 2_883_588);
    expect(warnings).toEqual([]);
  });

  it('begin anew in the next file after /clear, in one conversation by their common name', async () => {
    const session = async (sessionId: string, content: string) =>
      importLines(claudeCode, [
        line('user', `${sessionId}-u`, null, { content }, { sessionId, slug: 'calm-heron' }),
        line(
          'assistant',
          `${sessionId}-a`,
          `${sessionId}-u`,
          { id: sessionId, content: 'Yes.' },
          {
            sessionId,
            slug: 'calm-heron',
          },
        ),
      ]);
    const before = await session('s-1', 'First matter');
    const after = await session('s-2', 'Second matter');
    expect(
      [...before.threads, ...after.threads].map(({ threadId, conversationId }) => [threadId, conversationId]),
    ).toEqual([
      ['s-1', 'calm-heron'],
      ['s-2', 'calm-heron'],
    ]);
  });

  it('may stand between a boundary and its summary without saying anything', async () => {
    const { inspected } = await importLines(claudeCode, [
      line('user', 'u1', null, { content: 'one' }),
      line('assistant', 'a1', 'u1', { id: 'm1', content: 'first' }),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'b1',
        parentUuid: null,
        logicalParentUuid: 'a1',
        sessionId: 's-lines',
        compactMetadata: { trigger: 'auto', preTokens: 900 },
      },
      { type: 'progress', uuid: 'p1', parentUuid: 'b1', sessionId: 's-lines', data: {} },
      { type: 'attachment', uuid: 'p2', parentUuid: 'p1', sessionId: 's-lines', attachment: {} },
      line('user', 'c1', 'p2', { content: 'One was asked.' }, { isCompactSummary: true }),
      line('user', 'u2', 'c1', { content: 'two' }),
      line('assistant', 'a2', 'u2', { id: 'm2', content: 'second' }),
    ]);
    expect(inspected.map(({ runs }) => runs.map(({ id }) => id))).toEqual([['u1', 'u2']]);
    expect(inspected[0]?.boundaries).toMatchObject([
      { summaryId: 'b1', afterRun: 'u1', text: 'One was asked.', trigger: 'auto', tokensBefore: 900 },
    ]);
  });
});
