import { describe, expect, it } from 'vitest';
import { claudeAiExport } from '../../../../core/importers/claude-ai-export.ts';
import { importJson, importText, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const ROOT = '00000000-0000-4000-8000-000000000000';

/** As the web site and the export write it today: the words are in `content` alone. */
const message = (uuid: string, sender: string, content: unknown, more: Fields = {}): Fields => ({
  uuid,
  sender,
  text: '',
  content: typeof content === 'string' ? [{ type: 'text', text: content, citations: [] }] : content,
  created_at: '2026-08-20T09:00:00.250000Z',
  updated_at: '2026-08-20T09:00:00.250000Z',
  attachments: [],
  files: [],
  ...more,
});

const conversation = (chatMessages: readonly unknown[], more: Fields = {}): Fields => ({
  uuid: 'cv-bread',
  name: 'Bread',
  summary: 'They talk about bread at length.',
  created_at: '2026-08-20T09:00:00Z',
  chat_messages: chatMessages,
  ...more,
});

/** A question that was edited, an answer that was repeated, tools without ids, a message with only `text`. */
const branching = conversation(
  [
    message('m1', 'human', 'Bread for 4?', { parent_message_uuid: ROOT }),
    message(
      'm2',
      'assistant',
      [
        { type: 'thinking', thinking: 'flour' },
        { type: 'text', text: '400 g.' },
      ],
      {
        parent_message_uuid: 'm1',
      },
    ),
    message('m3', 'human', 'Bread for 6?', { parent_message_uuid: ROOT }),
    message(
      'm4',
      'assistant',
      [
        { type: 'tool_use', name: 'scale', input: { n: 6 } },
        { type: 'tool_result', name: 'scale', content: [{ type: 'text', text: 'x1.5' }] },
        { type: 'text', text: '600 g.' },
      ],
      { parent_message_uuid: 'm3', created_at: '2026-08-20T09:01:05Z' },
    ),
    message('m5', 'assistant', null, { parent_message_uuid: 'm1', text: 'Words only here.' }),
  ],
  { model: 'claude-x', current_leaf_message_uuid: 'm4' },
);

describe('claudeAiExport', () => {
  it('follows the links to the current leaf, and takes the other ends for branches', async () => {
    const result = await importJson(claudeAiExport, branching);
    expect(result.detected).toBe('claude-ai-export');
    expect(result.inspected.map(({ id, branchOf }) => [id, branchOf])).toEqual([
      ['cv-bread', null],
      ['cv-bread/branch-m1', { threadId: 'cv-bread', runId: null }],
      ['cv-bread/branch-m5', { threadId: 'cv-bread', runId: null }],
    ]);
    expect(wordsOf(result, 1)).toEqual([['user: Bread for 4?', '(flour)', 'assistant: 400 g.']]);
    expect(wordsOf(result, 2)).toEqual([['user: Bread for 4?', 'assistant: Words only here.']]);
  });

  it('splits an answer into calls and results and pairs them where the ids are missing', async () => {
    const result = await importJson(claudeAiExport, branching);
    expect(wordsOf(result)).toEqual([
      ['user: Bread for 6?', 'scale({"n":6})', '=> x1.5', 'assistant: 600 g.'],
    ]);
    // One call asked for the tool, a second one spoke.
    expect(result.inspected[0]?.runs[0]).toMatchObject({
      id: 'm3',
      toolCalls: 1,
      toolResults: 1,
      modelCalls: 2,
      orphans: { calls: 0, results: 0 },
    });
    expect(result.inspected[0]?.runs[0]?.calls.map(({ model, reported }) => [model, reported])).toEqual([
      ['claude-x', false],
      ['claude-x', false],
    ]);
    expect(result.inspected[0]?.usage).toBeNull();
  });

  it('pairs parallel calls of one name in their order, and by id where ids are given', async () => {
    const result = await importJson(
      claudeAiExport,
      conversation([
        message('m1', 'human', 'Both?'),
        message('m2', 'assistant', [
          { type: 'tool_use', name: 'look', input: 1, id: null },
          { type: 'tool_use', name: 'look', input: 2, id: null },
          { type: 'tool_result', name: 'look', content: [{ type: 'text', text: 'first' }] },
          { type: 'tool_result', name: 'look', content: [] },
          { type: 'tool_use', name: 'a', input: {}, id: 'tu-a' },
          { type: 'tool_use', name: 'b', input: {}, id: 'tu-b' },
          { type: 'tool_result', tool_use_id: 'tu-b', name: 'b', content: 'B', is_error: true },
          { type: 'tool_result', tool_use_id: 'tu-a', name: 'a', content: 'A' },
        ]),
      ]),
    );
    const items = result.threads[0]?.runs[0]?.messages.flatMap((one) => one.items) ?? [];
    expect(items.flatMap((item) => ('call_id' in item ? [item.call_id] : []))).toEqual([
      'm2/call-1',
      'm2/call-2',
      'm2/call-1',
      'm2/call-2',
      'tu-a',
      'tu-b',
      'tu-b',
      'tu-a',
    ]);
    expect(result.inspected[0]?.runs[0]?.orphans).toEqual({ calls: 0, results: 0 });
  });

  it('goes by the order of the list where no message names another, and its summary is no boundary', async () => {
    const result = await importJson(claudeAiExport, [
      conversation(
        [
          message('m1', 'human', 'One?'),
          message('m2', 'assistant', '1'),
          message('m3', 'human', 'Two?'),
          message('m4', 'assistant', '2'),
        ],
        // The web site's pointer, in a copy that lost the links: the list goes on behind it.
        { current_leaf_message_uuid: 'm2' },
      ),
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: One?', 'assistant: 1'],
      ['user: Two?', 'assistant: 2'],
    ]);
    expect(result.inspected[0]?.boundaries).toEqual([]);
    expect(result.threads[0]?.title).toBe('Bread');
  });

  it('takes the text where the content is empty, of another type or holds no words', async () => {
    const odd = (uuid: string, content: unknown): Fields =>
      message(uuid, 'human', content, { text: `text of ${uuid}` });
    const result = await importJson(
      claudeAiExport,
      conversation([
        odd('m1', []),
        odd('m2', [{ type: 'text', text: null }]),
        odd('m3', 7),
        odd('m4', 'content wins'),
        odd('m5', [{ type: 'text', text: 12 }, 'bare']),
        odd('m6', [{ type: 'token_budget' }]),
        message('m7', 'human', ''),
      ]),
    );
    expect(wordsOf(result)).toEqual([
      [
        'user: text of m1',
        'user: text of m2',
        'user: text of m3',
        'user: content wins',
        'user: 12 | bare',
        'user: text of m6',
      ],
    ]);
  });

  it('takes what was read out of an attachment for text that the model was given, and counts files as files', async () => {
    const result = await importJson(
      claudeAiExport,
      conversation([
        message('m1', 'human', [], {
          attachments: [{ file_name: 'recipe.txt', extracted_content: 'flour, water', file_size: 12 }],
          files: [{ file_name: 'loaf.png', file_kind: 'image', file_uuid: 'f-1' }, { file_name: 'a.pdf' }],
        }),
        message('m2', 'assistant', 'A loaf.'),
      ]),
    );
    expect(result.threads[0]?.runs[0]?.messages[0]?.items).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'flour, water', filename: 'recipe.txt' },
          { type: 'input_image', file_id: 'f-1', filename: 'loaf.png' },
          { type: 'input_file', filename: 'a.pdf' },
        ],
      },
    ]);
    // 4 for the item, 12 bytes / 4 = 3, 1,500 for the image, 1,000 for the file; 4 + ⌈7 / 4⌉ for the answer.
    expect(result.inspected[0]?.runs[0]?.estimatedTokens).toBe(4 + 3 + 1500 + 1000 + 4 + 2);
  });

  it('marks an answer that its user stopped, and keeps blocks and senders that it does not know', async () => {
    const result = await importJson(
      claudeAiExport,
      conversation([
        message('m1', 'human', 'Go on'),
        message(
          'm2',
          'assistant',
          [
            { type: 'hologram', data: 1 },
            { type: 'text', text: 'Well,' },
          ],
          {
            stop_reason: 'user_canceled',
          },
        ),
        { text: 'Who said this?' },
      ]),
    );
    expect(result.inspected[0]?.runs.map(({ status }) => status)).toEqual(['cancelled']);
    const items = result.threads[0]?.runs[0]?.messages.flatMap((one) => one.items);
    expect(items?.map(({ type }) => type)).toEqual(['message', 'unknown', 'message', 'unknown']);
    expect(result.warnings).toMatchObject([{ code: 'unknown-sender' }]);
  });

  it('reads an export whose conversations are partly empty, broken or without links to a known message', async () => {
    const result = await importJson(claudeAiExport, [
      conversation([], { uuid: 'cv-1' }),
      { uuid: 'cv-2', chat_messages: null, name: 'Odd' },
      conversation(
        [
          message('m8', 'human', 'Still here?', { parent_message_uuid: 'deleted' }),
          message('m9', 'assistant', 'Yes.', { parent_message_uuid: 'm8' }),
        ],
        { uuid: 'cv-3' },
      ),
    ]);
    expect(result.threads.map(({ threadId }) => threadId)).toEqual(['cv-3']);
    expect(wordsOf(result)).toEqual([['user: Still here?', 'assistant: Yes.']]);
    expect(result.warnings).toMatchObject([{ code: 'empty-conversation' }]);
    expect(result.errors.map(({ message: text }) => text)).toEqual([
      expect.stringMatching(/^Conversation 2 \(“Odd”, line \d+\) was left out: it has no messages/),
    ]);
  });

  it('shows messages that name no sender also where there is nothing else', async () => {
    const result = await importJson(claudeAiExport, [
      { title: 'Odd', conversation_id: 'cv-odd', chat_messages: [{ text: 'Hello' }, { text: 'World' }] },
    ]);
    expect(result.inspected[0]?.id).toBe('cv-odd');
    expect(result.inspected[0]?.runs.map(({ status, items }) => [status, items])).toEqual([['headless', 2]]);
  });

  it('keeps half a surrogate pair from spoiling what is written later', async () => {
    const { threads } = await importText(
      claudeAiExport,
      JSON.stringify([
        conversation([message('m1', 'human', 'a\\ud83d'), message('m2', 'assistant', 'b')]),
      ]).replace('a\\\\ud83d', 'a\\ud83d'),
    );
    expect(threads[0]?.runs[0]?.messages[0]?.items[0]).toMatchObject({
      content: [{ type: 'input_text', text: 'a\ufffd' }],
    });
  });

  it('prefers blocks to a text that says they are not supported, and shows that where it is all there is', async () => {
    const placeholder = '```\nThis block is not supported on your current device yet.\n```';
    const result = await importJson(
      claudeAiExport,
      conversation([
        message('m1', 'human', 'Weigh it'),
        message(
          'm2',
          'assistant',
          [
            { type: 'tool_use', name: 'scale', input: {}, id: 'tu-1' },
            { type: 'tool_result', name: 'scale', content: '400 g', tool_use_id: 'tu-1' },
            { type: 'text', text: 'It is 400 g.' },
          ],
          { text: `${placeholder}\n\nIt is 400 g.` },
        ),
        message('m3', 'human', 'Again'),
        message('m4', 'assistant', null, { text: placeholder }),
      ]),
    );
    expect(wordsOf(result)).toEqual([
      ['user: Weigh it', 'scale({})', '=> 400 g', 'assistant: It is 400 g.'],
      ['user: Again', `assistant: ${placeholder}`],
    ]);
  });

  it('keeps all of a long attachment, and takes the title from the words beside it', async () => {
    const extracted = 'flour, water '.repeat(20_000);
    const result = await importJson(claudeAiExport, [
      conversation(
        [
          message('m1', 'human', 'Which bread is it?', {
            attachments: [{ file_name: 'book.txt', extracted_content: extracted }],
          }),
          message('m2', 'assistant', 'Rye.'),
        ],
        { name: '' },
      ),
    ]);
    expect(result.threads[0]?.title).toBe('Which bread is it?');
    expect(wordsOf(result)[0]).toEqual(['user: Which bread is it?', `user: ${extracted}`, 'assistant: Rye.']);
    // 4 + ⌈18 / 4⌉ for the question, 4 + 260,000 / 4 for the attachment, 4 + 4 / 4 for the answer.
    expect(result.inspected[0]?.runs[0]?.estimatedTokens).toBe(4 + 5 + 4 + 65_000 + 4 + 1);
  });
});
