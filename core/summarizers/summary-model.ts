import type { CancelSignal } from '../domain/cancel-signal.ts';
import type { Usage } from '../domain/usage.ts';

export interface SummaryModelRequest {
  readonly instruction: string;
  /** The flattened transcript with the sentence that asks for its summary; one user message. */
  readonly input: string;
  readonly signal?: CancelSignal;
  /** Called with each piece of the summary as it arrives; its pieces together are the answer's text. */
  readonly onText?: (piece: string) => void;
}

export interface SummaryModelAnswer {
  /** Text of all output messages, in order; what is no message (reasoning, say) is left out. */
  readonly text: string;
  /** Null: the model reported none. */
  readonly usage: Usage | null;
  /** The answer as it was received, for people to look at. Null: there is none (offline model). */
  readonly raw: unknown;
  /** The model that answered, by its own account where it gives one. */
  readonly modelName: string;
  /** Why the answer ends early, e.g. `max_output_tokens`. Null or missing: it is whole. */
  readonly incompleteReason?: string | null;
}

/** The one model call that summarizing makes. Implemented in core/adapters/openai and, offline, in core/summarizers. */
export interface SummaryModel {
  /** Name of the model that is asked; the answer may name a more exact one. */
  readonly modelName: string;
  /**
   * @throws InspectorError 'model-failed' with a sentence that says what to do, or 'cancelled' when the
   *   signal is aborted.
   */
  complete(request: SummaryModelRequest): Promise<SummaryModelAnswer>;
}
