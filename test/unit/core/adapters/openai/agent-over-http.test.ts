import { onTestFinished, describe, expect, it } from 'vitest';
import { openJsonlPersistence } from '../../../../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { ResponsesAgentModel } from '../../../../../core/adapters/openai/responses-agent-model.ts';
import { ResponsesSummaryModel } from '../../../../../core/adapters/openai/responses-summary-model.ts';
import { Agent } from '../../../../../core/conversation/agent.ts';
import { ConversationManager } from '../../../../../core/conversation/conversation-manager.ts';
import { idSource } from '../../../../../core/domain/id-source.ts';
import { LlmHistorySummarizer } from '../../../../../core/summarizers/llm-history-summarizer.ts';
import { HandClock, numberedIds, threadKey } from '../../../../support/builders.ts';
import {
  startResponsesServer,
  textReply,
  toolReply,
  type RecordedRequest,
  type ScriptedResponse,
} from '../../../../support/responses-server.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

const THREAD = threadKey('t-1');

/** Run 2 looks something up; every agent call reports 400 tokens, a summary 60. */
function reply(request: RecordedRequest): ScriptedResponse {
  if (request.body['model'] === 'small')
    return textReply('High water at Brest is at 14:05.', { input: 50, output: 10 });
  const input = JSON.stringify(request.body['input']);
  const asksForTable = input.includes('Look it up') && !input.includes('function_call_output');
  return asksForTable
    ? toolReply([['lookup', { port: 'Brest' }]], { input: 380, output: 20 })
    : textReply('Yes.', { input: 390, output: 10 });
}

describe('an agent over HTTP', () => {
  it('holds a conversation that is summarized on the way', async () => {
    const server = await startResponsesServer(reply);
    onTestFinished(() => server.close());
    const endpoint = { baseUrl: server.baseUrl, apiKey: 'sk-test-key', maxRetries: 0 };
    const options = { nowMs: new HandClock().nowMs, newId: numberedIds('id') };
    const ids = idSource(options.newId);
    const persistence = await openJsonlPersistence(await tempDir(), options);
    const agent = new Agent({
      name: 'harbour',
      instructions: 'You are a harbour clerk.',
      model: new ResponsesAgentModel({ ...endpoint, modelName: 'big' }),
      history: new ConversationManager({
        persistence,
        summarizer: new LlmHistorySummarizer({
          model: new ResponsesSummaryModel({ ...endpoint, modelName: 'small' }),
          instruction: 'Be brief.',
          tokenThreshold: 404,
          keepRecentCount: 1,
          ...ids,
        }),
        ids,
        nowMs: options.nowMs,
      }),
      tools: [
        {
          name: 'lookup',
          description: 'Looks up a tide table.',
          parameters: { type: 'object', properties: { port: { type: 'string' } } },
          execute: async () => 'high water 14:05',
        },
      ],
    });

    const texts: string[] = [];
    for (const message of ['Hello?', 'Look it up', 'Sure?']) {
      const result = await agent.execute({ thread: THREAD, message, senderId: 'anna' }).result();
      texts.push(result.text);
    }
    expect(texts).toEqual(['Yes.', 'Yes.', 'Yes.']);

    // Run 1: 0 tokens. Run 2: 400 + 4 + 3 for "Look it up" is above 404, and 2 blocks are more than 1;
    // its second call sees the summary alone before the window. Run 3 folds run 2.
    expect(server.requests.map((request) => request.body['model'])).toEqual([
      'big',
      'small',
      'big',
      'big',
      'small',
      'big',
    ]);
    const [, , look, looked, fold, last] = server.requests;
    expect(look?.body).toMatchObject({
      stream: true,
      instructions: 'You are a harbour clerk.',
      tools: [{ type: 'function', name: 'lookup', description: 'Looks up a tide table.', strict: false }],
      input: [
        {
          role: 'system',
          content: [{ text: 'Previous conversation summary: High water at Brest is at 14:05.' }],
        },
        { role: 'user', content: [{ text: 'Look it up' }] },
      ],
    });
    expect(looked?.body['input']).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'lookup', arguments: '{"port":"Brest"}' },
      { type: 'function_call_output', id: 'fc_1', call_id: 'call_1', output: '"high water 14:05"' },
    ]);
    expect(JSON.stringify(fold?.body['input'])).toContain(
      String.raw`:\n\nsystem: Previous conversation summary: High water at Brest is at 14:05.\nuser: Look it up\n[Tool Call: lookup]\n[Tool Result: \"high water 14:05\"]\nassistant: Yes.\n`,
    );
    expect(fold?.body).not.toHaveProperty('tools');
    expect(last?.body['input']).toMatchObject([{ role: 'system' }, { role: 'user' }]);

    const transcript = await persistence.loadTranscript(THREAD);
    const spent = transcript.map((run) => run.meta['run_state']);
    expect(spent).toMatchObject([
      { usage: { total_tokens: 400 }, context_tokens: 400 },
      { usage: { total_tokens: 860 }, context_tokens: 400, loop_iteration: 1 },
      { usage: { total_tokens: 460 }, context_tokens: 400 },
    ]);
    const answer = transcript[0]?.messages[1]?.items[0];
    expect(answer).toEqual({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
    });
    await persistence.close();
  });

  it('fails with a sentence, and saves nothing', async () => {
    const server = await startResponsesServer([{ failure: { status: 404, message: 'no model "big"' } }]);
    onTestFinished(() => server.close());
    const model = new ResponsesAgentModel({
      baseUrl: server.baseUrl,
      apiKey: '',
      modelName: 'big',
      maxRetries: 0,
    });
    const call = model.respond({ instructions: '', input: [], tools: [] });
    await expect(call).rejects.toThrow(/status 404 \(no model "big"\): check the base URL/);
  });
});
