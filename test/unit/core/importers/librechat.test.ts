import { describe, expect, it } from 'vitest';
import { chatbotUi } from '../../../../core/importers/chatbot-ui.ts';
import { libreChat } from '../../../../core/importers/librechat.ts';
import { formatOf, importJson, importText, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const ROOT = '00000000-0000-0000-0000-000000000000';

const message = (messageId: string, parentMessageId: string, text: string, more: Fields = {}): Fields => ({
  messageId,
  parentMessageId,
  isCreatedByUser: messageId.startsWith('u'),
  sender: messageId.startsWith('u') ? 'User' : 'GPT',
  text,
  model: messageId.startsWith('u') ? null : 'gpt-x',
  createdAt: '2026-08-20T09:00:00.000Z',
  tokenCount: 4,
  error: false,
  unfinished: false,
  ...more,
});

const conversation = (messages: readonly unknown[], more: Fields = {}): Fields => ({
  conversationId: 'lc-1',
  endpoint: 'openAI',
  title: 'Tide',
  exportAt: '10:00:00 GMT+0000',
  branches: true,
  recursive: false,
  messages,
  ...more,
});

describe('libreChat', () => {
  it('follows the links to the newest answer and takes other ends for branches, also of the first question', async () => {
    const result = await importJson(
      libreChat,
      conversation([
        message('u1', ROOT, 'Tide?'),
        message('a1', 'u1', '5 m', { createdAt: '2026-08-20T09:00:03Z' }),
        message('a2', 'u1', '5.2 m', { createdAt: '2026-08-20T09:00:09Z' }),
        message('u2', ROOT, 'Wind?', { createdAt: '2026-08-20T09:01:00Z' }),
        message('a3', 'u2', '4 bft', { createdAt: '2026-08-20T09:01:04Z' }),
      ]),
    );
    expect(result.detected).toBe('librechat');
    expect(result.inspected.map(({ id }) => id)).toEqual(['lc-1', 'lc-1/branch-u1', 'lc-1/branch-a2']);
    expect(result.inspected.slice(1).map(({ branchOf }) => branchOf)).toEqual([
      { threadId: 'lc-1', runId: null },
      { threadId: 'lc-1', runId: null },
    ]);
    expect([0, 1, 2].map((thread) => wordsOf(result, thread))).toEqual([
      [['user: Wind?', 'assistant: 4 bft']],
      [['user: Tide?', 'assistant: 5 m']],
      [['user: Tide?', 'assistant: 5.2 m']],
    ]);
  });

  it('takes the count beside a message for no usage of a call', async () => {
    const { inspected } = await importJson(
      libreChat,
      conversation([message('u1', ROOT, 'Tide?'), message('a1', 'u1', '5 m')]),
    );
    expect(inspected[0]?.usage).toBeNull();
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([{ model: 'gpt-x', reported: false, prompt: null }]);
  });

  it('reads a nested copy thousands of messages deep, with CR LF at its lines', async () => {
    // Written by hand: JSON.stringify gives up at such depths, JSON.parse doesn't.
    const opened = Array.from({ length: 4000 }, (_, index) => {
      const id = `${index % 2 === 0 ? 'u' : 'a'}${index + 1}`;
      return `${JSON.stringify(message(id, 'elsewhere', `${index + 1}`)).slice(0, -1)},"children":[`;
    });
    const text = `{"conversationId":"lc-1","messagesTree":[${opened.join('')}${']}'.repeat(4000)}]}`;
    const result = await importText(libreChat, text.replaceAll(',"', ',\r\n"'));
    expect(result.threads).toHaveLength(1);
    expect(result.threads[0]?.runs).toHaveLength(2000);
    expect(wordsOf(result).at(-1)).toEqual(['user: 3999', 'assistant: 4000']);
  });

  it('reads answers that are parts: thoughts, tools with their results, words', async () => {
    const tool = {
      id: 'call_1',
      name: 'tide',
      args: '{"port":"Brest"}',
      output: '5.2 m',
      progress: 1,
      type: 'tool_call',
    };
    const result = await importJson(
      libreChat,
      conversation([
        message('u1', ROOT, '', {
          content: [{ type: 'text', text: 'Tide?' }],
          files: [{ file_id: 'f1', type: 'image/png' }],
        }),
        message('a1', 'u1', '', {
          content: [
            { type: 'think', think: 'Ask the tool.' },
            { type: 'text', text: { value: 'Looking.' }, tool_call_ids: ['call_1'] },
            { type: 'tool_call', tool_call: tool },
            { type: 'tool_call', tool_call: { ...tool, id: undefined, args: { port: 'X' }, output: '' } },
            { type: 'tool_call', tool_call: { id: 'call_3', name: 'wind', args: {}, progress: 0.1 } },
            { type: 'text', text: '5.2 m' },
            { type: 'hologram' },
          ],
        }),
      ]),
    );
    expect(wordsOf(result)).toEqual([
      [
        'user: Tide? | [input_image]',
        '(Ask the tool.)',
        'assistant: Looking.',
        'tide({"port":"Brest"})',
        '=> 5.2 m',
        'tide({"port":"X"})',
        '=> ',
        'wind({})',
        'assistant: 5.2 m',
        'unknown',
      ],
    ]);
    expect(result.inspected[0]?.runs[0]).toMatchObject({
      toolCalls: 3,
      orphans: { calls: 1, results: 0 },
      modelCalls: 3,
    });
  });

  it('tells failed answers by the program’s words, and unfinished ones', async () => {
    const result = await importJson(
      libreChat,
      conversation([
        message('u1', ROOT, 'a'),
        message('a1', 'u1', 'Something went wrong.', { error: true }),
        message('u2', 'a1', 'b'),
        message('a2', 'u2', '', {
          content: [
            { type: 'text', text: 'So' },
            { type: 'error', error: 'Timeout' },
          ],
        }),
        message('u3', 'a2', 'c'),
        message('a3', 'u3', 'half', { unfinished: true }),
      ]),
    );
    expect(wordsOf(result)).toEqual([
      ['user: a'],
      ['user: b', 'assistant: So'],
      ['user: c', 'assistant: half'],
    ]);
    expect(result.inspected[0]?.runs.map(({ status, modelCalls }) => [status, modelCalls])).toEqual([
      // Whether the model was asked at all, nobody knows.
      ['error', 0],
      ['error', 1],
      ['open', 1],
    ]);
    expect(result.threads[0]?.runs.map(({ meta }) => meta)).toMatchObject([
      { notices: [{ text: 'Something went wrong.' }] },
      { notices: [{ text: 'Timeout' }] },
      {},
    ]);
  });

  it('takes a summary saved with a message for the boundary behind it', async () => {
    const result = await importJson(
      libreChat,
      conversation(
        [
          message('u1', ROOT, 'a'),
          message('a1', 'u1', 'b', { summary: 'They said a and b.', summaryTokenCount: 7 }),
          message('u2', 'a1', 'c'),
          message('a2', 'u2', 'd'),
        ],
        { options: { promptPrefix: 'Be brief.' } },
      ),
    );
    expect(result.inspected[0]?.runs.map(({ id }) => id)).toEqual(['u1', 'u2']);
    expect(result.inspected[0]?.boundaries).toMatchObject([
      { afterRun: 'u1', anchored: true, applies: true, text: 'They said a and b.' },
    ]);
    expect(result.threads[0]?.runs[0]?.meta).toEqual({
      instructions: [{ type: 'message', role: 'system', content: 'Be brief.' }],
    });
  });

  it('goes by the order of the list where no message names another', async () => {
    const bare = (messageId: string, text: string): Fields => ({
      messageId,
      isCreatedByUser: messageId.startsWith('u'),
      text,
    });
    const result = await importJson(
      libreChat,
      conversation([bare('u1', 'a'), bare('a1', 'b'), bare('u2', 'c')]),
    );
    expect(wordsOf(result)).toEqual([['user: a', 'assistant: b'], ['user: c']]);
  });
});

describe('chatbotUi', () => {
  const chat: Fields = {
    id: 'c1',
    name: 'Ferns',
    messages: [
      { role: 'user', content: 'Name a fern' },
      { role: 'assistant', content: 'Boston fern' },
      { role: 'user', content: 'Another' },
      { role: 'assistant', content: 'Maidenhair' },
    ],
    model: { id: 'gpt-x', name: 'GPT X' },
    prompt: 'You know plants.',
    folderId: null,
  };

  it('reads a history of conversations, each with its prompt and model', async () => {
    const result = await importJson(chatbotUi, {
      version: 4,
      history: [chat, { ...chat, id: 'c2' }, { id: 'c3' }],
      folders: [],
      prompts: [],
    });
    expect(result.detected).toBe('chatbot-ui');
    expect(result.inspected.map(({ id, title, runs }) => [id, title, runs.length])).toEqual([
      ['c1', 'Ferns', 2],
      ['c2', 'Ferns', 2],
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: Name a fern', 'assistant: Boston fern'],
      ['user: Another', 'assistant: Maidenhair'],
    ]);
    expect(result.inspected[0]?.runs[0]?.calls).toMatchObject([{ model: 'gpt-x', reported: false }]);
    expect(result.threads[0]?.runs[0]?.meta).toEqual({
      instructions: [{ type: 'message', role: 'system', content: 'You know plants.' }],
    });
    expect(result.errors).toMatchObject([{ code: 'unreadable-conversation' }]);
  });

  it('reads the bare list of the first versions, whose ids are numbers that start anew for each user', async () => {
    const result = await importJson(chatbotUi, [
      { ...chat, id: 1 },
      { ...chat, id: 2, name: 'Mosses' },
    ]);
    expect(result.detected).toBe('chatbot-ui');
    const [first, second] = result.threads;
    expect(first?.threadId).toMatch(/^chatbot-ui-[0-9a-f]{16}$/);
    expect(second?.threadId).not.toBe(first?.threadId);
  });

  it('leaves other lists of messages alone', () => {
    expect(formatOf('[{"messages":[{"role":"user","content":"x"}]}]')).not.toBe('chatbot-ui');
    expect(formatOf('{"history":[{"role":"user","parts":[{"text":"x"}]}]}')).not.toBe('chatbot-ui');
  });
});
