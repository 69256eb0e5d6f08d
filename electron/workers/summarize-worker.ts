import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { ResponsesSummaryModel } from '../../core/adapters/openai/responses-summary-model.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { OfflineSummaryModel } from '../../core/models/offline-summary-model.ts';
import type { SummaryModel } from '../../core/summarizers/summary-model.ts';
import { batchText } from '../services/batch-text.ts';
import type { AskedModel, ModelWorkerMessage, ModelWorkerOrder } from '../services/model-worker-messages.ts';

/** Pieces of text are sent on together this often, in milliseconds: a fast model writes hundreds a second. */
const TEXT_EVERY_MS = 40;

const cancelled = new AbortController();

parentPort?.on('message', (order: ModelWorkerOrder) => {
  if (order.kind === 'cancel') cancelled.abort();
  else void answer(order);
});

async function answer(question: Extract<ModelWorkerOrder, { kind: 'ask' }>): Promise<void> {
  const text = batchText(TEXT_EVERY_MS, (together) => {
    send({ kind: 'text', text: together });
  });
  try {
    const answered = await open(question.model).complete({
      instruction: question.instruction,
      input: question.input,
      signal: cancelled.signal,
      onText: text.add,
    });
    text.flush();
    send({ kind: 'answer', answer: answered });
  } catch (error) {
    text.flush();
    // Any other error ends the worker, and main learns of it as a fault.
    if (!(error instanceof InspectorError)) throw error;
    send({ kind: 'failed', error: { code: error.code, message: error.message } });
  } finally {
    // Nothing else keeps the worker alive.
    parentPort?.close();
  }
}

function send(message: ModelWorkerMessage): void {
  parentPort?.postMessage(message);
}

function open(asked: AskedModel): SummaryModel {
  if (asked.kind === 'offline') {
    return new OfflineSummaryModel({ budgetTokens: asked.budgetTokens, pause: () => setImmediate() });
  }
  const { endpoint, parameters } = asked;
  return new ResponsesSummaryModel({
    baseUrl: endpoint.baseUrl,
    apiKey: endpoint.apiKey ?? '',
    modelName: endpoint.modelName,
    headers: endpoint.headers,
    timeoutMs: endpoint.timeoutMs,
    parameters: {
      ...(parameters.temperature === null ? {} : { temperature: parameters.temperature }),
      ...(parameters.maxOutputTokens === null ? {} : { max_output_tokens: parameters.maxOutputTokens }),
    },
  });
}
