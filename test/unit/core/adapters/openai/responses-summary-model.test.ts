import { createServer } from 'node:net';
import { onTestFinished, describe, expect, it } from 'vitest';
import { ResponsesSummaryModel } from '../../../../../core/adapters/openai/responses-summary-model.ts';
import type { ResponsesModelOptions } from '../../../../../core/adapters/openai/responses-client.ts';
import type { SummaryModelAnswer } from '../../../../../core/summarizers/summary-model.ts';
import {
  startResponsesServer,
  textReply,
  type ResponsesScript,
  type ResponsesServer,
} from '../../../../support/responses-server.ts';

const KEY = 'sk-test-q7x9-secret-key';

async function serve(script: ResponsesScript): Promise<ResponsesServer> {
  const server = await startResponsesServer(script);
  onTestFinished(() => server.close());
  return server;
}

function modelAt(baseUrl: string, options: Partial<ResponsesModelOptions> = {}): ResponsesSummaryModel {
  return new ResponsesSummaryModel({ baseUrl, apiKey: KEY, modelName: 'small', maxRetries: 0, ...options });
}

interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onText?: (piece: string) => void;
}

function ask(model: ResponsesSummaryModel, options: AskOptions = {}): Promise<SummaryModelAnswer> {
  return model.complete({ instruction: 'Be brief.', input: 'user: hello\n', ...options });
}

/** The error's message; fails when there is none, or when it holds the key. */
async function failureOf(call: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const everything = JSON.stringify([error.message, error.stack, String(error.cause)]);
    // Nothing that a port or a line number could be.
    expect(everything).not.toContain('q7x9');
    return { code: 'code' in error ? error.code : null, message: error.message };
  }
  throw new Error('the call did not fail');
}

describe('ResponsesSummaryModel', () => {
  it('sends the instruction and one user message, with key, headers and parameters', async () => {
    const server = await serve([textReply('The gist.', { input: 40, output: 3 })]);
    const model = modelAt(`${server.baseUrl}/`, {
      headers: { 'x-team': 'harbour' },
      parameters: { temperature: 0.2, max_output_tokens: 300 },
    });
    const answer = await ask(model);
    expect(answer).toMatchObject({
      text: 'The gist.',
      modelName: 'small',
      usage: { inputTokens: 40, outputTokens: 3, totalTokens: 43, cachedTokens: 0, reasoningTokens: 0 },
      raw: { object: 'response', status: 'completed' },
    });
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-team': 'harbour' });
    expect(request?.body).toEqual({
      model: 'small',
      instructions: 'Be brief.',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'user: hello\n' }] }],
      temperature: 0.2,
      max_output_tokens: 300,
      store: false,
    });
  });

  it('takes the text of all output messages and skips what is none', async () => {
    const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
    const server = await serve([
      {
        output: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { type: 'message', id: 'm1', role: 'assistant', content: [part('One. '), part('Two. ')] },
          { type: 'web_search_call', id: 'ws_1' },
          {
            type: 'message',
            id: 'm2',
            role: 'assistant',
            content: [{ type: 'refusal', refusal: 'no' }, part('Three.')],
          },
        ],
        usage: null,
      },
    ]);
    const answer = await ask(modelAt(server.baseUrl));
    expect(answer.text).toBe('One. Two. Three.');
    expect(answer.usage).toBeNull();
  });

  it('streams the text in pieces that add up to the answer', async () => {
    const text = 'Berth B-103 is booked, high water at 14:05, 日本 👍🏽.';
    const server = await serve([textReply(text, { input: 40, output: 9 })]);
    const pieces: string[] = [];
    const answer = await ask(modelAt(server.baseUrl), { onText: (piece) => pieces.push(piece) });
    expect(server.requests[0]?.body).toMatchObject({ stream: true });
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(text);
    expect(answer).toMatchObject({ text, usage: { totalTokens: 49 } });
  });

  it('puts the streamed items together where the last event brings none', async () => {
    const server = await serve([{ ...textReply('The gist.'), emptyFinalOutput: true }]);
    const answer = await ask(modelAt(server.baseUrl), { onText: () => undefined });
    expect(answer.text).toBe('The gist.');
  });

  it('tries again after a fault of the server', async () => {
    const server = await serve([
      { failure: { status: 500, message: 'oops', headers: { 'retry-after-ms': '1' } } },
      { failure: { status: 429, message: 'slow down', headers: { 'retry-after-ms': '1' } } },
      textReply('The gist.'),
    ]);
    const answer = await ask(modelAt(server.baseUrl, { maxRetries: 2 }));
    expect(answer.text).toBe('The gist.');
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [
      401,
      `Incorrect API key provided: ${KEY}`,
      /status 401 \(Incorrect API key provided: …\): check the API key/,
    ],
    [401, 'Incorrect API key provided: sk-t*******q7x9.', /status 401 .*: check the API key/],
    [404, 'no such model', /status 404 \(no such model\): check the base URL, .* and the model name small/],
    [429, 'quota', /status 429 \(quota\): tried 1 times: wait a little/],
    [400, 'temperature is too high', /status 400 \(temperature is too high\): the server does not take/],
    [503, 'overloaded', /status 503 \(overloaded\): tried 1 times: the fault is on the server/],
  ])('says what to do about status %i', async (status, message, sentence) => {
    const server = await serve([{ failure: { status, message } }]);
    const failure = await failureOf(ask(modelAt(server.baseUrl)));
    expect(failure.code).toBe('model-failed');
    expect(failure.message).toMatch(sentence);
    expect(failure.message).toContain(server.baseUrl.replace('http://', ''));
  });

  it('keeps the value of a header out of errors too', async () => {
    const server = await serve([{ failure: { status: 403, message: 'token abcdef-q7x9 expired' } }]);
    const model = modelAt(server.baseUrl, { headers: { 'x-auth': 'Token abcdef-q7x9' } });
    expect((await failureOf(ask(model))).message).toContain('(token … expired)');
  });

  it('says that nobody listens at the address', async () => {
    const failure = await failureOf(ask(modelAt(`http://127.0.0.1:${await closedPort()}/v1`)));
    expect(failure.message).toMatch(
      /^can't reach 127\.0\.0\.1:\d+\/v1 \(.*ECONNREFUSED.*\): check the base URL/,
    );
  });

  it('says that the answer takes too long', async () => {
    const server = await serve([{ ...textReply('late'), delayMs: 60_000 }]);
    const failure = await failureOf(ask(modelAt(server.baseUrl, { timeoutMs: 40 })));
    expect(failure.message).toMatch(/did not answer within 0\.04 s, tried 1 times: try again, or allow more/);
  });

  it('says that a stream has stalled', async () => {
    const server = await serve([{ ...textReply('never to be finished'), breakOff: 'hang' }]);
    const call = ask(modelAt(server.baseUrl, { timeoutMs: 200 }), { onText: () => undefined });
    expect((await failureOf(call)).message).toMatch(
      /stopped in the middle of its answer, nothing came for 0\.2 s/,
    );
  });

  it.each([
    ['close', /the call of small at .* failed \(.*closed.*\): try again/],
    ['error-event', /the model ran out of memory/],
  ] as const)('fails when a stream ends by %s', async (breakOff, sentence) => {
    const server = await serve([{ ...textReply('never to be finished'), breakOff }]);
    const failure = await failureOf(ask(modelAt(server.baseUrl), { onText: () => undefined }));
    expect(failure.code).toBe('model-failed');
    expect(failure.message).toMatch(sentence);
  });

  it('fails when the answer is no Responses API answer', async () => {
    const server = await serve([{ body: '<html>Welcome to the gateway</html>' }]);
    const failure = await failureOf(ask(modelAt(server.baseUrl)));
    expect(failure.message).toMatch(/something that is no Responses API answer: check the base URL$/);
  });

  it('fails when the answer is nested too deeply to be kept', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const server = await serve([
      { body: `{"output":[{"type":"message","content":${deep}}]}`, contentType: 'application/json' },
    ]);
    const failure = await failureOf(ask(modelAt(server.baseUrl)));
    expect(failure.message).toMatch(/nested more than 200 levels deep, which nothing could keep: try again$/);
  });

  it('fails with the server’s reason when the response says that it failed', async () => {
    const fields = { status: 'failed', error: { code: 'server_error', message: 'out of memory' } };
    const server = await serve([{ output: [], fields }]);
    expect((await failureOf(ask(modelAt(server.baseUrl)))).message).toMatch(
      /small at .* failed \(out of memory\): try again/,
    );
  });

  it('says why an answer ends early', async () => {
    const fields = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const server = await serve([
      { ...textReply('The first half of'), fields },
      { ...textReply('The first half of'), fields },
    ]);
    const model = modelAt(server.baseUrl);
    const short = { text: 'The first half of', incompleteReason: 'max_output_tokens' };
    expect(await ask(model)).toMatchObject(short);
    expect(await ask(model, { onText: () => undefined })).toMatchObject(short);
  });

  it('asks nothing when it is cancelled beforehand', async () => {
    const server = await serve([]);
    const failure = await failureOf(ask(modelAt(server.baseUrl), { signal: AbortSignal.abort() }));
    expect(failure.code).toBe('cancelled');
    expect(server.requests).toHaveLength(0);
  });

  it('stops in the middle of an answer when it is cancelled', async () => {
    const server = await serve([{ ...textReply('never to be finished'), breakOff: 'hang' }]);
    const controller = new AbortController();
    const onText = (): void => {
      controller.abort();
    };
    const call = ask(modelAt(server.baseUrl), { signal: controller.signal, onText });
    expect((await failureOf(call)).code).toBe('cancelled');
  });

  it.each(['not an address', 'ftp://example.test/v1', ''])('refuses the base URL "%s"', (baseUrl) => {
    expect(() => modelAt(baseUrl)).toThrow(/base URL is no http address/);
  });

  it('refuses a missing model name', () => {
    expect(() => modelAt('http://127.0.0.1:1/v1', { modelName: ' ' })).toThrow(/no model is named/);
  });
});

/** A port at which nobody listens: it was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
