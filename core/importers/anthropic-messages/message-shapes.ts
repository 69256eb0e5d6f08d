import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { isOpenAiMessage } from '../openai-chat/chat-shapes.ts';

/** Blocks that only this API writes. Kinds of results end alike (`web_search_tool_result`, …). */
const OWN_BLOCKS =
  /^(?:tool_use|server_tool_use|mcp_tool_use|thinking|redacted_thinking|compaction|container_upload|(?:\w+_)?tool_result)$/;

const SAMPLED = 20;
const ENOUGH = 0.8;

/** A message by its outer shape. */
export function isTurnMessage(value: unknown): value is RawRecord {
  return (
    isRecord(value) &&
    (value['role'] === 'user' || value['role'] === 'assistant') &&
    (typeof value['content'] === 'string' || isList(value['content']))
  );
}

/** It has a block that no other API writes. */
export function hasOwnBlock(value: unknown): boolean {
  if (!isRecord(value) || !isList(value['content'])) return false;
  return value['content'].some(
    (block) => isRecord(block) && (OWN_BLOCKS.test(textOrNull(block['type']) ?? '') || isMediaBlock(block)),
  );
}

/** A list of turns, told by its first elements; some of them may be bad. */
export function isTurnList(value: unknown): value is readonly unknown[] {
  if (!isList(value) || value.length === 0) return false;
  const sample = value.slice(0, SAMPLED);
  const turns = sample.filter(isTurnMessage);
  return turns.length >= sample.length * ENOUGH && turns.length > 0 && !sample.some(isOthers);
}

/** The same, and sure to be of this API. */
export function isAnthropicMessages(value: unknown): value is readonly unknown[] {
  return (
    isTurnList(value) && value.slice(0, SAMPLED).some((message) => hasOwnBlock(message) || isAnswer(message))
  );
}

/** A request: its instructions stand beside the messages. */
export function isRequest(value: unknown): value is RawRecord {
  if (!isRecord(value) || !isTurnList(value['messages'])) return false;
  return hasSystem(value['system']) || isAnthropicMessages(value['messages']) || isClaude(value);
}

/** An answer of the API, streamed ones put together included. */
export function isAnswer(value: unknown): value is RawRecord {
  if (!isRecord(value) || value['role'] !== 'assistant' || !isList(value['content'])) return false;
  if (value['type'] !== 'message') return false;
  return 'stop_reason' in value || (isRecord(value['usage']) && 'input_tokens' in value['usage']);
}

function isMediaBlock(block: RawRecord): boolean {
  return (block['type'] === 'image' || block['type'] === 'document') && isRecord(block['source']);
}

/** Messages of other APIs with the same outer shape. */
function isOthers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return isOpenAiMessage(value) || 'parts' in value || 'toolInvocations' in value || 'lc' in value;
}

function hasSystem(system: unknown): boolean {
  return (typeof system === 'string' && system !== '') || (isList(system) && system.length > 0);
}

function isClaude({ model, max_tokens: limit }: RawRecord): boolean {
  return typeof model === 'string' && /\bclaude\b/.test(model) && typeof limit === 'number';
}
