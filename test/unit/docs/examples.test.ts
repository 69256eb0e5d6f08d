import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseHastekitLine } from '../../../core/persistence/hastekit-records.ts';
import { startResponsesServer, textReply, type ResponsesServer } from '../../support/responses-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

let server: ResponsesServer;
let directory: string;

beforeEach(async () => {
  server = await startResponsesServer([textReply('Good day to you.', { input: 21, output: 6 })]);
  directory = await tempDir();
  vi.stubEnv('OPENAI_BASE_URL', server.baseUrl);
  vi.stubEnv('OPENAI_API_KEY', 'sk-example-key');
  vi.stubEnv('CONVERSATIONS', directory);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

/** What the example printed. */
async function run(load: () => Promise<unknown>): Promise<readonly unknown[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await load();
  return log.mock.calls.flatMap((printed: readonly unknown[]) => printed);
}

describe.each([
  ['llm-summarizer', () => import('../../../docs/examples/llm-summarizer.ts')],
  ['sliding-window', () => import('../../../docs/examples/sliding-window.ts')],
])('docs/examples/%s.ts', (_, load) => {
  it('asks the model, prints its answer and keeps the run', async () => {
    expect(await run(load)).toEqual(['Good day to you.']);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/responses',
      headers: { authorization: 'Bearer sk-example-key' },
      body: {
        model: 'gpt-4o-mini',
        instructions: 'You are a helpful assistant.',
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello!' }] }],
      },
    });

    const [file = ''] = await readdir(directory);
    const result = parseHastekitLine(await readFile(join(directory, file), 'utf8'));
    expect(result).toMatchObject({
      ok: true,
      record: {
        type: 'message',
        run: {
          messages: [
            { senderId: 'user', items: [{ role: 'user' }] },
            { senderId: 'Assistant', items: [{ role: 'assistant' }] },
          ],
          // 21 + 6: the call's whole report is in the context of the next.
          meta: { run_state: { status: 'completed', context_tokens: 27, pending_context_tokens: 0 } },
        },
      },
    });
  });
});
