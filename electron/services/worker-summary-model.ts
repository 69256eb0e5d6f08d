import { Worker } from 'node:worker_threads';
import { InspectorError } from '../../core/domain/errors.ts';
import { OFFLINE_MODEL_NAME } from '../../core/models/offline-model-name.ts';
import type { SummaryModel, SummaryModelAnswer } from '../../core/summarizers/summary-model.ts';
import type { AskedModel, ModelWorkerMessage, ModelWorkerOrder } from './model-worker-messages.ts';

/** How long a cancelled worker may take to end by itself, in milliseconds. */
const GRACE_MS = 500;

/** A model for one job; the job's signal stops what it does, at once. */
export type OpenSummaryModel = (model: AskedModel, signal: AbortSignal) => SummaryModel;

/**
 * A model that works in a worker of its own: the built-in one takes a while on a long thread, and the
 * client of the other takes longer to load than the window may stand still.
 */
export function createWorkerSummaryModel(workerFile: URL): OpenSummaryModel {
  return (model, signal) => ({
    modelName: model.kind === 'endpoint' ? model.endpoint.modelName : OFFLINE_MODEL_NAME,
    complete: async ({ instruction, input, onText }) => {
      if (signal.aborted) throw cancelled();
      const worker = new Worker(workerFile);
      order(worker, { kind: 'ask', model, instruction, input });
      const cancel = (): void => {
        order(worker, { kind: 'cancel' });
        setTimeout(() => void worker.terminate(), GRACE_MS).unref();
      };
      signal.addEventListener('abort', cancel);
      try {
        return await answerOf(worker, signal, onText);
      } finally {
        signal.removeEventListener('abort', cancel);
        await worker.terminate();
      }
    },
  });
}

function order(worker: Worker, message: ModelWorkerOrder): void {
  worker.postMessage(message);
}

function answerOf(
  worker: Worker,
  signal: AbortSignal,
  onText: ((piece: string) => void) | undefined,
): Promise<SummaryModelAnswer> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ModelWorkerMessage) => {
      switch (message.kind) {
        case 'text':
          if (!signal.aborted) onText?.(message.text);
          return;
        case 'answer':
          // Also after a cancel: it was paid for.
          resolve(message.answer);
          return;
        case 'failed':
          reject(new InspectorError(message.error.code, message.error.message));
      }
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      reject(
        signal.aborted
          ? cancelled()
          : new InspectorError('model-failed', 'The model ended without an answer: run it again.'),
      );
    });
  });
}

function cancelled(): InspectorError {
  return new InspectorError('cancelled', 'The summarizer was cancelled.');
}
