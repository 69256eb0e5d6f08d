import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

describe('LangGraph thread state', () => {
  it('puts a history together whose states each repeat everything, newest first', async () => {
    const main = inspectionOf(await readFixture('langgraph-history.json'), 'desk-1');
    expect(main.title).toBe('Tide?');
    expect(
      main.runs.map((run) => [run.id, run.status, run.messages, run.toolCalls, run.toolResults]),
    ).toEqual([
      ['run-a', 'complete', 4, 1, 1],
      // The newest way ends in a fork that waits for an answer.
      ['run-c', 'paused', 2, 1, 0],
    ]);
    // Each message of the model once, though ten states have the first: 97 + 124 + 160.
    expect(main.usage).toEqual({ calls: 3, prompt: 361, cached: null, output: 20, total: 381 });
    expect(main.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:01.500Z',
      endedAt: '2026-08-20T09:00:05.500Z',
    });
  });

  it('takes the other ways through the states for branches, whose steps may have the same numbers', async () => {
    const result = await readFixture('langgraph-history.json');
    const branch = result.inspections.find((thread) => thread.branchOf !== null);
    expect(branch?.branchOf).toEqual({ threadId: 'desk-1', runId: 'run-a' });
    expect(branch?.runs.map((run) => [run.id, run.copiedFrom])).toEqual([
      ['run-a', 'desk-1'],
      ['run-b', null],
    ]);
    expect(branch?.usage).toMatchObject({ calls: 1, prompt: 150, output: 5 });
  });

  it('makes a graph inside the graph a thread that a run of it started', async () => {
    const result = await readFixture('langgraph-history.json');
    const inner = result.threads.find((thread) => thread.threadId === 'desk-1/tides:task-tide');
    expect(inner?.startedBy).toEqual({ threadId: 'desk-1', runId: 'run-a' });
    expect(inner?.runs.map((run) => run.messages.length)).toEqual([2]);
  });

  it('counts a call once where a graph inside the graph shares its messages', async () => {
    const place = (id: string, ns: string) => ({ thread_id: 't', checkpoint_ns: ns, checkpoint_id: id });
    const ai = {
      type: 'ai',
      content: 'Hello',
      id: 'a',
      usage_metadata: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
    };
    const state = (id: string, ns: string, parent: string | null, messages: readonly unknown[]) => ({
      values: { messages },
      next: [],
      tasks: [],
      metadata: { source: parent === null ? 'input' : 'loop', step: parent === null ? -1 : 0 },
      checkpoint: place(id, ns),
      parent_checkpoint: parent === null ? null : place(parent, ns),
    });
    const human = { type: 'human', content: 'Hi', id: 'h' };
    const history = [
      state('m1', '', null, [human]),
      state('m2', '', 'm1', [human, ai]),
      state('s1', 'agent:1', null, [human]),
      state('s2', 'agent:1', 's1', [human, ai]),
    ];
    const result = await readSource(textSource(JSON.stringify(history)));
    expect(result.inspections.map(({ id, usage }) => [id, usage?.total ?? null])).toEqual([
      ['t', 12],
      ['t/agent:1', null],
    ]);
    expect(result.threads[1]?.runs.map((run) => run.copiedFrom)).toEqual(['t']);
  });

  it('finds a boundary wherever the oldest messages are gone, with the summary that came for them', async () => {
    const { inspection } = only(await readFixture('langgraph-shortened.json'));
    expect(inspection.runs.map((run) => run.messages)).toEqual([2, 2, 2, 2, 2]);
    expect(inspection.boundaries.map(({ afterRun, text, applies }) => [afterRun, text, applies])).toEqual([
      ['run-1', 'Here is a summary of the conversation to date:\n\nQ1 was asked.', false],
      // Dropped without a word.
      ['run-2', null, false],
      // The graph keeps its summary beside the messages.
      ['run-3', 'All of Q1 to Q3.', true],
    ]);
    expect(inspection.modelView.runs).toEqual(['run-4', 'run-5']);
  });

  it('reads the spelling of JavaScript, and tells messages without ids by their words and number', async () => {
    const { inspection } = only(await readFixture('langgraph-js-history.json'));
    expect(inspection.id).toBe('desk-3');
    expect(inspection.runs.map((run) => run.messages)).toEqual([2, 2]);
  });

  it('folds a stream: whole states, updates, and the pieces that came last', async () => {
    const { document, inspection } = only(await readFixture('langgraph-stream.jsonl'));
    expect(inspection.id).toBe('desk-4');
    expect(inspection.runs).toMatchObject([
      { status: 'complete', messages: 4, toolCalls: 1, toolResults: 1 },
    ]);
    expect(document.runs[0]?.messages.at(-1)?.items).toMatchObject([{ content: [{ text: 'Five metres' }] }]);
    // 60 + 75 in, 8 + 6 out
    expect(inspection.usage).toMatchObject({ calls: 2, prompt: 135, output: 14 });
  });

  it('leaves a run paused that a stream ends in with an interrupt', async () => {
    const { document, inspection } = only(await readFixture('langgraph-stream-interrupt.json'));
    expect(inspection.runs).toMatchObject([{ status: 'paused', messages: 2 }]);
    expect(document.runs[0]?.meta['notices']).toMatchObject([{ text: 'Really?' }]);
  });

  it('reads a single state, and the error of its task', async () => {
    const { inspection } = only(await readFixture('langgraph-state.json'));
    expect(inspection.runs).toMatchObject([{ id: 'run-z', status: 'error', messages: 2 }]);
  });

  it('cuts the messages of a single state into runs by its turns', async () => {
    const messages = ['One?', 'Two?'].flatMap((content, index) => [
      { type: 'human', content, id: `h${index}` },
      { type: 'ai', content: String(index + 1), id: `a${index}` },
    ]);
    const tip = {
      values: { messages },
      next: [],
      tasks: [],
      metadata: { source: 'loop', step: 5, run_id: 'r-9' },
      checkpoint: { thread_id: 't', checkpoint_id: 'c9' },
    };
    const { inspection } = only(await readSource(textSource(JSON.stringify(tip))));
    expect(inspection.runs.map(({ id, messages: count }) => [id, count])).toEqual([
      ['run-1', 2],
      // The run that made this state.
      ['r-9', 2],
    ]);
  });

  it('takes what a node says as a user for no turn where the states tell which runs there are', async () => {
    const human = (id: string, content: string) => ({ type: 'human', content, id });
    const state = (step: number, source: string, messages: readonly unknown[]) => ({
      values: { chat: messages },
      next: [],
      tasks: [],
      metadata: { source, step },
      checkpoint: { thread_id: 't', checkpoint_id: `c${step}` },
      parent_checkpoint: step === 0 ? null : { thread_id: 't', checkpoint_id: `c${step - 1}` },
    });
    const [ask, reply, put, last] = [
      human('h1', 'Write.'),
      { type: 'ai', content: 'Draft', id: 'a1' },
      human('h2', 'Critique: shorter.'),
      { type: 'ai', content: 'Short', id: 'a2' },
    ];
    const history = [
      state(0, 'input', [ask]),
      state(1, 'loop', [ask, reply]),
      state(2, 'loop', [ask, reply, put]),
      state(3, 'loop', [ask, reply, put, last]),
    ];
    const { inspection } = only(await readSource(textSource(JSON.stringify(history))));
    expect(inspection.runs.map((run) => run.messages)).toEqual([4]);
  });

  it('refuses states without a single message', async () => {
    const state = {
      values: null,
      next: [],
      tasks: [],
      metadata: {},
      checkpoint: { thread_id: 't', checkpoint_id: 'c' },
    };
    await expect(readSource(textSource(JSON.stringify([state])))).rejects.toMatchObject({
      code: 'invalid-import',
    });
  });

  it.each([null, { messages: null, question: 'Hi' }])(
    'passes over a state whose values are %j',
    async (values) => {
      const place = (id: string) => ({ thread_id: 't', checkpoint_ns: '', checkpoint_id: id });
      const state = (step: number, own: unknown) => ({
        values: own,
        next: [],
        tasks: [],
        metadata: { source: step < 0 ? 'input' : 'loop', step },
        checkpoint: place(`c${step + 1}`),
        parent_checkpoint: step < 0 ? null : place(`c${step}`),
      });
      const human = { type: 'human', content: 'Hi', id: 'h' };
      const ai = { type: 'ai', content: 'Hello', id: 'a' };
      const history = [
        state(1, { messages: [human, ai] }),
        state(0, values),
        state(-1, { messages: [human] }),
      ];
      const { inspection } = only(await readSource(textSource(JSON.stringify(history))));
      expect(inspection.runs.map((run) => run.messages)).toEqual([2]);
      // The messages that the state in the middle has not were not dropped.
      expect(inspection.boundaries).toEqual([]);
    },
  );
});
