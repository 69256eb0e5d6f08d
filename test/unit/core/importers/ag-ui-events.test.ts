import { describe, expect, it } from 'vitest';
import { agUiEvents } from '../../../../core/importers/ag-ui-events.ts';
import { importLines } from '../../../support/import-fixture.ts';
import { formatOf, importText, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const event = (type: string, more: Fields = {}): Fields => ({ type, ...more });

const user = (id: string, content: unknown): Fields => ({ id, role: 'user', content });

const started = (runId: string, messages: readonly Fields[] = [], more: Fields = {}): Fields =>
  event('RUN_STARTED', {
    threadId: 't1',
    runId,
    input: { threadId: 't1', runId, messages, tools: [], context: [], state: {} },
    ...more,
  });

const finished = (runId: string, more: Fields = {}): Fields =>
  event('RUN_FINISHED', { threadId: 't1', runId, ...more });

const spoken = (messageId: string, ...deltas: readonly string[]): readonly Fields[] => [
  event('TEXT_MESSAGE_START', { messageId, role: 'assistant' }),
  ...deltas.map((delta) => event('TEXT_MESSAGE_CONTENT', { messageId, delta })),
  event('TEXT_MESSAGE_END', { messageId }),
];

const called = (
  toolCallId: string,
  toolCallName: string,
  args: string,
  parentMessageId?: string,
): readonly Fields[] => [
  event('TOOL_CALL_START', {
    toolCallId,
    toolCallName,
    ...(parentMessageId === undefined ? {} : { parentMessageId }),
  }),
  event('TOOL_CALL_ARGS', { toolCallId, delta: args }),
  event('TOOL_CALL_END', { toolCallId }),
];

const answered = (toolCallId: string, content: string): Fields =>
  event('TOOL_CALL_RESULT', { messageId: `result-${toolCallId}`, toolCallId, content, role: 'tool' });

const tide: readonly Fields[] = [
  started('r1', [{ id: 's', role: 'system', content: 'Be brief.' }, user('u1', 'Tide?')], {
    timestamp: 1_790_000_000_000,
  }),
  event('STEP_STARTED', { stepName: 'x' }),
  ...called('c1', 'tide', '{"port":"Brest"}', 'm1'),
  answered('c1', '5.2 m'),
  ...spoken('m2', '5.2', ' m'),
  finished('r1'),
];

describe('agUiEvents', () => {
  it('takes runs and threads as they are named, and the words of the user from the input', async () => {
    const result = await importLines(agUiEvents, tide);
    expect(result.detected).toBe('ag-ui-events');
    expect(wordsOf(result)).toEqual([
      ['user: Tide?', 'tide({"port":"Brest"})', '=> 5.2 m', 'assistant: 5.2 m'],
    ]);
    expect(result.inspected[0]).toMatchObject({
      id: 't1',
      title: 'Tide?',
      usage: null,
      runs: [
        {
          id: 'r1',
          status: 'complete',
          modelCalls: 2,
          orphans: { calls: 0, results: 0 },
          startedAt: '2026-09-21T14:13:20Z',
        },
      ],
    });
    expect(result.threads[0]?.runs[0]?.meta).toMatchObject({ instructions: [{ role: 'system' }] });
    expect(result.warnings).toEqual([]);
  });

  it('reads the same from a list with a byte order mark, from server-sent events and from named lists', async () => {
    const expected = [['user: Tide?', 'tide({"port":"Brest"})', '=> 5.2 m', 'assistant: 5.2 m']];
    const sse = tide.map((one) => `event: message\ndata: ${JSON.stringify(one)}\n\n`).join('');
    const bare = tide.map((one) => `data: ${JSON.stringify(one)}\n`).join('');
    for (const text of [
      `\ufeff${JSON.stringify(tide, null, 2)}`,
      `${sse}data: [DONE]\n\n`,
      bare,
      JSON.stringify({ demo: tide }),
    ]) {
      const result = await importText(agUiEvents, text);
      expect(result.detected).toBe('ag-ui-events');
      expect(wordsOf(result)).toEqual(expected);
    }
    const cut = await importText(agUiEvents, sse.slice(0, -20));
    expect(cut.warnings).toMatchObject([{ code: 'broken-events' }]);
    expect(cut.inspected[0]?.runs[0]?.status).toBe('open');
  });

  it('puts together pieces of several messages that come in turns, and chunks that name theirs once', async () => {
    const piece = (messageId: string, delta: string): Fields =>
      event('TEXT_MESSAGE_CONTENT', { messageId, delta });
    const args = (toolCallId: string, delta: string): Fields =>
      event('TOOL_CALL_ARGS', { toolCallId, delta });
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'Go')]),
      event('TEXT_MESSAGE_START', { messageId: 'm1', role: 'assistant' }),
      event('TOOL_CALL_START', { toolCallId: 'c1', toolCallName: 'a', parentMessageId: 'm1' }),
      event('TOOL_CALL_START', { toolCallId: 'c2', toolCallName: 'b', parentMessageId: 'm1' }),
      piece('m1', 'Loo'),
      args('c2', '{"y":'),
      args('c1', '{"x":1}'),
      piece('m1', 'king.'),
      args('c2', '2}'),
      answered('c2', 'B'),
      answered('c1', 'A'),
      event('TEXT_MESSAGE_CHUNK', { messageId: 'm2', role: 'assistant', delta: 'Do' }),
      event('TEXT_MESSAGE_CHUNK', { delta: 'ne.' }),
      event('TOOL_CALL_CHUNK', { toolCallId: 'c3', toolCallName: 'c', delta: '{"z"' }),
      event('TOOL_CALL_CHUNK', { delta: ':3}' }),
      finished('r1'),
    ]);
    expect(wordsOf(result)).toEqual([
      [
        'user: Go',
        'assistant: Looking.',
        'a({"x":1})',
        'b({"y":2})',
        '=> B',
        '=> A',
        'assistant: Done.',
        'c({"z":3})',
      ],
    ]);
    expect(result.inspected[0]?.runs[0]).toMatchObject({
      status: 'open',
      modelCalls: 2,
      orphans: { calls: 1, results: 0 },
    });
  });

  it('lets thoughts stand with the answer that follows them, under their old and their new names', async () => {
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'Why?')]),
      event('REASONING_START', { messageId: 'x' }),
      event('REASONING_MESSAGE_START', { messageId: 'x', role: 'reasoning' }),
      event('REASONING_MESSAGE_CONTENT', { messageId: 'x', delta: 'Well' }),
      event('REASONING_MESSAGE_CHUNK', { messageId: 'x', delta: ', so.' }),
      event('REASONING_ENCRYPTED_VALUE', { subtype: 'message', entityId: 'x', encryptedValue: 'sealed' }),
      event('REASONING_END', { messageId: 'x' }),
      event('THINKING_TEXT_MESSAGE_START'),
      event('THINKING_TEXT_MESSAGE_CONTENT', { delta: 'Mo' }),
      event('THINKING_TEXT_MESSAGE_CONTENT', { delta: 're.' }),
      event('THINKING_TEXT_MESSAGE_END'),
      ...spoken('m1', 'Because.'),
      finished('r1'),
    ]);
    expect(wordsOf(result)).toEqual([['user: Why?', '(Well, so.)', '(More.)', 'assistant: Because.']]);
    expect(result.inspected[0]?.runs[0]?.modelCalls).toBe(1);
    expect(result.threads[0]?.runs[0]?.messages[1]?.items[0]).toMatchObject({ encrypted_content: 'sealed' });
  });

  it('does not repeat what a later input or a snapshot repeats, by id or by what is said', async () => {
    const answer = { id: 'm1', role: 'assistant', content: 'Six.' };
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'How many?')]),
      ...spoken('m1', 'Six.'),
      event('MESSAGES_SNAPSHOT', { messages: [user('u1', 'How many?'), answer] }),
      finished('r1'),
      started('r2', [user('u1', 'How many?'), answer, user('u2', 'Sure?')]),
      ...spoken('m2', 'Yes.'),
      // Named anew: the same all the same.
      event('MESSAGES_SNAPSHOT', {
        messages: [
          user('n1', 'How many?'),
          { id: 'n2', role: 'assistant', content: 'Six.' },
          user('n3', 'Sure?'),
          { id: 'n4', role: 'assistant', content: 'Yes.' },
        ],
      }),
      finished('r2'),
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: How many?', 'assistant: Six.'],
      ['user: Sure?', 'assistant: Yes.'],
    ]);
    expect(result.inspected[0]?.boundaries).toEqual([]);
  });

  it('finds the words of the user in a snapshot that comes after the answer, and earlier turns before it', async () => {
    const result = await importLines(agUiEvents, [
      event('RUN_STARTED', { threadId: 't1', runId: 'r3' }),
      ...spoken('m2', 'lcome back.'),
      event('MESSAGES_SNAPSHOT', {
        messages: [
          user('u1', 'Hello'),
          { id: 'm1', role: 'assistant', content: 'Hi.' },
          user('u2', 'Me again'),
          { id: 'm2', role: 'assistant', content: 'Welcome back.' },
          { id: 'act', role: 'activity', activityType: 'x', content: {} },
        ],
      }),
      finished('r3'),
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: Hello', 'assistant: Hi.'],
      // The recording began in the middle of the answer; the snapshot has all of it.
      ['user: Me again', 'assistant: Welcome back.'],
    ]);
    expect(result.inspected[0]?.runs.map(({ id }) => id)).toEqual(['run-1', 'r3']);
  });

  it('takes a snapshot with fewer messages for a boundary, and what it puts in their place for its text', async () => {
    const conversation = [
      started('r1', [user('u1', 'One')]),
      ...spoken('m1', '1'),
      finished('r1'),
      started('r2', [user('u2', 'Two')]),
      ...spoken('m2', '2'),
      finished('r2'),
      started('r3', [user('u3', 'Three')]),
    ];
    const kept = [user('u2', 'Two'), { id: 'm2', role: 'assistant', content: '2' }, user('u3', 'Three')];
    const summarized = await importLines(agUiEvents, [
      ...conversation,
      event('MESSAGES_SNAPSHOT', {
        messages: [{ id: 'x', role: 'system', content: 'One was said.' }, ...kept],
      }),
      ...spoken('m3', '3'),
      finished('r3'),
    ]);
    expect(wordsOf(summarized)).toEqual([
      ['user: One', 'assistant: 1'],
      ['user: Two', 'assistant: 2'],
      ['user: Three', 'assistant: 3'],
    ]);
    // 5 messages before, 4 in the snapshot; the first that was kept opens the second run.
    expect(summarized.inspected[0]?.boundaries).toMatchObject([
      { afterRun: 'r1', text: 'One was said.', anchored: true, opaque: false },
    ]);
    const trimmed = await importLines(agUiEvents, [
      ...conversation,
      event('MESSAGES_SNAPSHOT', { messages: kept }),
      ...spoken('m3', '3'),
      finished('r3'),
    ]);
    expect(trimmed.inspected[0]?.boundaries).toMatchObject([{ afterRun: 'r1', text: null, opaque: false }]);
  });

  it('ends a run at its error, and leaves one open whose end is missing', async () => {
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'a')]),
      ...spoken('m1', 'So'),
      event('RUN_ERROR', { message: 'Connection timeout', code: 'TIMEOUT' }),
      finished('r1'),
      started('r2', [user('u2', 'b')]),
      ...called('c1', 'ask', '{}', 'm2'),
      finished('r2', { outcome: { type: 'interrupt' } }),
      started('r3', [user('u3', 'c')]),
      event('TEXT_MESSAGE_START', { messageId: 'm3', role: 'assistant' }),
      event('TEXT_MESSAGE_CONTENT', { messageId: 'm3', delta: 'hal' }),
    ]);
    expect(result.inspected[0]?.runs.map(({ id, status }) => [id, status])).toEqual([
      ['r1', 'error'],
      ['r2', 'paused'],
      ['r3', 'open'],
    ]);
    expect(result.threads[0]?.runs[0]?.meta).toMatchObject({
      notices: [{ level: 'error', text: 'Connection timeout' }],
    });
    expect(wordsOf(result)[2]).toEqual(['user: c', 'assistant: hal']);
  });

  it('reports usage where the stream does: of a run, of each call, or as a sum of which nobody is told the parts', async () => {
    const usage = {
      inputTokens: 243,
      outputTokens: 172,
      totalTokens: 415,
      reasoningTokens: 128,
      cachedInputTokens: 3,
    };
    const calls = async (...events: readonly Fields[]) =>
      (await importLines(agUiEvents, [started('r1', [user('u1', 'a')]), ...events])).inspected[0]?.runs[0];
    const one = await calls(...spoken('m1', 'b'), finished('r1', { usage: [usage] }));
    expect(one?.calls).toMatchObject([
      { prompt: 243, cached: 3, output: 172, reasoning: 128, total: 415, perCall: true },
    ]);

    const twoAnswers = [...called('c1', 'f', '{}', 'm1'), answered('c1', 'x'), ...spoken('m2', 'b')];
    const sum = await calls(...twoAnswers, finished('r1', { usage }));
    expect(sum).toMatchObject({ modelCalls: 2, occupancyAfter: null });
    expect(sum?.calls.filter(({ reported }) => reported)).toMatchObject([{ prompt: 243, perCall: false }]);
    const each = await calls(
      ...twoAnswers,
      finished('r1', { usage: [usage, { ...usage, inputTokens: 500, totalTokens: 672 }] }),
    );
    expect(each?.calls.map(({ prompt, perCall }) => [prompt, perCall])).toEqual([
      [243, true],
      [500, true],
    ]);

    const ended = (name: string): Fields =>
      event('RAW', {
        event: {
          event: name,
          data: {
            output: {
              usage_metadata: { input_tokens: 9, output_tokens: 1, total_tokens: 10 },
              response_metadata: { model_name: 'm-x' },
            },
          },
        },
      });
    const raw = await calls(
      ...spoken('m1', 'b'),
      ended('on_chat_model_stream'),
      ended('on_chat_model_end'),
      ended('on_chat_model_end'),
      finished('r1'),
    );
    expect(raw?.calls).toMatchObject([{ model: 'm-x', prompt: 9, output: 1, total: 10, reported: true }]);
    const none = await calls(
      event('CUSTOM', { name: 'x', value: { rating: 5 } }),
      ...spoken('m1', 'b'),
      finished('r1'),
    );
    expect(none?.calls).toMatchObject([{ reported: false }]);
  });

  it('takes a run whose parent is not the newest for the beginning of a branch', async () => {
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'One')]),
      ...spoken('m1', '1'),
      finished('r1'),
      started('r2', [user('u2', 'Two')], { parentRunId: 'r1' }),
      ...spoken('m2', '2'),
      finished('r2'),
      started(
        'r3',
        [user('u1', 'One'), { id: 'm1', role: 'assistant', content: '1' }, user('u3', 'Or three?')],
        { parentRunId: 'r1' },
      ),
      ...spoken('m3', '3'),
      finished('r3'),
      started('r4', [user('u4', 'Four')], { parentRunId: 'r3' }),
      finished('r4'),
    ]);
    expect(
      result.inspected.map(({ id, branchOf, runs }) => [
        id,
        branchOf,
        runs.map((run) => [run.id, run.copiedFrom]),
      ]),
    ).toEqual([
      [
        't1',
        null,
        [
          ['r1', null],
          ['r2', null],
        ],
      ],
      [
        't1/branch-r3',
        { threadId: 't1', runId: 'r1' },
        [
          ['r1', 't1'],
          ['r3', null],
          ['r4', null],
        ],
      ],
    ]);
    expect(wordsOf(result, 1)[1]).toEqual(['user: Or three?', 'assistant: 3']);
  });

  it('keeps several threads of one stream apart, and names runs that come without an input', async () => {
    const result = await importLines(agUiEvents, [
      ...spoken('m0', 'Before any run.'),
      event('RUN_STARTED', { threadId: 't2', runId: 'a' }),
      ...spoken('m1', 'x'),
      event('RUN_FINISHED', { threadId: 't2', runId: 'a' }),
      event('RUN_STARTED', { threadId: 't2', runId: 'b' }),
      ...spoken('m2', 'y'),
      event('RUN_FINISHED', { threadId: 't2', runId: 'b' }),
    ]);
    expect(result.inspected.map(({ runs }) => runs.map(({ id, status }) => [id, status]))).toEqual([
      [['run-1', 'open']],
      [
        ['a', 'headless'],
        ['b', 'headless'],
      ],
    ]);
  });

  it('counts events that it does not know, and keeps images and files of a question', async () => {
    const content = [
      { type: 'text', text: 'This?' },
      { type: 'image', source: { type: 'url', value: 'https://x/y.png' } },
      { type: 'binary', mimeType: 'application/pdf', data: 'AAAA', filename: 'a.pdf' },
    ];
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', content)]),
      event('FUTURE_EVENT', { x: 1 }),
      event('STATE_DELTA', { delta: [] }),
      ...spoken('m1', 'That.'),
      finished('r1'),
    ]);
    expect(wordsOf(result)).toEqual([['user: This? | [input_image] | [input_file]', 'assistant: That.']]);
    expect(result.warnings).toMatchObject([{ code: 'unknown-record', line: 2 }]);
  });

  it('leaves other streams alone', () => {
    expect(formatOf('{"type":"response.created"}\n{"type":"response.completed"}')).not.toBe('ag-ui-events');
    expect(formatOf('[{"type":"USER"},{"type":"AGENT"}]')).toBeNull();
    expect(formatOf('[]')).toBeNull();
  });
});
