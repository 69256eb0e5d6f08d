import { describe, expect, it } from 'vitest';
import { toWireItem } from '../../../../core/domain/wire-item.ts';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

const itemsOf = (result: ReadResult) =>
  only(result).document.runs.flatMap((run) => run.messages.flatMap(({ items }) => items.map(toWireItem)));

describe('Gemini API', () => {
  it('puts a log of requests together and counts each answer once, a streamed one by its last report', async () => {
    const result = await readFixture('gemini-request-log.jsonl');
    const { document, inspection } = only(result);
    expect(inspection.runs.map((run) => [run.status, run.messages, run.toolCalls, run.toolResults])).toEqual([
      ['complete', 4, 2, 2],
      // The prompt was blocked: nobody answered.
      ['error', 1, 0, 0],
    ]);
    expect(inspection.runs.flatMap((run) => run.calls)).toMatchObject([
      // 12 + 20 thoughts
      { model: 'gemini-x', prompt: 50, cached: 0, output: 32, reasoning: 20, total: 82 },
      { prompt: 80, cached: 32, output: 6, total: 86 },
      { prompt: 95, output: null, total: 95 },
    ]);
    expect(document.runs[0]?.meta['instructions']).toMatchObject([{ role: 'system' }]);
    expect(document.runs[1]?.meta['notices']).toMatchObject([{ level: 'error', text: 'SAFETY' }]);
  });

  it('pairs calls without ids by name and order', async () => {
    const items = itemsOf(await readFixture('gemini-request-log.jsonl'));
    const ids = (type: string) =>
      items.filter((item) => item['type'] === type).map((item) => item['call_id']);
    expect(ids('function_call')).toEqual(['call-1', 'call-2']);
    expect(ids('function_call_output')).toEqual(['call-1', 'call-2']);
  });

  it('reads an answer in snake case, and counts the prompt of the provider’s tools in', async () => {
    const result = await readFixture('gemini-response-snake.json');
    // 20 + 15 in, 30 + 5 out
    expect(only(result).inspection.runs[0]?.calls).toMatchObject([
      { model: 'gemini-x', prompt: 35, output: 35, reasoning: 5, total: 70 },
    ]);
    expect(itemsOf(result)).toMatchObject([
      { type: 'code_interpreter_call', code: 'print(2)', alternatives: [{ index: 1 }] },
      { type: 'code_interpreter_call', outputs: [{ type: 'logs', logs: '2\n' }] },
      { content: [{ text: 'Two.' }] },
    ]);
  });

  it('keeps a blocked answer without its request as a call that was billed and failed', async () => {
    const blocked = (responseId: string, promptTokenCount: number) => ({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount },
      modelVersion: 'gemini-x',
      responseId,
    });
    const lines = [blocked('a1', 40), blocked('a2', 41)].map((answer) => JSON.stringify(answer));
    const result = await readSource(textSource(`${lines.join('\n')}\n`));
    const runs = result.inspections.flatMap((inspection) => inspection.runs);
    expect(runs.map((run) => [run.status, run.messages, run.calls.length])).toEqual([
      ['error', 0, 1],
      ['error', 0, 1],
    ]);
    expect(runs.flatMap(({ calls }) => calls)).toMatchObject([
      { model: 'gemini-x', prompt: 40, output: null, total: 40 },
      { prompt: 41, output: null, total: 41 },
    ]);
    const notices = result.threads.flatMap((thread) => thread.runs.map(({ meta }) => meta['notices']));
    expect(notices[0]).toMatchObject([{ level: 'error', text: 'PROHIBITED_CONTENT' }]);
  });

  it('reads a request as a transcript, results of the role function included', async () => {
    const result = await readFixture('gemini-request.json');
    expect(
      only(result).inspection.runs.map((run) => [run.status, run.messages, run.toolCalls, run.toolResults]),
    ).toEqual([
      ['complete', 4, 1, 1],
      ['open', 2, 1, 0],
    ]);
    expect(itemsOf(result)[0]).toMatchObject({
      content: [
        { text: 'What is this?' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
        { type: 'input_file', file_data: 'https://example.org/plan.pdf' },
      ],
    });
  });

  it.each(['gemini-stream.sse', 'gemini-stream.json'])('folds the pieces of %s', async (name) => {
    const result = await readFixture(name);
    expect(itemsOf(result)).toMatchObject([{ content: [{ text: 'Boston fern' }] }]);
    expect(only(result).inspection.runs[0]?.calls).toMatchObject([{ prompt: 9, output: 4, total: 13 }]);
  });

  it('reads calls and results in snake case, and pairs them by name', async () => {
    const contents = [
      { role: 'user', parts: [{ text: 'Tide and wind?' }] },
      {
        role: 'model',
        parts: [{ function_call: { name: 'tide', args: {} } }, { function_call: { name: 'wind', args: {} } }],
      },
      {
        role: 'user',
        parts: [
          { function_response: { name: 'wind', response: { output: '4 bft' } } },
          { function_response: { name: 'tide', response: { output: '5 m' } } },
        ],
      },
    ];
    const result = await readSource(textSource(JSON.stringify(contents), 'contents.json'));
    const items = itemsOf(result);
    const nameOf = new Map(
      items.filter(({ type }) => type === 'function_call').map((call) => [call['call_id'], call['name']]),
    );
    expect(
      items
        .filter(({ type }) => type === 'function_call_output')
        .map((output) => [nameOf.get(output['call_id']), output['output']]),
    ).toEqual([
      ['wind', '4 bft'],
      ['tide', '5 m'],
    ]);
  });

  it('folds pieces on lines of their own, and counts the last report of each answer', async () => {
    const piece = (responseId: string, text: string, written: number): string =>
      JSON.stringify({
        candidates: [{ content: { role: 'model', parts: [{ text }] } }],
        usageMetadata: {
          promptTokenCount: 9,
          candidatesTokenCount: written,
          totalTokenCount: 9 + written,
        },
        responseId,
      });
    const lines = [piece('a', 'Boston ', 1), piece('a', 'fern', 3), piece('b', 'Maidenhair', 4)];
    const result = await readSource(textSource(lines.join('\n')));
    // 9 + 3, and 9 + 4; not 9 + 1 as well
    expect(result.inspections.map(({ usage }) => [usage?.calls, usage?.total])).toEqual([
      [1, 12],
      [1, 13],
    ]);
    expect(result.threads[0]?.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ content: [{ text: 'Boston fern' }] }],
    ]);
  });
});

describe('AI Studio', () => {
  it('puts thoughts, code and words of an answer together, and takes no count of tokens for a report', async () => {
    const result = await readFixture('gemini-studio.json');
    const { document, inspection } = only(result);
    expect(inspection.runs.map((run) => [run.status, run.messages, run.items])).toEqual([
      // words and a file of the user, thought and answer
      ['complete', 3, 4],
      // question; code, what it printed, answer
      ['complete', 2, 4],
    ]);
    expect(inspection.usage).toBeNull();
    expect(inspection.runs[0]?.calls).toMatchObject([{ model: 'gemini-x', reported: false }]);
    expect(document.runs[0]?.meta['instructions']).toMatchObject([{ role: 'system' }]);
    expect(itemsOf(result)[1]).toMatchObject({ content: [{ type: 'input_image', image_url: 'drive-1' }] });
  });

  it('takes an answer that was replaced for a branch, and a stopped one for an error', async () => {
    const result = await readFixture('gemini-studio-branches.json');
    const main = inspectionOf(result, 'prompt-42');
    expect(main.title).toBe('Ferns');
    expect(main.runs.map((run) => [run.status, run.messages])).toEqual([
      ['complete', 2],
      ['error', 3],
    ]);
    const branch = result.inspections[1];
    expect(branch?.branchOf).toEqual({ threadId: 'prompt-42', runId: 'run-1' });
    expect(branch?.runs.map((run) => run.copiedFrom)).toEqual(['prompt-42', null]);
  });

  it('names the prompt that another one was branched from', async () => {
    const { document } = only(await readFixture('gemini-studio-child.json'));
    expect(document.branchOf).toEqual({ threadId: 'prompts/parent-1', runId: null });
  });
});

describe('Gemini Interactions', () => {
  it('chains interactions, whatever their order, and branches where two go on from one', async () => {
    const result = await readFixture('gemini-interactions.jsonl');
    const main = inspectionOf(result, 'in-1');
    expect(main.runs.map((run) => [run.status, run.messages, run.toolCalls, run.toolResults])).toEqual([
      ['complete', 4, 1, 1],
      ['complete', 2, 1, 1],
    ]);
    expect(main.runs.flatMap((run) => run.calls)).toMatchObject([
      // 6 + 9 thoughts
      { prompt: 20, output: 15, reasoning: 9, total: 35 },
      { prompt: 40, output: 5, total: 45 },
      // 51 + 12 of the provider's search
      { prompt: 63, output: 4, total: 67 },
    ]);
    const branch = result.inspections.find((thread) => thread.branchOf !== null);
    expect(branch?.branchOf).toEqual({ threadId: 'in-1', runId: 'run-1' });
    expect(branch?.usage).toMatchObject({ calls: 1, total: 53 });
  });

  it('says so when an interaction goes on from one that is not there', async () => {
    const interaction = {
      id: 'in-9',
      object: 'interaction',
      previous_interaction_id: 'in-8',
      steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Yes.' }] }],
    };
    const result = await readSource(textSource(JSON.stringify(interaction)));
    expect(only(result).inspection.runs).toMatchObject([{ status: 'headless', messages: 1 }]);
    expect(result.warnings).toMatchObject([{ code: 'missing-previous-response' }]);
  });
});
