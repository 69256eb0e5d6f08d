/**
 * One item of a provider's Responses-style input list.
 *
 * Field names stay the provider's (`call_id`, `encrypted_content`), because an item is shown, diffed
 * and exported exactly as it arrived: fields that are not declared here (`annotations`, `status`, …)
 * stay on the object. Everything this project adds around an item is camelCase.
 *
 * An item type we don't know is wrapped, never dropped: a transcript with a hole in it would make
 * every occupancy figure after the hole wrong.
 */
export type InputItem =
  | MessageItem
  | FunctionCallItem
  | FunctionCallOutputItem
  | ReasoningItem
  | WebSearchCallItem
  | CodeInterpreterCallItem
  | ImageGenerationCallItem
  | UnknownItem;

export type MessageRole = 'user' | 'assistant' | 'system' | 'developer';

export interface MessageItem {
  readonly type: 'message';
  readonly id?: string;
  readonly role: MessageRole;
  readonly content: string | readonly ContentPart[];
}

export interface FunctionCallItem {
  readonly type: 'function_call';
  readonly id?: string;
  readonly call_id: string;
  readonly name: string;
  /** JSON text as the model wrote it; it may be malformed, so parse it only to display it. */
  readonly arguments: string;
}

export interface FunctionCallOutputItem {
  readonly type: 'function_call_output';
  readonly id?: string;
  readonly call_id: string;
  readonly output: string | readonly ContentPart[];
}

export interface ReasoningItem {
  readonly type: 'reasoning';
  readonly id?: string;
  readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
  /** Opaque and round-tripped; its length says nothing about the tokens it costs. */
  readonly encrypted_content?: string;
}

export interface WebSearchCallItem {
  readonly type: 'web_search_call';
  readonly id?: string;
}

export interface CodeInterpreterCallItem {
  readonly type: 'code_interpreter_call';
  readonly id?: string;
  readonly code: string;
  readonly outputs: readonly CodeInterpreterOutput[];
}

export type CodeInterpreterOutput =
  { readonly type: 'logs'; readonly logs: string } | { readonly type: 'image'; readonly url?: string };

export interface ImageGenerationCallItem {
  readonly type: 'image_generation_call';
  readonly id?: string;
  /** Base64; never counted as text. */
  readonly result?: string;
}

export interface UnknownItem {
  readonly type: 'unknown';
  /** The item exactly as it was read, its own `type` included. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export type ContentPart =
  | { readonly type: 'input_text' | 'output_text'; readonly text: string }
  | {
      readonly type: 'input_image';
      readonly image_url?: string;
      readonly file_id?: string;
      readonly detail?: string;
    }
  | {
      readonly type: 'input_file';
      readonly file_id?: string;
      readonly filename?: string;
      readonly file_data?: string;
    }
  | { readonly type: 'unknown'; readonly raw: Readonly<Record<string, unknown>> };
