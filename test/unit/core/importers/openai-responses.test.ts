import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const onlyThread = (result: ReadResult) => {
  expect(result.inspections).toHaveLength(1);
  return inspectionOf(result, result.inspections[0]?.id ?? '');
};

describe('OpenAI Responses', () => {
  it('chains responses by previous_response_id, whatever their order, and branches where they fork', async () => {
    const result = await readFixture('responses-chain.jsonl');
    const main = inspectionOf(result, 'resp_1');
    expect(main.title).toBe('Tide at Brest?');
    expect(
      main.runs.map((run) => [run.status, run.messages, run.items, run.toolCalls, run.toolResults]),
    ).toEqual([
      // question, reasoning and call, result, answer
      ['complete', 4, 5, 1, 1],
      ['complete', 2, 2, 0, 0],
    ]);
    // One response is one call.
    expect(main.runs[0]?.calls).toMatchObject([
      {
        model: 'gpt-4o-mini-2024-07-18',
        prompt: 120,
        cached: 0,
        output: 30,
        reasoning: 12,
        total: 150,
        perCall: true,
      },
      { prompt: 170, cached: 128, output: 8, total: 178 },
    ]);
    expect(main.usage).toEqual({ calls: 3, prompt: 490, cached: 256, output: 46, total: 536 });
    expect(main.runs[1]?.occupancyAfter).toEqual({ measured: 208, pending: 0 });

    const branch = inspectionOf(result, 'resp_4');
    expect(branch.branchOf).toEqual({ threadId: 'resp_1', runId: 'run-1' });
    expect(branch.runs.map((run) => run.copiedFrom)).toEqual(['resp_1', null]);
    expect(branch.usage).toEqual({ calls: 1, prompt: 201, cached: 128, output: 8, total: 209 });
  });

  it('keeps the instructions beside the first run and out of its messages', async () => {
    const result = await readFixture('responses-chain.jsonl');
    expect(result.threads[0]?.runs[0]?.meta).toEqual({
      instructions: [{ type: 'message', role: 'developer', content: 'Be brief.' }],
    });
  });

  it('takes what a request repeats only once', async () => {
    const result = await readFixture('responses-request-log.jsonl');
    expect(result.inspections.map((thread) => [thread.id, thread.runs.length])).toEqual([
      ['resp_a', 2],
      ['resp_c', 1],
    ]);
    expect(inspectionOf(result, 'resp_a').runs.map((run) => run.messages)).toEqual([2, 2]);
  });

  it('pairs by call id only, where a window has cut calls from their results', async () => {
    const result = await readFixture('responses-cut-window.json');
    const thread = onlyThread(result);
    expect(thread.runs.map((run) => [run.status, run.toolCalls, run.toolResults, run.orphans])).toEqual([
      ['headless', 0, 1, { calls: 0, results: 1 }],
      ['open', 2, 1, { calls: 1, results: 0 }],
    ]);
    // call_3 is answered with the empty text, and its arguments are no JSON: both stay as they are.
    expect(result.threads[0]?.runs[1]?.messages[1]?.items[1]).toMatchObject({ arguments: '{"port":' });
    expect(thread.usage).toBeNull();
    expect(thread.findings.map(({ code, run }) => [code, run])).toEqual([
      ['usage-missing', null],
      ['orphan-tool-result', 'run-1'],
      ['orphan-tool-call', 'run-2'],
    ]);
  });

  it('makes boundaries without text of compaction items', async () => {
    const thread = onlyThread(await readFixture('responses-compaction.json'));
    expect(thread.runs.map((run) => [run.messages, run.covered])).toEqual([
      [2, true],
      [2, true],
      [2, false],
    ]);
    expect(
      thread.boundaries.map(({ summaryId, afterRun, applies, opaque, text, tokens, generation }) => [
        summaryId,
        afterRun,
        applies,
        opaque,
        text,
        tokens,
        generation,
      ]),
    ).toEqual([
      ['cmp_0', null, false, true, null, null, 1],
      ['cmp_1', 'run-2', true, true, null, null, 2],
    ]);
    expect(thread.modelView.runs).toEqual(['run-3']);
    expect(thread.findings.map(({ code }) => code)).toEqual(['usage-missing', 'summary-of-summary']);
  });

  it('turns a list around that comes newest first, and warns of pages that are missing', async () => {
    const result = await readFixture('responses-newest-first.json');
    expect(onlyThread(result).title).toBe('Hi, I am Bo.');
    expect(onlyThread(result).runs).toMatchObject([{ messages: 2, status: 'complete' }]);
    expect(result.warnings).toMatchObject([{ code: 'incomplete-list' }]);
  });

  it.each(['responses-stream.jsonl', 'responses-stream.sse'])('folds the events of %s', async (name) => {
    const result = await readFixture(name);
    const thread = onlyThread(result);
    expect(thread.runs).toMatchObject([{ messages: 2, status: 'open' }]);
    // The second response was cut off before it reported.
    expect(thread.runs[0]?.calls.map(({ total, reported }) => [total, reported])).toEqual([
      [14, true],
      [null, false],
    ]);
    const [first, second] = result.threads[0]?.runs[0]?.messages ?? [];
    expect(first?.items).toMatchObject([{ content: [{ text: 'Done.' }] }]);
    expect(second?.items).toMatchObject([{ content: [{ text: 'Half' }] }]);
  });

  it('shows failed and incomplete responses as what they are', async () => {
    const result = await readFixture('responses-failed.json');
    expect(
      result.inspections.map(({ id, runs }) => [id, runs[0]?.status, runs[0]?.messages, runs[0]?.modelCalls]),
    ).toEqual([
      ['resp_f', 'error', 0, 1],
      ['resp_i', 'open', 1, 1],
    ]);
  });

  it('refuses an error body with its message', async () => {
    await expect(readFixture('responses-error.json')).rejects.toThrow(/error answer: Rate limit reached/);
  });

  it('says when what came before a response is missing', async () => {
    const response = { object: 'response', id: 'r2', previous_response_id: 'r1', output: [], usage: null };
    const result = await readSource(textSource(JSON.stringify(response)));
    expect(result.warnings).toMatchObject([{ code: 'missing-previous-response' }]);
  });

  it('resolves references to items it has, and takes an item sent back by its id once', async () => {
    const message = {
      type: 'message',
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hi.' }],
    };
    const log = [
      { request: { input: 'Hello' }, response: { object: 'response', id: 'a', output: [message] } },
      {
        request: {
          previous_response_id: 'a',
          input: [
            { type: 'item_reference', id: 'm1' },
            { ...message, status: 'completed' },
            { role: 'user', content: 'Bye' },
          ],
        },
        response: { object: 'response', id: 'b', output: [] },
      },
    ];
    const result = await readSource(textSource(JSON.stringify(log)));
    expect(onlyThread(result).runs.map((run) => run.items)).toEqual([2, 1]);
  });

  it('continues a conversation by its id', async () => {
    const exchange = (id: string, text: string): object => ({
      request: { conversation: 'conv_1', input: text },
      response: { object: 'response', id, conversation: { id: 'conv_1' }, output: [] },
    });
    const result = await readSource(textSource(JSON.stringify([exchange('a', 'One'), exchange('b', 'Two')])));
    expect(result.threads.map((thread) => thread.threadId)).toEqual(['conv_1']);
  });

  it('gives the same list the same thread id when it has grown', async () => {
    const items: object[] = [
      { type: 'message', role: 'user', content: 'One' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '1' }] },
    ];
    const grown = [...items, { type: 'message', role: 'user', content: 'Two' }];
    const ids = await Promise.all(
      [items, grown].map(
        async (list) => (await readSource(textSource(JSON.stringify(list)))).threads[0]?.threadId,
      ),
    );
    expect(ids[0]).toBe(ids[1]);
  });

  it('takes the words that a client library puts beside the output only once', async () => {
    const response = {
      object: 'response',
      id: 'r',
      output_text: 'Five metres.',
      output: [
        {
          type: 'message',
          id: 'm',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Five metres.' }],
        },
      ],
      usage: { input_tokens: 10, output_tokens: 3, total_tokens: 13 },
    };
    const result = await readSource(textSource(JSON.stringify(response)));
    expect(onlyThread(result).runs).toMatchObject([{ messages: 1, items: 1 }]);
    // 4 + ⌈12 / 4⌉
    expect(onlyThread(result).runs[0]?.estimatedTokens).toBe(7);
  });

  it('estimates nothing for encrypted thoughts and for the data of an image', async () => {
    const data = 'iVBORw0KGgo'.repeat(10_000);
    const items = [
      { type: 'message', role: 'user', content: 'Draw' },
      { type: 'reasoning', id: 'rs', summary: [], encrypted_content: `gAAAA${data}` },
      { type: 'image_generation_call', id: 'ig', status: 'completed', result: data },
      { type: 'compaction', id: 'cmp', encrypted_content: data },
      { type: 'message', role: 'user', content: 'Next' },
    ];
    const result = await readSource(textSource(JSON.stringify(items)));
    // 4 + ⌈4 / 4⌉ for the words, 4 for the thoughts, 4 for the image; then 4 + ⌈4 / 4⌉
    expect(onlyThread(result).runs.map((run) => run.estimatedTokens)).toEqual([13, 5]);
    expect(onlyThread(result).boundaries).toMatchObject([{ opaque: true, text: null, tokens: null }]);
    expect(result.threads[0]?.runs[0]?.messages[1]?.items[1]).toMatchObject({ result: data });
  });

  it('leaves calls that are wrapped in one the one call that was answered', async () => {
    const wrapped = {
      tool_uses: [
        { recipient_name: 'functions.tide', parameters: { port: 'Brest' } },
        { recipient_name: 'functions.wind', parameters: { port: 'Brest' } },
      ],
    };
    const items = [
      { type: 'message', role: 'user', content: 'Tide and wind?' },
      {
        type: 'function_call',
        call_id: 'c1',
        name: 'multi_tool_use.parallel',
        arguments: JSON.stringify(wrapped),
      },
      { type: 'function_call_output', call_id: 'c1', output: '5 m, 4 bft' },
    ];
    const result = await readSource(textSource(JSON.stringify(items)));
    expect(onlyThread(result).runs).toMatchObject([
      { toolCalls: 1, toolResults: 1, orphans: { calls: 0, results: 0 } },
    ]);
    expect(result.threads[0]?.runs[0]?.messages[1]?.items).toMatchObject([
      { name: 'multi_tool_use.parallel', arguments: JSON.stringify(wrapped) },
    ]);
  });

  it('reads contents that are a text, null or a refusal', async () => {
    const items = [
      { type: 'message', id: 'm1', role: 'user', content: 'Read my ticket' },
      { type: 'message', id: 'm2', role: 'assistant', content: null },
      { type: 'reasoning', id: 'rs', summary: [] },
      {
        type: 'message',
        id: 'm3',
        role: 'assistant',
        content: [{ type: 'refusal', refusal: 'I may not.' }],
      },
    ];
    const result = await readSource(textSource(JSON.stringify(items)));
    expect(result.threads[0]?.runs[0]?.messages.flatMap((message) => message.items)).toMatchObject([
      { content: 'Read my ticket' },
      { role: 'assistant', content: '' },
      { type: 'reasoning' },
      { role: 'assistant', content: [{ type: 'unknown', raw: { refusal: 'I may not.' } }] },
    ]);
  });

  it('counts a call once that was asked for before it was made', async () => {
    const call = { name: 'order', server_label: 'shop', arguments: '{"sku":"KT-100"}' };
    const log = [
      {
        request: { input: 'Order one' },
        response: {
          object: 'response',
          id: 'a',
          status: 'completed',
          output: [{ type: 'mcp_approval_request', id: 'ask', ...call }],
        },
      },
      {
        request: {
          previous_response_id: 'a',
          input: [{ type: 'mcp_approval_response', approval_request_id: 'ask', approve: true }],
        },
        response: {
          object: 'response',
          id: 'b',
          status: 'completed',
          output: [{ type: 'mcp_call', id: 'mcp', approval_request_id: 'ask', ...call, output: 'done' }],
        },
      },
    ];
    const [first] = log;
    const asked = onlyThread(await readSource(textSource(JSON.stringify([first]))));
    expect(asked.runs.map((run) => run.status)).toEqual(['paused']);
    const made = onlyThread(await readSource(textSource(JSON.stringify(log))));
    // It holds its result itself, and the request for leave is no call.
    expect(made.runs).toMatchObject([{ status: 'complete', orphans: { calls: 0, results: 0 } }]);
    expect(made.runs[0]?.toolCalls).toBe(0);
    expect(made.findings.map(({ code }) => code)).not.toContain('orphan-tool-call');
  });
});
