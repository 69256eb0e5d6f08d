import type { CancelSignal } from '../domain/cancel-signal.ts';
import type { InputItem } from '../domain/input-item.ts';
import type { Usage } from '../domain/usage.ts';

/** What the model is told of a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface AgentModelRequest {
  readonly instructions: string;
  readonly input: readonly InputItem[];
  readonly tools: readonly ToolDefinition[];
  readonly signal?: CancelSignal;
  /** Called with each piece of the reply's text as it arrives. */
  readonly onText?: (piece: string) => void;
}

export interface AgentModelReply {
  /** The reply's output items, in order. */
  readonly items: readonly InputItem[];
  /** Null: the model reported none; the reply is then estimated like any other message. */
  readonly usage: Usage | null;
}

/** The model an agent talks to. Implemented in core/adapters/openai. */
export interface AgentModel {
  /**
   * @throws InspectorError 'model-failed' with a sentence that says what to do, or 'cancelled' when the
   *   signal is aborted.
   */
  respond(request: AgentModelRequest): Promise<AgentModelReply>;
}
