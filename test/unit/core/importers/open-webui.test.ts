import { describe, expect, it } from 'vitest';
import { openWebUi } from '../../../../core/importers/open-webui.ts';
import { answerPieces } from '../../../../core/importers/open-webui/details-blocks.ts';
import { importJson, importText, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const message = (
  id: string,
  role: string,
  content: unknown,
  parentId: string | null,
  more: Fields = {},
): Fields => ({
  id,
  parentId,
  childrenIds: [],
  role,
  content,
  timestamp: 1_790_000_000,
  ...more,
});

const chat = (messages: readonly Fields[], currentId: string | null, more: Fields = {}): Fields => ({
  title: 'Sums',
  models: ['m'],
  history: { currentId, messages: Object.fromEntries(messages.map((one) => [String(one['id']), one])) },
  ...more,
});

const exported = (inner: Fields, more: Fields = {}): Fields => ({
  id: 'x1',
  user_id: 'u',
  title: 'Sums',
  chat: inner,
  created_at: 1_790_000_000,
  ...more,
});

describe('openWebUi', () => {
  it('takes the path to the current message for the thread, and answers of other models for branches', async () => {
    const result = await importJson(openWebUi, [
      exported(
        chat(
          [
            message('u1', 'user', '15*17?', null),
            message('a1', 'assistant', '255', 'u1', {
              model: 'm-one',
              modelIdx: 0,
              timestamp: 1_790_000_010,
            }),
            message('a2', 'assistant', '254', 'u1', {
              model: 'm-two',
              modelIdx: 1,
              timestamp: 1_790_000_020,
            }),
            message('u2', 'user', 'Sure?', 'a1'),
            message('a3', 'assistant', 'Yes.', 'u2', { model: 'm-one' }),
          ],
          'a3',
        ),
      ),
    ]);
    expect(result.detected).toBe('open-webui');
    expect(wordsOf(result)).toEqual([
      ['user: 15*17?', 'assistant: 255'],
      ['user: Sure?', 'assistant: Yes.'],
    ]);
    expect(wordsOf(result, 1)).toEqual([['user: 15*17?', 'assistant: 254']]);
    expect(result.inspected[1]).toMatchObject({
      id: 'x1/branch-a2',
      branchOf: { threadId: 'x1', runId: null },
      runs: [{ calls: [{ model: 'm-two' }] }],
    });
    expect(result.inspected[0]?.runs[0]).toMatchObject({
      startedAt: '2026-09-21T14:13:20Z',
      endedAt: '2026-09-21T14:13:30Z',
    });
  });

  it('takes the newest end where nothing is current, and derives links from the children', async () => {
    const result = await importJson(
      openWebUi,
      chat(
        [
          { id: 'u1', role: 'user', content: 'Hi', childrenIds: ['a1', 'a2'] },
          { id: 'a1', role: 'assistant', content: 'old', childrenIds: [], timestamp: 1_790_000_001 },
          { id: 'a2', role: 'assistant', content: 'new', childrenIds: [], timestamp: 1_790_000_002 },
        ],
        null,
      ),
    );
    expect(wordsOf(result)).toEqual([['user: Hi', 'assistant: new']]);
    expect(wordsOf(result, 1)).toEqual([['user: Hi', 'assistant: old']]);
  });

  it('reads usage under the names of OpenAI and of Ollama, and of nothing makes nothing', async () => {
    const result = await importJson(
      openWebUi,
      chat(
        [
          message('u1', 'user', 'a', null),
          message('a1', 'assistant', 'b', 'u1', {
            usage: { prompt_tokens: 26, completion_tokens: 9, total_tokens: 35 },
          }),
          message('u2', 'user', 'c', 'a1'),
          message('a2', 'assistant', 'd', 'u2', {
            usage: { prompt_eval_count: 40, eval_count: 2, total_duration: 7 },
          }),
          message('u3', 'user', 'e', 'a2'),
          message('a3', 'assistant', 'f', 'u3', { usage: {} }),
        ],
        'a3',
      ),
    );
    const calls = result.inspected[0]?.runs.flatMap((run) => run.calls) ?? [];
    expect(calls.map(({ prompt, output, total, reported }) => [prompt, output, total, reported])).toEqual([
      [26, 9, 35, true],
      [40, 2, 42, true],
      [null, null, null, false],
    ]);
    // 26 + 40 in, 9 + 2 out.
    expect(result.inspected[0]?.usage).toEqual({ calls: 3, prompt: 66, cached: null, output: 11, total: 77 });
  });

  it('prefers items to text, splits them into calls, and leaves their usage a sum', async () => {
    const result = await importJson(
      openWebUi,
      chat(
        [
          message('u1', 'user', 'Weather?', null),
          message(
            'a1',
            'assistant',
            '<details type="tool_calls"><summary>x</summary>"rain"</details>Rain.',
            'u1',
            {
              model: 'm',
              usage: { input_tokens: 300, output_tokens: 30, total_tokens: 330 },
              output: [
                {
                  type: 'reasoning',
                  id: 'r1',
                  summary: null,
                  content: [{ type: 'output_text', text: 'Look it up.' }],
                },
                { type: 'function_call', id: 'f1', call_id: 'c1', name: 'weather', arguments: '{}' },
                {
                  type: 'function_call_output',
                  call_id: 'c1',
                  output: [{ type: 'input_text', text: 'rain' }],
                },
                {
                  type: 'open_webui:code_interpreter',
                  code: 'print(1)',
                  output: { stdout: '1', result: null },
                },
                { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Rain.' }] },
              ],
            },
          ),
        ],
        'a1',
      ),
    );
    expect(wordsOf(result)).toEqual([
      [
        'user: Weather?',
        '(Look it up.)',
        'weather({})',
        '=> rain',
        'code_interpreter_call',
        'assistant: Rain.',
      ],
    ]);
    const [run] = result.inspected[0]?.runs ?? [];
    expect(run).toMatchObject({ modelCalls: 2, toolCalls: 1, toolResults: 1, occupancyAfter: null });
    expect(run?.calls).toMatchObject([{ model: 'm', prompt: 300, output: 30, perCall: false }]);
  });

  it('reads thoughts, tools and code that older versions wrote into the text', async () => {
    const args = '&quot;{\\&quot;n\\&quot;: 2}&quot;';
    const text = [
      '<details type="reasoning" done="true" duration="3">',
      '<summary>Thought for 3 seconds</summary>',
      '&gt; Is 2 &lt; 3?',
      '&gt; Yes.',
      '</details>',
      `<details type="tool_calls" done="true" id="call_9" name="double" arguments="${args}" result="&quot;4&quot;" files="">`,
      '<summary>Tool Executed</summary>',
      '</details>',
      '<details type="code_interpreter" done="true" output="{&quot;stdout&quot;: &quot;8&quot;}">',
      '<summary>Analyzed</summary>',
      '```python',
      'print(2 * 4)',
      '```',
      '</details>',
      'It is 8. <details><summary>More</summary>kept</details>',
    ].join('\n');
    const result = await importJson(
      openWebUi,
      chat([message('u1', 'user', '2?', null), message('a1', 'assistant', text, 'u1')], 'a1'),
    );
    expect(wordsOf(result)).toEqual([
      [
        'user: 2?',
        '(Is 2 < 3?\nYes.)',
        'double({"n":2})',
        '=> 4',
        'code_interpreter_call',
        'assistant: It is 8. <details><summary>More</summary>kept</details>',
      ],
    ]);
    const items = result.threads[0]?.runs[0]?.messages.flatMap((one) => one.items) ?? [];
    expect(items.find(({ type }) => type === 'code_interpreter_call')).toMatchObject({
      code: 'print(2 * 4)',
      outputs: [{ type: 'logs', logs: '8' }],
    });
  });

  it('keeps images as images, files as files, and the prompt of the chat as instructions', async () => {
    const { threads, inspected } = await importJson(
      openWebUi,
      exported(
        chat(
          [
            message('u1', 'user', 'What is it?', null, {
              files: [
                { type: 'image', url: 'data:image/png;base64,AAAA' },
                { type: 'file', id: 'f1', name: 'a.pdf' },
              ],
            }),
            message('a1', 'assistant', 'A cat.', 'u1'),
          ],
          'a1',
          { params: { system: 'Be kind.' } },
        ),
      ),
    );
    expect(threads[0]?.runs[0]?.messages[0]?.items[0]).toMatchObject({
      content: [
        { type: 'input_text', text: 'What is it?' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_file', file_id: 'f1', filename: 'a.pdf' },
      ],
    });
    expect(threads[0]?.runs[0]?.meta).toEqual({
      instructions: [{ type: 'message', role: 'system', content: 'Be kind.' }],
    });
    // 4 + ⌈11 / 4⌉ + 1,500 + 1,000 for the question, 4 + ⌈6 / 4⌉ for the answer.
    expect(inspected[0]?.runs[0]?.estimatedTokens).toBe(4 + 3 + 1500 + 1000 + 4 + 2);
  });

  it('tells failed and unfinished answers from finished ones', async () => {
    const result = await importJson(
      openWebUi,
      chat(
        [
          message('u1', 'user', 'a', null),
          message('a1', 'assistant', '', 'u1', { error: { content: 'Model not found' } }),
          message('u2', 'user', 'b', 'a1'),
          message('a2', 'assistant', 'half', 'u2', { done: false }),
        ],
        'a2',
      ),
    );
    expect(result.inspected[0]?.runs.map(({ status }) => status)).toEqual(['error', 'open']);
    expect(result.threads[0]?.runs[0]?.meta).toMatchObject({
      notices: [{ level: 'error', text: 'Model not found' }],
    });
  });

  it('prefers the history to a list beside it that is of an older state', async () => {
    const result = await importJson(openWebUi, [
      exported({
        ...chat(
          [
            message('u1', 'user', '15*17?', null),
            message('a1', 'assistant', '255', 'u1'),
            message('u2', 'user', 'Sure?', 'a1'),
            message('a2', 'assistant', 'Yes.', 'u2'),
          ],
          'a2',
        ),
        messages: [message('u1', 'user', '15*17?', null), message('a0', 'assistant', '250', 'u1')],
      }),
    ]);
    expect(result.inspected.map(({ id }) => id)).toEqual(['x1']);
    expect(wordsOf(result)).toEqual([
      ['user: 15*17?', 'assistant: 255'],
      ['user: Sure?', 'assistant: Yes.'],
    ]);
  });

  it('reads the list where there is no history, goes on behind a broken chat, and keeps lone surrogates out', async () => {
    const text = JSON.stringify([
      exported({ title: 'No messages' }, { id: 'x0' }),
      exported({
        messages: [message('u1', 'user', 'a\\ud83d', null), message('a1', 'assistant', 'b', null)],
      }),
      exported(chat([message('u1', 'user', 'c', null)], 'u1'), { id: 'x2' }),
    ]).replaceAll('\\\\ud83d', '\\ud83d');
    const result = await importText(openWebUi, text);
    expect(result.detected).toBe('open-webui');
    expect(wordsOf(result)).toEqual([['user: a\ufffd', 'assistant: b']]);
    expect(wordsOf(result, 1)).toEqual([['user: c']]);
    expect(result.errors).toMatchObject([{ code: 'unreadable-conversation' }]);
  });
});

describe('answerPieces', () => {
  it('takes time that grows with the text alone, however many blocks are left open', () => {
    const open = '<details type="reasoning">'.repeat(50_000);
    expect(answerPieces(open)).toEqual([{ kind: 'text', text: open }]);
    expect(answerPieces('<details type="reasoning"')).toHaveLength(1);
  });
});
