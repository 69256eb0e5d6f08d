import { describe, expect, it } from 'vitest';
import { agUiEvents } from '../../../../core/importers/ag-ui-events.ts';
import {
  answered,
  called,
  event,
  finished,
  spoken,
  started,
  tide,
  user,
  type Fields,
} from '../../../support/ag-ui.ts';
import { importLines } from '../../../support/import-fixture.ts';
import { formatOf, importText, wordsOf } from '../../../support/import-json.ts';

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
