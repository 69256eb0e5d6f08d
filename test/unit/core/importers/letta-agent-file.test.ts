import { describe, expect, it } from 'vitest';
import { lettaAgentFile } from '../../../../core/importers/letta-agent-file.ts';
import { formatOf, importJson, importText, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const message = (id: string, role: string, text: string, more: Fields = {}): Fields => ({
  id,
  type: 'message',
  role,
  content: text === '' ? [] : [{ type: 'text', text }],
  tool_calls: null,
  created_at: '2026-08-20T09:00:00+00:00',
  ...more,
});

const told = (type: string, words: string): string => JSON.stringify({ type, message: words, time: '9:00' });

const summary = told(
  'system_alert',
  'Note: prior messages (2 of 6) have been hidden from view.\nThe following is a summary: they spoke of jars.',
);

const agent = (
  messages: readonly Fields[],
  inContext: readonly string[] | null,
  more: Fields = {},
): Fields => ({
  id: 'agent-0',
  name: 'desk',
  llm_config: { model: 'm-x', context_window: 128_000 },
  block_ids: [],
  messages,
  in_context_message_ids: inContext,
  ...more,
});

const file = (...agents: readonly Fields[]): Fields => ({
  agents,
  blocks: [],
  tools: [],
  created_at: '2026-08-20',
});

const turn = (number: number): readonly Fields[] => [
  message(`u${number}`, 'user', told('user_message', `Question ${number}`)),
  message(`a${number}`, 'assistant', `Answer ${number}`),
];

const base = message('s', 'system', '<base>');

describe('lettaAgentFile', () => {
  it('puts a boundary with its summary before what is still in the context', async () => {
    const result = await importJson(
      lettaAgentFile,
      // The summary was written last and comes first in the context.
      file(agent([base, ...turn(1), ...turn(2), message('sum', 'user', summary)], ['s', 'sum', 'u2', 'a2'])),
    );
    expect(result.detected).toBe('letta-agent-file');
    expect(wordsOf(result)).toEqual([
      ['user: Question 1', 'assistant: Answer 1'],
      ['user: Question 2', 'assistant: Answer 2'],
    ]);
    expect(result.inspected[0]?.boundaries).toMatchObject([
      { summaryId: 'sum', afterRun: 'u1', anchored: true, applies: true, opaque: false },
    ]);
    expect(result.inspected[0]?.boundaries[0]?.text).toContain('they spoke of jars.');
    expect(result.inspected[0]?.modelView.runs).toEqual(['u2']);
    expect(result.threads[0]?.runs[0]?.meta).toEqual({
      instructions: [{ type: 'message', role: 'system', content: '<base>' }],
    });
  });

  it('knows the boundary by what has left the context where nothing was summarized', async () => {
    const result = await importJson(
      lettaAgentFile,
      file(agent([base, ...turn(1), ...turn(2)], ['s', 'u2', 'a2'])),
    );
    expect(result.inspected[0]?.boundaries).toMatchObject([{ afterRun: 'u1', text: null, opaque: false }]);
    // No boundary where everything is in the context, or where the file doesn't say.
    for (const inContext of [['s', 'u1', 'a1'], ['s'], [], null]) {
      const whole = await importJson(lettaAgentFile, file(agent([base, ...turn(1)], inContext)));
      expect(whole.inspected[0]?.boundaries).toEqual([]);
    }
  });

  it('takes an earlier summary that has left the context for a boundary of its own', async () => {
    const result = await importJson(
      lettaAgentFile,
      file(
        agent(
          [
            base,
            ...turn(1),
            message('sum1', 'user', summary),
            ...turn(2),
            message('sum2', 'summary', told('summary', 'All of it.')),
            ...turn(3),
          ],
          ['s', 'sum2', 'u3', 'a3'],
        ),
      ),
    );
    expect(result.inspected[0]?.boundaries.map(({ summaryId, afterRun }) => [summaryId, afterRun])).toEqual([
      ['sum1', 'u1'],
      ['sum2', 'u2'],
    ]);
    expect(result.inspected[0]?.boundaries[1]?.text).toBe('All of it.');
  });

  it('opens runs at words of the user alone: heartbeats, logins and alerts stand inside', async () => {
    const result = await importJson(
      lettaAgentFile,
      file(
        agent(
          [
            base,
            message('l', 'user', told('login', 'Never')),
            ...turn(1),
            message('h', 'user', told('heartbeat', 'Function called')),
            message('a2', 'assistant', 'More.'),
            message('al', 'user', told('system_alert', 'Memory is nearly full.')),
            message('u3', 'user', 'plain words'),
            message('a3', 'assistant', 'Yes.'),
          ],
          null,
        ),
      ),
    );
    expect(result.inspected[0]?.runs.map(({ id, modelCalls }) => [id, modelCalls])).toEqual([
      ['u1', 2],
      ['u3', 1],
    ]);
    expect(result.inspected[0]?.usage).toBeNull();
    expect(result.inspected[0]?.runs[0]?.calls[0]?.model).toBe('m-x');
  });

  it('pairs calls with their results, keeps thoughts, and waits for leave', async () => {
    const call = (id: string, name: string): Fields => ({
      id,
      type: 'function',
      function: { name, arguments: '{}' },
    });
    const result = await importJson(
      lettaAgentFile,
      file(
        agent(
          [
            base,
            ...turn(1),
            message('u2', 'user', told('user_message', 'Do it')),
            message('a2', 'assistant', 'Thinking aloud.', {
              content: [
                { type: 'reasoning', reasoning: 'Hm.', signature: 'sig' },
                { type: 'text', text: 'Both.' },
              ],
              tool_calls: [call('c1', 'look'), call('c2', 'send_message')],
            }),
            message('t1', 'tool', 'joined', {
              tool_returns: [
                { tool_call_id: 'c2', status: 'success', func_response: '{"status":"OK"}' },
                { tool_call_id: 'c1', status: 'success', func_response: 'seen' },
              ],
            }),
            message('a3', 'approval', '', { tool_calls: [call('c3', 'delete')] }),
          ],
          null,
        ),
      ),
    );
    expect(wordsOf(result)[1]).toEqual([
      'user: Do it',
      '(Hm.)',
      'assistant: Both.',
      'look({})',
      'send_message({})',
      '=> {"status":"OK"}',
      '=> seen',
      'delete({})',
    ]);
    expect(result.inspected[0]?.runs[1]).toMatchObject({
      status: 'paused',
      toolCalls: 3,
      orphans: { calls: 1, results: 0 },
    });
  });

  it('reads several agents, the first version of the format, and a file that is a string of JSON', async () => {
    const two = await importJson(
      lettaAgentFile,
      file(
        agent([base, ...turn(1)], null),
        agent([base, ...turn(2)], null, { id: 'agent-1', name: 'night' }),
      ),
    );
    expect(two.threads.map(({ title, runs }) => [title, runs.length])).toEqual([
      ['desk', 1],
      ['night', 1],
    ]);
    const old = {
      ...agent([base, ...turn(1), ...turn(2)], null),
      in_context_message_ids: undefined,
      in_context_message_indices: [0, 3, 4],
    };
    const first = await importJson(lettaAgentFile, old);
    expect(first.detected).toBe('letta-agent-file');
    expect(first.inspected[0]?.boundaries).toMatchObject([{ afterRun: 'u1' }]);

    const inString = await importText(
      lettaAgentFile,
      JSON.stringify(JSON.stringify(file(agent([base, ...turn(1)], null)))),
    );
    expect([inString.detected, inString.threads.length]).toEqual(['letta-agent-file', 1]);
    // Larger than what is looked at: tools carry their source code.
    const large = file(agent([base, ...turn(1)], null, { tools: ['x'.repeat(400_000)] }));
    const cut = await importText(lettaAgentFile, JSON.stringify(JSON.stringify(large)));
    expect([cut.detected, cut.threads.length]).toEqual(['letta-agent-file', 1]);
  });

  it('names agents that are numbered within their file by what tells them apart, the same each time', async () => {
    const grown = (extra: readonly Fields[]) => file(agent([base, ...turn(1), ...extra], null));
    const once = await importJson(lettaAgentFile, grown([]));
    const again = await importJson(lettaAgentFile, grown(turn(2)));
    const other = await importJson(lettaAgentFile, file(agent([base], null, { name: 'other' })));
    expect(again.threads[0]?.threadId).toBe(once.threads[0]?.threadId);
    expect(other.threads[0]?.threadId).not.toBe(once.threads[0]?.threadId);
    const own = await importJson(lettaAgentFile, file(agent([base], null, { id: 'agent-7f3c-22' })));
    expect(own.threads[0]?.threadId).toBe('agent-7f3c-22');
  });

  it('shows what the program told an agent that nobody has spoken to yet', async () => {
    const login = message('l', 'user', told('login', 'Never'));
    const result = await importJson(lettaAgentFile, file(agent([base, login], ['s', 'l'])));
    expect(result.inspected[0]?.runs.map(({ status, messages }) => [status, messages])).toEqual([
      ['headless', 1],
    ]);
    expect(result.warnings).toEqual([]);
  });

  it('says that an agent was shared without its messages', async () => {
    const { threads, warnings } = await importJson(lettaAgentFile, file(agent([base], ['s'])));
    expect(threads[0]).toMatchObject({ title: 'desk', runs: [] });
    expect(warnings).toMatchObject([{ code: 'empty-conversation' }]);
  });

  it('refuses a file without an agent, and leaves other lists of agents alone', async () => {
    await expect(importJson(lettaAgentFile, { agents: [{ name: 'x' }] })).rejects.toMatchObject({
      code: 'invalid-import',
    });
    expect(formatOf('{"agents":[{"name":"x","messages":[]}]}')).toBeNull();
  });
});
