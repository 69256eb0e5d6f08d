import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

describe('Google ADK', () => {
  it('makes each invocation a run, and each event of a model with its report a call', async () => {
    const { document, inspection } = only(await readFixture('adk-session.json'));
    expect([inspection.id, inspection.namespace, inspection.title]).toEqual(['sess-1', 'shop', 'Roll a die']);
    expect(
      inspection.runs.map((run) => [run.id, run.status, run.messages, run.toolCalls, run.toolResults]),
    ).toEqual([
      ['inv-1', 'complete', 4, 1, 1],
      ['inv-2', 'complete', 2, 0, 0],
      // The bank takes its time, and answers in an invocation of its own.
      ['inv-4', 'paused', 2, 1, 0],
      // The stream of the last answer was cut off.
      ['inv-5', 'open', 2, 0, 1],
      ['inv-6', 'error', 1, 0, 0],
    ]);
    // Two agents speak in the first one.
    expect(document.runs[0]?.messages.map(({ senderId }) => senderId)).toEqual([
      'user',
      'dice',
      'dice',
      'teller',
    ]);
    expect(inspection.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:00.250Z',
      endedAt: '2026-08-20T09:00:01.900Z',
    });
  });

  it('counts pieces of a stream neither as words nor as calls once the whole has come', async () => {
    const { document, inspection } = only(await readFixture('adk-session.json'));
    expect(inspection.runs.map((run) => run.calls.map(({ prompt, output }) => [prompt, output]))).toEqual([
      // 7 + 5 thoughts, then the answer of the other agent
      [
        [90, 12],
        [110, 3],
      ],
      [[130, 4]],
      [[60, 5]],
      // The whole never came.
      [[80, 5]],
      [[90, 0]],
    ]);
    expect(document.runs[3]?.messages.at(-1)?.items).toMatchObject([
      { content: [{ text: 'The bank says ye' }] },
    ]);
  });

  it('takes a compaction for a boundary behind the events whose time it covers', async () => {
    const { inspection } = only(await readFixture('adk-session.json'));
    expect(inspection.boundaries).toMatchObject([
      { summaryId: 'c1', afterRun: 'inv-1', text: 'A 4 was rolled.', trigger: 'auto', applies: true },
    ]);
    // What it covers stays in the thread.
    expect(inspection.modelView.runs).toEqual(['inv-2', 'inv-4', 'inv-5', 'inv-6']);
  });

  it('reads older sessions in snake case, whose reports stand beside the events', async () => {
    const { document, inspection } = only(await readFixture('adk-session-old.json'));
    expect(inspection.runs).toMatchObject([
      {
        id: 'o1',
        status: 'complete',
        messages: 4,
        toolCalls: 1,
        toolResults: 1,
        orphans: { calls: 0, results: 0 },
      },
    ]);
    expect(inspection.runs[0]?.calls).toMatchObject([
      { model: 'gemini-x-001', prompt: 40, output: 8, total: 48 },
      { model: 'gemini-x', prompt: 60, output: 3, total: 63 },
    ]);
    expect(document.runs[0]?.meta['instructions']).toMatchObject([
      { role: 'system', content: 'Set what you are told.' },
    ]);
  });

  it('reads the cases of an eval set, with calls that have no results', async () => {
    const { inspection } = only(await readFixture('adk-eval-set.json'));
    expect(inspection.id).toBe('home/lights');
    expect(
      inspection.runs.map((run) => [run.id, run.status, run.messages, run.toolCalls, run.orphans.calls]),
    ).toEqual([
      // turn; two calls; their results in another order; words on the way; answer
      ['v1', 'complete', 5, 2, 0],
      // The agent answered, though no result was kept.
      ['v2', 'complete', 3, 1, 1],
    ]);
    expect(inspection.usage).toBeNull();
  });

  it('takes a list of events for one session', async () => {
    const event = (id: string, author: string, text: string) => ({
      id,
      invocation_id: 'i1',
      author,
      content: { role: author === 'user' ? 'user' : 'model', parts: [{ text }] },
      timestamp: 1787216400.5,
    });
    const events = [event('a', 'user', 'Hi'), event('b', 'bot', 'Hello')];
    const { inspection } = only(await readSource(textSource(JSON.stringify(events))));
    expect(inspection.runs).toMatchObject([{ id: 'i1', messages: 2 }]);
  });

  it('reads events without content, and bytes as images and files', async () => {
    const event = (id: string, author: string, more: object): object => ({
      id,
      invocationId: 'i1',
      author,
      timestamp: 1787216400.5,
      ...more,
    });
    const events = [
      event('a', 'user', {
        content: {
          role: 'user',
          parts: [
            { text: 'These?', inline_data: null },
            // As Python writes bytes: `-` for `+` and `_` for `/`.
            { inline_data: { mime_type: 'image/png', data: '-_-_' } },
            { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
          ],
        },
      }),
      event('b', 'bot', { content: null, actions: { stateDelta: { seen: true } } }),
      event('c', 'bot', { content: { role: 'model', parts: null } }),
      event('d', 'bot', { content: { role: 'model', parts: [{ text: 'Yes.' }] } }),
    ];
    const result = await readSource(
      textSource(JSON.stringify({ id: 's', appName: 'x', userId: 'u', events })),
    );
    const { document, inspection } = only(result);
    expect(inspection.runs).toMatchObject([{ id: 'i1', status: 'complete', messages: 2 }]);
    expect(document.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [
        {
          content: [
            { type: 'input_text', text: 'These?' },
            { type: 'input_image', image_url: 'data:image/png;base64,+/+/' },
            { type: 'input_file', file_data: 'data:application/pdf;base64,AAAA' },
          ],
        },
      ],
      [{ content: [{ text: 'Yes.' }] }],
    ]);
  });
});
