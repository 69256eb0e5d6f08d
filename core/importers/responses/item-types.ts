import { textOrNull } from '../readers/json-text.ts';
import { isRecord } from '../raw-record.ts';

/** Item types of the Responses API that no other format uses. */
const ITEM_TYPES: ReadonlySet<unknown> = new Set([
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'reasoning',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'computer_call',
  'computer_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'shell_call',
  'shell_call_output',
  'apply_patch_call',
  'apply_patch_call_output',
  'image_generation_call',
  'mcp_list_tools',
  'mcp_call',
  'mcp_approval_request',
  'mcp_approval_response',
  'tool_search_call',
  'tool_search_output',
  'tool_search_call_output',
  'item_reference',
  'compaction',
]);

const PART_TYPES = /^(?:input_text|output_text|input_image|input_file|refusal|summary_text)$/;

const SAMPLED_ELEMENTS = 20;

export function isTypedItem(value: unknown): boolean {
  return isRecord(value) && (ITEM_TYPES.has(value['type']) || isTypedMessage(value));
}

/** `{ role, content }` with or without a type; other APIs write it too. */
export function isEasyMessage(value: unknown): boolean {
  return isRecord(value) && typeof value['role'] === 'string' && 'content' in value;
}

/**
 * A list of items: one at least that only this API writes, and nothing that it doesn't. A few elements may be
 * of types that are newer than this list, where most are not.
 */
export function isItemList(list: readonly unknown[]): boolean {
  const sample = list.slice(0, SAMPLED_ELEMENTS);
  if (!sample.some(isTypedItem)) return false;
  const others = sample.filter((element) => !isTypedItem(element) && !isEasyMessage(element));
  if (others.length === 0) return true;
  const telling = sample.filter((element) => isTypedItem(element) && !isForeignCall(element));
  return others.every(hasType) && telling.length * 2 > sample.length;
}

/** SDKs keep calls under other names. */
function isForeignCall(element: unknown): boolean {
  return isRecord(element) && element['type'] === 'function_call' && !('call_id' in element);
}

function hasType(element: unknown): boolean {
  return isRecord(element) && typeof element['type'] === 'string';
}

/** Anthropic's answers have `type: "message"` too, with parts of type `text` and a `stop_reason`. */
function isTypedMessage(value: Readonly<Record<string, unknown>>): boolean {
  if (value['type'] !== 'message' || typeof value['role'] !== 'string' || 'stop_reason' in value)
    return false;
  const content = value['content'];
  if (typeof content === 'string' || content === null) return true;
  return (
    Array.isArray(content) &&
    content.every((part: unknown) => isRecord(part) && PART_TYPES.test(textOrNull(part['type']) ?? ''))
  );
}

export function isResponse(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && value['object'] === 'response' && Array.isArray(value['output']);
}

/** An event of a streamed response. */
export function isStreamEvent(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && typeof value['type'] === 'string' && value['type'].startsWith('response.');
}

/** What the Conversations API calls its own; its pages of items follow it. */
export function isConversation(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && value['object'] === 'conversation' && typeof value['id'] === 'string';
}
