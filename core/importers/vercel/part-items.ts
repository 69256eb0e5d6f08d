import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** A part of a message's content; what has no shape here stays as it is. */
export function contentPart(part: unknown, textType: 'input_text' | 'output_text'): RawRecord {
  if (!isRecord(part)) return { type: textType, text: textOrJson(part) ?? '' };
  switch (part['type']) {
    case 'text':
      return { type: textType, text: textOrJson(part['text']) ?? '' };
    case 'image':
    case 'file':
    case 'media':
    case 'image-data':
    case 'file-data':
    case 'image-url':
    case 'file-url':
      return mediaPart(part);
    default:
      return part;
  }
}

export function reasoningItem(text: string): InputItem {
  return parseInputItem({ type: 'reasoning', summary: text === '' ? [] : [{ type: 'summary_text', text }] });
}

export function callItem(callId: string, name: string, input: unknown): InputItem {
  return parseInputItem({ type: 'function_call', call_id: callId, name, arguments: input ?? {} });
}

/** @param failed Written beside the result, where the source tells that it is one of a failure. */
export function resultItem(callId: string, output: unknown, failed = false): InputItem {
  const isError = failed ? { is_error: true } : {};
  return parseInputItem({
    type: 'function_call_output',
    call_id: callId,
    output: outputOf(output),
    ...isError,
  });
}

/** `{ type, value }` says of what kind a result is; before, it was the value itself. */
export function modelResultItem(part: RawRecord): InputItem {
  const callId = textOrNull(part['toolCallId']) ?? '';
  const { output } = part;
  if (!isRecord(output) || typeof output['type'] !== 'string') {
    return resultItem(callId, output ?? part['result'], part['isError'] === true);
  }
  const { type, value } = output;
  if (type === 'content' && isList(value))
    return resultItem(
      callId,
      value.map((inner) => contentPart(inner, 'input_text')),
    );
  if (type === 'execution-denied') return resultItem(callId, textOrNull(output['reason']) ?? 'denied', true);
  return resultItem(callId, value, type.startsWith('error'));
}

export function message(
  role: 'user' | 'assistant' | 'system',
  content: string | readonly RawRecord[],
): InputItem {
  return parseInputItem({ type: 'message', role, content });
}

function outputOf(output: unknown): unknown {
  if (isList(output) && output.length > 0 && output.every(isContentPart)) return output;
  return textOrJson(output) ?? '';
}

function isContentPart(part: unknown): boolean {
  return isRecord(part) && typeof part['type'] === 'string' && part['type'].startsWith('input_');
}

function mediaPart(part: RawRecord): RawRecord {
  const mediaType = textOrNull(part['mediaType']) ?? textOrNull(part['mimeType']) ?? '';
  const isImage = (textOrNull(part['type']) ?? '').startsWith('image') || mediaType.startsWith('image/');
  const name = textOrNull(part['filename']) ?? textOrNull(part['name']);
  const address = addressOf(part['url'] ?? part['data'] ?? part['image'], mediaType);
  if (isImage) return { type: 'input_image', ...(address === null ? {} : { image_url: address }) };
  return {
    type: 'input_file',
    ...(name === null ? {} : { filename: name }),
    ...(address === null ? {} : { file_data: address }),
  };
}

/** An address, a data URL, or bare base64. */
function addressOf(value: unknown, mediaType: string): string | null {
  const text = textOrNull(value);
  if (text === null || /^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  return `data:${mediaType === '' ? 'application/octet-stream' : mediaType};base64,${text}`;
}
