import type { InputItem } from '../../domain/input-item.ts';
import { isReplyItem } from '../../inspect/model-replies.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/**
 * An item of a session or a run state. The SDK for Python keeps the API's own; the one for JavaScript
 * has names of its own for some of their fields and types.
 */
export function agentItem(value: unknown): InputItem {
  return parseInputItem(isRecord(value) ? apiItem(value) : value);
}

/** The model wrote it. */
export function isReply(item: InputItem): boolean {
  return isReplyItem(item) || (item.type === 'unknown' && item.raw['type'] === 'hosted_tool_call');
}

/** Only the SDK for JavaScript writes it. */
export function isScriptItem(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { type } = value;
  if (type === 'function_call_result' || type === 'hosted_tool_call' || type === 'computer_call_result')
    return true;
  return type === 'function_call' && 'callId' in value;
}

function apiItem(item: RawRecord): RawRecord {
  const { callId, providerData, ...fields } = item;
  const named: RawRecord = {
    ...fields,
    ...(callId === undefined || 'call_id' in item ? {} : { call_id: callId }),
    ...(isRecord(providerData) && Object.keys(providerData).length > 0 ? { providerData } : {}),
  };
  switch (item['type']) {
    case undefined:
    case 'message':
      return { ...named, content: apiContent(item['content']) };
    case 'function_call_result':
      return { ...named, type: 'function_call_output', output: apiOutput(item['output']) };
    case 'function_call_output':
      return { ...named, output: apiOutput(item['output']) };
    case 'reasoning':
      return { ...named, summary: reasoningSummary(item), ...sealedThought(providerData) };
    // A program that the model wrote to call tools, and what it printed.
    case 'program':
      return { ...named, type: 'function_call', name: 'program', arguments: item['code'] };
    case 'program_output':
      return { ...named, type: 'function_call_output', output: item['result'] };
    default:
      return named;
  }
}

function apiContent(content: unknown): unknown {
  return isList(content) ? content.map(apiPart) : content;
}

function apiPart(part: unknown): unknown {
  if (!isRecord(part)) return part;
  const { type, image, file } = part;
  if (type === 'input_image' && image !== undefined) {
    return { type, ...(isRecord(image) ? { file_id: image['id'] } : { image_url: image }) };
  }
  if (type === 'input_file' && file !== undefined) {
    return {
      type,
      ...(isRecord(file) ? { file_id: file['id'], file_url: file['url'] } : { file_data: file }),
    };
  }
  return part;
}

/** One text, one part, or several. */
function apiOutput(output: unknown): unknown {
  if (isList(output)) return output.map((part) => apiOutputPart(part));
  if (!isRecord(output)) return output;
  return output['type'] === 'text' ? (output['text'] ?? '') : [apiOutputPart(output)];
}

function apiOutputPart(part: unknown): unknown {
  if (!isRecord(part)) return part;
  if (part['type'] === 'text') return { type: 'input_text', text: part['text'] };
  if (part['type'] === 'image') return apiPart({ ...part, type: 'input_image' });
  return apiPart(part);
}

function reasoningSummary(item: RawRecord): unknown {
  if (isList(item['summary'])) return item['summary'];
  const content = isList(item['content']) ? item['content'] : [];
  return content.map((part) => ({
    type: 'summary_text',
    text: isRecord(part) ? (textOrNull(part['text']) ?? '') : '',
  }));
}

function sealedThought(providerData: unknown): RawRecord {
  if (!isRecord(providerData)) return {};
  const sealed =
    textOrNull(providerData['encryptedContent']) ?? textOrNull(providerData['encrypted_content']);
  return sealed === null ? {} : { encrypted_content: sealed };
}
