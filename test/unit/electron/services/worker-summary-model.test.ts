import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createWorkerSummaryModel } from '../../../../electron/services/worker-summary-model.ts';
import type { SummaryModel } from '../../../../core/summarizers/summary-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** A model whose worker runs `body`, with `port` to main and `order` as what it's asked. */
async function modelOf(body: string, signal: AbortSignal): Promise<SummaryModel> {
  const file = join(await tempDir(), 'worker.mjs');
  await writeFile(
    file,
    `import { parentPort as port } from 'node:worker_threads';
     port.on('message', (order) => { ${body} });`,
  );
  return createWorkerSummaryModel(pathToFileURL(file))({ kind: 'offline', budgetTokens: null }, signal);
}

const never = (): AbortSignal => new AbortController().signal;
const QUESTION = { instruction: 'Summarize.', input: 'user: hello' };

describe('createWorkerSummaryModel', () => {
  it('asks a worker and passes its pieces on before its answer', async () => {
    const model = await modelOf(
      `port.postMessage({ kind: 'text', text: 'user: ' });
       port.postMessage({ kind: 'text', text: 'hello' });
       port.postMessage({ kind: 'answer', answer: { text: order.input, usage: null, raw: null, modelName: 'm' } });`,
      never(),
    );
    const pieces: string[] = [];
    const answer = await model.complete({ ...QUESTION, onText: (piece) => pieces.push(piece) });
    expect(answer).toEqual({ text: 'user: hello', usage: null, raw: null, modelName: 'm' });
    expect(pieces).toEqual(['user: ', 'hello']);
  });

  it('keeps the code and the sentence of what went wrong', async () => {
    const model = await modelOf(
      `port.postMessage({ kind: 'failed', error: { code: 'model-failed', message: 'It said no.' } });`,
      never(),
    );
    await expect(model.complete(QUESTION)).rejects.toMatchObject({
      code: 'model-failed',
      message: 'It said no.',
    });
  });

  it('fails when the worker ends without a word, and when it breaks', async () => {
    const silent = await modelOf('process.exit();', never());
    await expect(silent.complete(QUESTION)).rejects.toMatchObject({ code: 'model-failed' });
    const broken = await modelOf(`throw new Error('broken');`, never());
    await expect(broken.complete(QUESTION)).rejects.toThrow('broken');
  });

  it('ends a worker that is too busy to hear that it is cancelled', async () => {
    const cancel = new AbortController();
    const model = await modelOf(
      `port.postMessage({ kind: 'text', text: 'on it' }); for (;;);`,
      cancel.signal,
    );
    const answer = model.complete({
      ...QUESTION,
      onText: () => {
        cancel.abort();
      },
    });
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('takes an answer that comes after a cancel, because it was paid for', async () => {
    const cancel = new AbortController();
    const model = await modelOf(
      `if (order.kind === 'ask') port.postMessage({ kind: 'text', text: 'on it' });
       else port.postMessage({ kind: 'answer', answer: { text: 'late', usage: null, raw: null, modelName: 'm' } });`,
      cancel.signal,
    );
    const answer = model.complete({
      ...QUESTION,
      onText: () => {
        cancel.abort();
      },
    });
    expect((await answer).text).toBe('late');
  });

  it('asks nobody once it is cancelled', async () => {
    const model = await modelOf(`throw new Error('asked');`, AbortSignal.abort());
    await expect(model.complete(QUESTION)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
