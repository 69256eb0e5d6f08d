import { describe, expect, it } from 'vitest';
import { grokExport } from '../../../../core/importers/grok-export.ts';
import { formatOf, importJson, wordsOf } from '../../../support/import-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const response = (
  id: string,
  parent: string | null,
  sender: string,
  message: string,
  more: Fields = {},
): Fields => ({
  response: {
    _id: id,
    parent_response_id: parent,
    sender,
    message,
    create_time: { $date: { $numberLong: '1790000000500' } },
    ...more,
  },
  share_link: null,
});

const exported = (responses: unknown, more: Fields = {}): Fields => ({
  conversations: [
    { conversation: { conversation_id: 'g-1', title: 'Ponds', ...more }, responses },
    { conversation: { title: 'Broken' }, responses: null },
  ],
  projects: [],
});

describe('grokExport', () => {
  it('reads questions and answers as a tree, times of a database, and the model that was asked for', async () => {
    const result = await importJson(
      grokExport,
      exported([
        response('q1', null, 'human', 'Are ponds alive?', {
          metadata: '{"requestModelDetails":{"modelId":"grok-x"}}',
          file_attachments: ['f-1'],
        }),
        response('a1', 'q1', 'ASSISTANT', 'No.', { thinking_trace: 'A pond is a place.' }),
        response('a2', 'q1', 'assistant', 'In a way.', {
          model: 'grok-y',
          create_time: '2026-09-21T14:13:30.123456Z',
        }),
      ]),
    );
    expect(result.detected).toBe('grok-export');
    expect(result.inspected.map(({ id, branchOf }) => [id, branchOf])).toEqual([
      ['g-1', null],
      ['g-1/branch-a1', { threadId: 'g-1', runId: null }],
    ]);
    expect(wordsOf(result)).toEqual([['user: Are ponds alive? | [input_file]', 'assistant: In a way.']]);
    expect(wordsOf(result, 1)).toEqual([
      ['user: Are ponds alive? | [input_file]', '(A pond is a place.)', 'assistant: No.'],
    ]);
    expect(result.inspected.map(({ runs }) => runs[0]?.calls[0]?.model)).toEqual(['grok-y', 'grok-x']);
    expect(result.inspected[0]?.runs[0]).toMatchObject({
      startedAt: '2026-09-21T14:13:20.500Z',
      endedAt: '2026-09-21T14:13:30.123Z',
    });
    expect(result.inspected[0]?.usage).toBeNull();
    expect(result.errors).toMatchObject([{ code: 'unreadable-conversation' }]);
  });

  it('goes by the named leaf, and by the order of the list where nothing is linked', async () => {
    const tree = [
      response('q1', null, 'human', 'a'),
      response('a1', 'q1', 'assistant', 'b'),
      response('a2', 'q1', 'assistant', 'c'),
    ];
    expect(wordsOf(await importJson(grokExport, exported(tree, { leaf_response_id: 'a1' })))).toEqual([
      ['user: a', 'assistant: b'],
    ]);
    const flat = [
      response('q1', null, 'human', 'a'),
      response('a1', null, 'assistant', 'b', { error: 'Too busy' }),
      response('q2', null, 'human', 'c'),
    ];
    const result = await importJson(grokExport, exported(flat));
    expect(wordsOf(result)).toEqual([['user: a', 'assistant: b'], ['user: c']]);
    expect(result.inspected[0]?.runs.map(({ status }) => status)).toEqual(['error', 'complete']);
  });

  it('leaves other lists called conversations alone', () => {
    expect(formatOf('{"conversations":[{"from":"human","value":"x"}]}')).not.toBe('grok-export');
  });
});
