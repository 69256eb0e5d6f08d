import { describe, expect, it } from 'vitest';
import { chatGptExport } from '../../../../core/importers/chatgpt-export.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { formatOf, importJson, importText, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const node = (id: string, parent: string | null, children: readonly string[], message: unknown): Fields => ({
  id,
  parent,
  children,
  message,
});

const said = (id: string, role: string, text: string, more: Fields = {}): Fields => ({
  id,
  author: { role },
  create_time: 1_790_000_000,
  content: { content_type: 'text', parts: [text] },
  recipient: 'all',
  ...more,
});

const conversation = (nodes: readonly Fields[], more: Fields = {}): Fields => ({
  id: 'c-bees',
  conversation_id: 'c-bees',
  title: 'Bees',
  mapping: Object.fromEntries(nodes.map((one) => [String(one['id']), one])),
  ...more,
});

const simple = (id: string): Fields =>
  conversation(
    [
      node('q', null, ['a'], said('q', 'user', 'How many hives?')),
      node('a', 'q', [], said('a', 'assistant', 'Six.')),
    ],
    { id, conversation_id: id, current_node: 'a' },
  );

/** A regenerated answer, a second question, hidden context, no metadata anywhere, and times that don't rise. */
const branching = conversation(
  [
    node('root', null, ['ctx'], null),
    node('ctx', 'root', ['q1'], {
      id: 'ctx',
      author: { role: 'user' },
      create_time: null,
      content: {
        content_type: 'user_editable_context',
        user_profile: 'beekeeper',
        user_instructions: 'Be brief.',
      },
      recipient: 'all',
    }),
    node('q1', 'ctx', ['r1', 'r2'], said('q1', 'user', 'When to feed?', { create_time: 1_790_000_001.5 })),
    node('r1', 'q1', [], said('r1', 'assistant', 'In August.', { create_time: 1_790_000_001 })),
    node(
      'r2',
      'q1',
      ['q2'],
      said('r2', 'assistant', 'After the harvest.', { create_time: 1_790_000_003.25 }),
    ),
    node('q2', 'r2', ['r3'], said('q2', 'user', 'With what?', { create_time: 1_790_000_001 })),
    node('r3', 'q2', [], said('r3', 'assistant', 'Sugar syrup.', { create_time: null })),
  ],
  { current_node: 'r3', default_model_slug: 'gpt-x' },
);

describe('chatGptExport', () => {
  it('takes the path to the current node for the thread and the answer beside it for a branch', async () => {
    const result = await importJson(chatGptExport, [branching, { id: 'c-2', title: 'Broken' }]);
    expect(result.detected).toBe('chatgpt-export');
    expect(result.inspected.map(({ id, branchOf }) => [id, branchOf])).toEqual([
      ['c-bees', null],
      ['c-bees/branch-r1', { threadId: 'c-bees', runId: null }],
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: When to feed?', 'assistant: After the harvest.'],
      ['user: With what?', 'assistant: Sugar syrup.'],
    ]);
    expect(wordsOf(result, 1)).toEqual([['user: When to feed?', 'assistant: In August.']]);
  });

  it('reports a conversation without messages with its place and reads the others', async () => {
    const result = await importJson(chatGptExport, [branching, { id: 'c-2', title: 'Broken' }]);
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]).toMatchObject({ code: 'unreadable-conversation' });
    expect(result.errors[0]?.message).toMatch(
      /^Conversation 2 \(“Broken”, line \d+\) was left out: it has no messages/,
    );
  });

  it('keeps what the model was told about its user as instructions of the thread', async () => {
    const { threads } = await importJson(chatGptExport, [branching]);
    const instructions = [
      {
        type: 'message',
        role: 'system',
        content: [
          { type: 'input_text', text: 'beekeeper' },
          { type: 'input_text', text: 'Be brief.' },
        ],
      },
    ];
    expect(threads.map((thread) => thread.runs.map((run) => run.meta))).toEqual([
      [{ instructions }, {}],
      [{ instructions }],
    ]);
  });

  it('knows the model from the conversation, invents no usage and reads seconds with fractions', async () => {
    const { threads, inspected } = await importJson(chatGptExport, [branching]);
    const [first, second] = inspected[0]?.runs ?? [];
    expect(first?.calls).toEqual([
      {
        model: 'gpt-x',
        prompt: null,
        cached: null,
        cacheWritten: null,
        output: null,
        reasoning: null,
        total: null,
        reported: false,
        perCall: true,
      },
    ]);
    expect(inspected[0]?.usage).toBeNull();
    expect(threads[0]?.runs[0]?.createdAtMs).toBe(1_790_000_001_500);
    expect(threads[0]?.runs[0]?.endedAtMs).toBe(1_790_000_003_250);
    // The second question has a time before the first answer's, and still comes second.
    expect(second).toMatchObject({ id: 'q2', startedAt: '2026-09-21T14:13:21Z', endedAt: null });
  });

  it('pairs a call with what its tool sends in several messages, by the path and not by an id', async () => {
    const call = (id: string, recipient: string, text: string): Fields =>
      said(id, 'assistant', '', { content: { content_type: 'code', text }, recipient, end_turn: false });
    const answer = (id: string, name: string, content: Fields): Fields =>
      said(id, 'tool', '', { author: { role: 'tool', name }, content });
    const result = await importJson(chatGptExport, [
      conversation(
        [
          node('q', null, ['t'], said('q', 'user', 'Prices?')),
          node(
            't',
            'q',
            ['c1'],
            said('t', 'assistant', '', {
              content: { content_type: 'thoughts', thoughts: [{ summary: 'Search', content: 'I search.' }] },
            }),
          ),
          node('c1', 't', ['d1'], call('c1', 'browser', 'search("hive")')),
          node(
            'd1',
            'c1',
            ['c2'],
            answer('d1', 'browser', {
              content_type: 'tether_browsing_display',
              result: '3 pages',
              summary: null,
            }),
          ),
          node('c2', 'd1', ['d2'], call('c2', 'browser', 'open([0, 1])')),
          node(
            'd2',
            'c2',
            ['d3'],
            answer('d2', 'browser', { content_type: 'tether_quote', text: 'Hive: 90', url: 'x' }),
          ),
          node(
            'd3',
            'd2',
            ['c3'],
            answer('d3', 'browser', { content_type: 'tether_quote', text: 'Hive: 95' }),
          ),
          node('c3', 'd3', ['c4'], call('c3', 'python.run', '90 + 95')),
          node('c4', 'c3', ['d4'], call('c4', 'image_gen', '{}')),
          node(
            'd4',
            'c4',
            ['d5'],
            answer('d4', 'image_gen', {
              content_type: 'multimodal_text',
              parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://f9', width: 8 }],
            }),
          ),
          node('d5', 'd4', ['p'], answer('d5', 'python', { content_type: 'execution_output', text: '185' })),
          node(
            'p',
            'd5',
            ['a'],
            said('p', 'assistant', '', {
              content: { content_type: 'reasoning_recap', content: 'Thought for 4s' },
            }),
          ),
          node('a', 'p', [], said('a', 'assistant', '90 to 95.', { end_turn: true })),
        ],
        { current_node: 'a' },
      ),
    ]);
    expect(wordsOf(result)).toEqual([
      [
        'user: Prices?',
        '(I search.)',
        'browser(search("hive"))',
        '=> 3 pages',
        'browser(open([0, 1]))',
        '=> Hive: 90 | Hive: 95',
        'python.run(90 + 95)',
        'image_gen({})',
        '=> [input_image]',
        '=> 185',
        '(Thought for 4s)',
        'assistant: 90 to 95.',
      ],
    ]);
    // Thought and first call are one answer, so are the two parallel calls, and recap and words: 4 calls.
    expect(result.inspected[0]?.runs[0]).toMatchObject({
      status: 'complete',
      toolCalls: 4,
      toolResults: 4,
      modelCalls: 4,
      orphans: { calls: 0, results: 0 },
    });
  });

  it('keeps images as such, leaves out parts that are empty, and keeps marks of citations in the text', async () => {
    const result = await importJson(chatGptExport, [
      conversation([
        node('q', null, ['a'], {
          ...said('q', 'user', ''),
          content: {
            content_type: 'multimodal_text',
            parts: [
              '',
              null,
              { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-7' },
              'Which bee?',
            ],
          },
          metadata: {
            attachments: [
              { id: 'file-7', name: 'bee.png' },
              { id: 'file-8', name: 'notes.txt' },
            ],
          },
        }),
        node('a', 'q', [], said('a', 'assistant', 'A drone \ue200cite\ue202turn0\ue201.')),
      ]),
    ]);
    const [question, answer] = result.threads[0]?.runs[0]?.messages ?? [];
    expect(question?.items[0]).toMatchObject({
      content: [
        { type: 'input_image', file_id: 'file-service://file-7' },
        { type: 'input_text', text: 'Which bee?' },
        { type: 'input_file', file_id: 'file-8', filename: 'notes.txt' },
      ],
    });
    expect(answer?.items[0]).toMatchObject({
      content: [{ type: 'output_text', text: 'A drone \ue200cite\ue202turn0\ue201.' }],
    });
  });

  it('takes the newest end when the current node is missing or leads nowhere, whatever the order of the keys', async () => {
    const nodes = [
      node('late', 'q', [], said('late', 'assistant', 'New.', { create_time: 1_790_000_009 })),
      node('early', 'q', [], said('early', 'assistant', 'Old.', { create_time: 1_790_000_002 })),
      node('q', 'gone', ['early', 'late'], said('q', 'user', 'Well?')),
    ];
    for (const more of [{}, { current_node: 'nowhere' }, { current_node: null, title: null }]) {
      const result = await importJson(chatGptExport, [conversation(nodes, more)]);
      expect(wordsOf(result)).toEqual([['user: Well?', 'assistant: New.']]);
      expect(wordsOf(result, 1)).toEqual([['user: Well?', 'assistant: Old.']]);
    }
    const untitled = await importJson(chatGptExport, [conversation(nodes, { title: null })]);
    expect(untitled.threads[0]?.title).toBe('Well?');
  });

  it('cuts circles and reads chains of thousands of messages', async () => {
    const circle = await importJson(chatGptExport, [
      conversation([
        node('q', 'a', ['a'], said('q', 'user', 'Round?')),
        node('a', 'q', ['q'], said('a', 'assistant', 'And round.')),
      ]),
    ]);
    expect(circle.inspected.flatMap(({ runs }) => runs)).toHaveLength(1);

    const count = 6_000;
    const chain = Array.from({ length: count }, (_, index) =>
      node(
        `n${index}`,
        index === 0 ? null : `n${index - 1}`,
        index === count - 1 ? [] : [`n${index + 1}`],
        said(`n${index}`, index % 2 === 0 ? 'user' : 'assistant', `${index}`),
      ),
    );
    const long = await importJson(chatGptExport, [conversation(chain, { current_node: `n${count - 1}` })]);
    expect(long.threads).toHaveLength(1);
    expect(long.threads[0]?.runs).toHaveLength(count / 2);
  });

  it('reads one conversation by itself, one that an extension wrapped, and one on each line', async () => {
    const alone = await importJson(chatGptExport, simple('c-1'));
    expect([alone.detected, alone.threads[0]?.threadId]).toEqual(['chatgpt-export', 'c-1']);
    const wrapped = await importJson(chatGptExport, { capture: 1, raw_provider_payload: simple('c-2') });
    expect([wrapped.detected, wrapped.threads[0]?.threadId]).toEqual(['chatgpt-export', 'c-2']);
    const lines = await importText(
      chatGptExport,
      ['c-3', 'c-4'].map((id) => JSON.stringify(simple(id))).join('\n'),
    );
    expect([lines.detected, ...lines.threads.map(({ threadId }) => threadId)]).toEqual([
      'chatgpt-export',
      'c-3',
      'c-4',
    ]);
  });

  it('keeps a conversation that stands in the list twice apart, so that nothing is merged or doubled', async () => {
    const { inspected } = await importJson(chatGptExport, [simple('c-1'), simple('c-1')]);
    expect(inspected.map(({ id, runs }) => [id, runs.length])).toEqual([
      ['c-1', 1],
      ['c-1 (2)', 1],
    ]);
  });

  it('reads what stands before the place where the file is cut off, and says where that is', async () => {
    const text = JSON.stringify([simple('c-1'), simple('c-2')]);
    const result = await importText(chatGptExport, text.slice(0, -40));
    expect(result.threads.map(({ threadId }) => threadId)).toEqual(['c-1']);
    expect(result.errors).toEqual([
      {
        code: 'cut-off',
        line: 1,
        message:
          'The file ends inside its list, behind entry 1: it is cut off from line 1 on. Export it again.',
      },
    ]);
  });

  it('refuses a list of which it can read nothing, and counts conversations without a message', async () => {
    await expect(importJson(chatGptExport, [{ mapping: 1 }, {}])).rejects.toMatchObject({
      code: 'invalid-import',
    });
    const empty = conversation([node('root', null, [], null)], { id: 'c-0', conversation_id: 'c-0' });
    const { threads, warnings } = await importJson(chatGptExport, [empty, simple('c-1')]);
    expect(threads).toHaveLength(1);
    expect(warnings.map(({ message }) => message)).toEqual([
      'Conversation 1 holds no message and was left out.',
    ]);
  });

  it('leaves lists of other things alone', () => {
    expect(formatOf('[{"mapping":{"a":1}}]')).not.toBe('chatgpt-export');
    expect(formatOf('{"mapping":{}}')).not.toBe('chatgpt-export');
  });

  it('delivers a conversation as soon as it has come, so that an export of any size need not fit into memory', async () => {
    const entries = ['c-1', 'c-2', 'c-3'].map((id) => JSON.stringify(simple(id)));
    const pieces = [`[${entries[0] ?? ''},`, `${entries[1] ?? ''},`, `${entries[2] ?? ''}]`].map((piece) =>
      new TextEncoder().encode(piece),
    );
    const collector = collectThreads();
    /** How many threads there were before each piece; the file may be begun more than once. */
    let before: number[] = [];
    const source = {
      name: 'conversations.json',
      sizeBytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
      async *read() {
        before = [];
        for (const piece of pieces) {
          before.push(collector.threads().length);
          yield await Promise.resolve(piece);
        }
      },
    };
    await chatGptExport.read(source, collector.sink, {});
    expect(before).toEqual([0, 1, 2]);
    expect(collector.threads()).toHaveLength(3);
  });
});
