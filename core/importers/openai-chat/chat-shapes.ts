import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList } from '../readers/json-text.ts';
import { isTypedItem } from '../responses/item-types.ts';

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** Parts of a content list that other APIs write and this one doesn't. */
const FOREIGN_PARTS: ReadonlySet<unknown> = new Set([
  // Anthropic
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'compaction',
  // OpenAI Responses
  'input_text',
  'output_text',
  'input_image',
  'input_file',
  // AI SDK
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
]);

/** Of a result without words, a refusal, an answer that was only thought. */
const TEXT_FIELDS = ['tool_call_id', 'refusal', 'reasoning_content'];

const SAMPLED = 20;
/** Lists may hold a few bad elements. */
const ENOUGH = 0.8;

/** A message by its outer shape: who speaks, and something said, called or answered. */
export function isRoleMessage(value: unknown): value is RawRecord {
  return (
    isRecord(value) &&
    ROLES.has(value['role']) &&
    ('content' in value ||
      isList(value['tool_calls']) ||
      isRecord(value['function_call']) ||
      TEXT_FIELDS.some((field) => typeof value[field] === 'string'))
  );
}

/** A list of messages of this API: told by its first elements, of which some may be bad. */
export function isChatMessages(value: unknown): value is readonly unknown[] {
  if (!isList(value) || value.length === 0) return false;
  const sample = value.slice(0, SAMPLED);
  const messages = sample.filter(isRoleMessage);
  if (messages.length < sample.length * ENOUGH || messages.length === 0) return false;
  return !sample.some(isForeign) || (messages.some(isOpenAiMessage) && !sample.some(isTypedItem));
}

/** Signs of this API that the other ones don't have. */
export function isOpenAiMessage(message: unknown): boolean {
  if (!isRecord(message)) return false;
  if (isList(message['tool_calls']) || isRecord(message['function_call'])) return true;
  return message['role'] === 'function' || typeof message['tool_call_id'] === 'string';
}

function isForeign(value: unknown): boolean {
  if (!isRecord(value)) return false;
  // UI messages of the AI SDK and contents of Gemini have parts; LangChain and Responses have types.
  if (isList(value['parts']) || typeof value['parts'] === 'string' || isTypedItem(value)) return true;
  if (isList(value['toolInvocations']) || value['type'] === 'message') return true;
  const { content } = value;
  return isList(content) && content.some((part) => isRecord(part) && isForeignPart(part));
}

function isForeignPart(part: RawRecord): boolean {
  if (FOREIGN_PARTS.has(part['type'])) return true;
  // Anthropic's images have a source, the AI SDK's files a media type.
  return (
    (part['type'] === 'image' && !('image_url' in part)) ||
    (part['type'] === 'file' && !isRecord(part['file'])) ||
    (part['type'] === 'reasoning' && typeof part['text'] === 'string')
  );
}

export function isCompletion(value: unknown): value is RawRecord {
  if (!isRecord(value) || !isList(value['choices'])) return false;
  const { object } = value;
  if (typeof object === 'string' && object !== '') return object === 'chat.completion';
  return value['choices'].some((choice) => isRecord(choice) && isRecord(choice['message']));
}

export function isChunk(value: unknown): value is RawRecord {
  if (!isRecord(value) || !isList(value['choices'])) return false;
  if (value['object'] === 'chat.completion.chunk') return true;
  return value['choices'].some((choice) => isRecord(choice) && isRecord(choice['delta']));
}
