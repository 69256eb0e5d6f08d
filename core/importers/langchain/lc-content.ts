import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { assistantItems } from '../readers/anthropic-blocks.ts';
import { chatPart } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

const CALL_PARTS: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_call',
  'tool_call_chunk',
  'function_call',
]);

/**
 * What a model wrote, as items: words that stand together are one message.
 *
 * @param listsCalls The message lists its calls, so that parts which repeat them are left out.
 */
export function contentItems(content: unknown, listsCalls: boolean): readonly InputItem[] {
  if (typeof content === 'string')
    return content === '' ? [] : [reply([{ type: 'output_text', text: content }])];
  const items: InputItem[] = [];
  let parts: RawRecord[] = [];
  const close = (): void => {
    if (parts.length > 0) items.push(reply(parts));
    parts = [];
  };
  for (const part of isList(content) ? content : []) {
    const own = isRecord(part) ? ownItems(part, listsCalls) : null;
    if (own === null) {
      const shown = contentPart(part, 'output_text');
      if (shown['type'] !== 'output_text' || shown['text'] !== '') parts.push(shown);
    } else {
      if (own.length > 0) close();
      items.push(...own);
    }
  }
  close();
  return items;
}

export function contentParts(
  content: readonly unknown[],
  type: 'input_text' | 'output_text',
): readonly RawRecord[] {
  return content.map((part) => contentPart(part, type));
}

/** Null for what belongs into a message. */
function ownItems(part: RawRecord, listsCalls: boolean): readonly InputItem[] | null {
  const { type } = part;
  if (type === 'input_json_delta') return [];
  if (CALL_PARTS.has(type)) return listsCalls ? [] : [callItem(part)];
  const thought = thoughtOf(part);
  if (thought !== null) {
    const signature = textOrNull(part['signature']);
    return [
      parseInputItem({
        type: 'reasoning',
        summary: thought === '' ? [] : [{ type: 'summary_text', text: thought }],
        ...(signature === null ? {} : { encrypted_content: signature }),
      }),
    ];
  }
  const isServerTool = type === 'server_tool_use' || type === 'mcp_tool_use' || type === 'redacted_thinking';
  const isResult = typeof type === 'string' && type.endsWith('_tool_result');
  return isServerTool || isResult ? assistantItems([part]) : null;
}

function callItem(part: RawRecord): InputItem {
  return parseInputItem({
    type: 'function_call',
    call_id: textOrNull(part['call_id']) ?? textOrNull(part['id']) ?? '',
    name: textOrNull(part['name']) ?? '',
    arguments: part['input'] ?? part['args'] ?? part['arguments'] ?? {},
  });
}

/** Providers call it thinking, reasoning, or reasoning content. */
function thoughtOf(part: RawRecord): string | null {
  const { type, summary } = part;
  if (type === 'thinking') return textOrJson(part['thinking']) ?? '';
  if (type === 'reasoning_content') {
    const inner = part['reasoning_content'];
    return isRecord(inner) ? (textOrJson(inner['text']) ?? '') : (textOrJson(inner) ?? '');
  }
  if (type !== 'reasoning') return null;
  if (isList(summary))
    return summary.map((line) => (isRecord(line) ? (textOrNull(line['text']) ?? '') : '')).join('\n');
  return textOrNull(part['reasoning']) ?? textOrNull(part['text']) ?? '';
}

/** Media come in the provider's shape, or in one of two that the library has had for all of them. */
function contentPart(part: unknown, textType: 'input_text' | 'output_text'): RawRecord {
  if (!isRecord(part)) return { type: textType, text: textOrJson(part) ?? '' };
  const { type } = part;
  if (type !== 'image' && type !== 'file' && type !== 'image_url') return chatPart(part, textType);
  if (type === 'image_url' || (type === 'file' && isRecord(part['file']))) return chatPart(part, textType);
  const source = isRecord(part['source']) ? part['source'] : part;
  const data = textOrNull(source['base64']) ?? textOrNull(source['data']);
  const mime =
    textOrNull(source['mime_type']) ?? textOrNull(source['media_type']) ?? 'application/octet-stream';
  const address = data === null ? textOrNull(source['url']) : `data:${mime};base64,${data}`;
  const fileId = textOrNull(source['file_id']) ?? textOrNull(source['id']);
  const reference = type === 'image' ? 'image_url' : 'file_data';
  return {
    type: type === 'image' ? 'input_image' : 'input_file',
    ...(address === null ? {} : { [reference]: address }),
    ...(address === null && fileId !== null ? { file_id: fileId } : {}),
  };
}

function reply(parts: readonly RawRecord[]): InputItem {
  return parseInputItem({ type: 'message', role: 'assistant', content: parts });
}
