import { expect, it, onTestFinished } from 'vitest';
import { ResponsesAgentModel } from '../../../core/adapters/openai/responses-agent-model.ts';
import { ResponsesSummaryModel } from '../../../core/adapters/openai/responses-summary-model.ts';
import { InspectorError } from '../../../core/domain/errors.ts';
import { toWireItem } from '../../../core/domain/wire-item.ts';
import { damagedBytes } from '../../support/fuzz/mutate.ts';
import { Random } from '../../support/fuzz/random.ts';
import { startResponsesServer, type ScriptedResponse } from '../../support/responses-server.ts';

/** Of each kind of reply. */
const ROUNDS = 120;
const KEY = 'sk-test-q7x9-secret-key';

const output = [
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'thinking' }] },
  { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'tide', arguments: '{"port":"Brest"}' },
  {
    type: 'message',
    id: 'm1',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'High water at 14:05.', annotations: [] }],
  },
];
const response = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'small-1',
  output,
  error: null,
  incomplete_details: null,
  usage: {
    input_tokens: 40,
    input_tokens_details: { cached_tokens: 8 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 49,
  },
};
const events = [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  { type: 'response.output_item.done', output_index: 0, item: output[0] },
  { type: 'response.output_text.delta', output_index: 2, delta: 'High water ' },
  { type: 'response.output_text.delta', output_index: 2, delta: 'at 14:05.' },
  { type: 'response.output_item.done', output_index: 2, item: output[2] },
  { type: 'response.completed', response },
];
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const wholeReply = encode(JSON.stringify(response));
const streamedReply = encode(
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
);

/** A server that answers each request with its number's damaged reply. */
async function serve(good: Uint8Array, contentType: string): Promise<string> {
  const script = (_request: unknown, index: number): ScriptedResponse => ({
    body: damagedBytes(good, new Random(index)),
    contentType,
  });
  const server = await startResponsesServer(script);
  onTestFinished(() => server.close());
  return server.baseUrl;
}

/** What is wrong with an error; null: it is one sentence of ours, without the key. */
function wrongWith(error: unknown): string | null {
  if (!(error instanceof InspectorError)) return `it crashed: ${String(error)}`;
  const { code, message, cause } = error;
  if (code !== 'model-failed') return `${code}: ${message}`;
  if (message.length > 600 || !message.isWellFormed() || /\n/.test(message)) return `no sentence: ${message}`;
  return `${message} ${String(cause)}`.includes('q7x9') ? 'it tells the key' : null;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

it.each([
  ['whole', wholeReply, 'application/json', undefined],
  ['streamed', streamedReply, 'text/event-stream', () => undefined],
] as const)(
  'takes a damaged %s summary for what it still is, or fails with a sentence',
  async (_kind, good, type, onText) => {
    const baseUrl = await serve(good, type);
    const model = new ResponsesSummaryModel({
      baseUrl,
      apiKey: KEY,
      modelName: 'small',
      maxRetries: 0,
      timeoutMs: 5000,
    });
    const wrong: string[] = [];
    const counts = { answered: 0, failed: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      try {
        const { text, usage, modelName } = await model.complete({
          instruction: 'Be brief.',
          input: 'user: tide?\n',
          ...(onText === undefined ? {} : { onText }),
        });
        counts.answered += 1;
        if (!text.isWellFormed()) wrong.push(`${round}: half a character`);
        if (modelName === '' || modelName.length > 200)
          wrong.push(`${round}: model ${modelName.slice(0, 50)}`);
        if (usage !== null && !Object.values(usage).every(isCount))
          wrong.push(`${round}: ${JSON.stringify(usage)}`);
      } catch (error) {
        counts.failed += 1;
        const told = wrongWith(error);
        if (told !== null) wrong.push(`${round}: ${told}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.answered).toBeGreaterThan(15);
    expect(counts.failed).toBeGreaterThan(15);
  },
  60_000,
);

it('hands an agent only items that can be kept and sent back', async () => {
  const baseUrl = await serve(wholeReply, 'application/json');
  const model = new ResponsesAgentModel({
    baseUrl,
    apiKey: KEY,
    modelName: 'big',
    maxRetries: 0,
    timeoutMs: 5000,
  });
  const wrong: string[] = [];
  let items = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      const reply = await model.respond({ instructions: '', input: [], tools: [] });
      items += reply.items.length;
      JSON.stringify(reply.items.map(toWireItem));
    } catch (error) {
      const told = wrongWith(error);
      if (told !== null) wrong.push(`${round}: ${told}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(items).toBeGreaterThan(30);
}, 60_000);
