import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { chatPart } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** What an action holds: what the model thought and said, and the call that it made. */
export function actionItems(event: RawRecord): readonly InputItem[] {
  const call = isRecord(event['tool_call']) ? event['tool_call'] : {};
  const nested = isRecord(call['function']) ? call['function'] : call;
  return [
    ...reasoningItems(event),
    ...spokenItems(event['thought']),
    parseInputItem({
      type: 'function_call',
      call_id: textOrNull(event['tool_call_id']) ?? textOrNull(call['id']) ?? '',
      name: textOrNull(event['tool_name']) ?? textOrNull(nested['name']) ?? '',
      arguments: textOrNull(nested['arguments']) ?? event['action'] ?? {},
    }),
  ];
}

/** A reply without a call. */
export function replyItems(message: RawRecord): readonly InputItem[] {
  return [...reasoningItems(message), ...spokenItems(message['content'])];
}

export function inputItem(message: RawRecord): InputItem {
  const { content } = message;
  return parseInputItem({
    type: 'message',
    role: 'user',
    content: isList(content) ? content.map(inputPart) : (textOrJson(content) ?? ''),
  });
}

export function resultItem(event: RawRecord): InputItem {
  const observation = isRecord(event['observation']) ? event['observation'] : {};
  const content = observation['content'] ?? event['error'] ?? event['rejection_reason'] ?? '';
  const isError = observation['is_error'] === true || event['error'] !== undefined;
  return parseInputItem({
    type: 'function_call_output',
    call_id: textOrNull(event['tool_call_id']) ?? '',
    output: isList(content) ? content.map(inputPart) : content,
    ...(isError ? { is_error: true } : {}),
  });
}

function reasoningItems(event: RawRecord): readonly InputItem[] {
  const text = textOrNull(event['reasoning_content']);
  const own = event['responses_reasoning_item'];
  if (isRecord(own)) return [parseInputItem({ ...own, type: 'reasoning' })];
  const blocks = isList(event['thinking_blocks']) ? event['thinking_blocks'].filter(isRecord) : [];
  const sealed = blocks
    .map((block) => textOrNull(block['signature']) ?? textOrNull(block['data']))
    .find((seal) => seal !== null);
  if (text === null && sealed === undefined) return [];
  return [
    parseInputItem({
      type: 'reasoning',
      summary: text === null ? [] : [{ type: 'summary_text', text }],
      ...(typeof sealed === 'string' ? { encrypted_content: sealed } : {}),
    }),
  ];
}

function spokenItems(content: unknown): readonly InputItem[] {
  const parts = isList(content)
    ? content
    : content === null || content === undefined || content === ''
      ? []
      : [content];
  if (parts.length === 0) return [];
  const shown = parts.map((part) => withoutCacheMark(chatPart(part, 'output_text')));
  return [parseInputItem({ type: 'message', role: 'assistant', content: shown })];
}

function inputPart(part: unknown): RawRecord {
  if (isRecord(part) && part['type'] === 'image') {
    const [first]: readonly unknown[] = isList(part['image_urls']) ? part['image_urls'] : [];
    return { type: 'input_image', ...(typeof first === 'string' ? { image_url: first } : {}) };
  }
  return withoutCacheMark(chatPart(part, 'input_text'));
}

/** How the provider is asked to cache says nothing of the thread. */
function withoutCacheMark({ cache_prompt: _, ...part }: RawRecord): RawRecord {
  return part;
}
