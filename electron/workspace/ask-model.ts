import type { MessagePort } from 'node:worker_threads';
import type { Result } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { MessageToWorker, ModelReply } from './worker-messages.ts';

export interface ModelQuestion {
  readonly jobId: string;
  readonly instruction: string;
  readonly input: string;
}

/** @throws InspectorError as the model's own `complete` does; it is asked in the main process. */
export type AskModel = (question: ModelQuestion) => Promise<ModelReply>;

export interface ModelLine {
  readonly ask: AskModel;
  /** Main's answers, as they come over the port. */
  readonly onAnswer: (message: Extract<MessageToWorker, { readonly kind: 'model-answer' }>) => void;
}

export function openModelLine(port: MessagePort): ModelLine {
  const waiting = new Map<number, (result: Result<ModelReply>) => void>();
  let nextId = 1;
  return {
    ask: async (question) => {
      const id = nextId;
      nextId += 1;
      const result = await new Promise<Result<ModelReply>>((resolve) => {
        waiting.set(id, resolve);
        port.postMessage({ kind: 'ask-model', id, ...question });
      });
      if (!result.ok) throw new InspectorError(result.error.code, result.error.message);
      return result.value;
    },
    onAnswer: ({ id, result }) => {
      waiting.get(id)?.(result);
      waiting.delete(id);
    },
  };
}
