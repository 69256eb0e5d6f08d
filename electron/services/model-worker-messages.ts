import type { ModelParameters, RequestError } from '../../core/contract.ts';
import type { SummaryModelAnswer } from '../../core/summarizers/summary-model.ts';
import type { ModelEndpoint } from './settings-service.ts';

/** Which model answers: the built-in one, or one over the network. */
export type AskedModel =
  | {
      readonly kind: 'offline';
      /** Estimated tokens the summary may take; null: as many as the model finds right. */
      readonly budgetTokens: number | null;
    }
  | { readonly kind: 'endpoint'; readonly endpoint: ModelEndpoint; readonly parameters: ModelParameters };

/** Main → worker. It answers one question and ends. */
export type ModelWorkerOrder =
  | {
      readonly kind: 'ask';
      readonly model: AskedModel;
      readonly instruction: string;
      readonly input: string;
    }
  | { readonly kind: 'cancel' };

/** Worker → main. Pieces of text, then one of the other two. */
export type ModelWorkerMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'answer'; readonly answer: SummaryModelAnswer }
  | { readonly kind: 'failed'; readonly error: RequestError };
