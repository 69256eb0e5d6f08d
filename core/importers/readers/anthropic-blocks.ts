import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from './json-text.ts';

/** What a user message of the Anthropic Messages API holds, in the shapes this project knows. */
export interface UserBlocks {
  readonly items: readonly InputItem[];
  readonly hasResults: boolean;
  /** Words, an image or a file beside tool results. */
  readonly hasOwnContent: boolean;
}

/** The content of an assistant message: one item per block, in order. */
export function assistantItems(content: unknown): readonly InputItem[] {
  if (typeof content === 'string') return content === '' ? [] : [outputText(content)];
  if (!isList(content)) return [];
  return content.map((block) =>
    isRecord(block) ? assistantItem(block) : outputText(textOrJson(block) ?? ''),
  );
}

/** The content of a user message: tool results as items of their own, what stands between them as messages. */
export function userBlocks(content: unknown): UserBlocks {
  if (typeof content === 'string') {
    const isBlank = content.trim() === '';
    return {
      items: isBlank ? [] : [parseInputItem({ type: 'message', role: 'user', content })],
      hasResults: false,
      hasOwnContent: !isBlank,
    };
  }
  const items: InputItem[] = [];
  let parts: RawRecord[] = [];
  let hasResults = false;
  let hasOwnContent = false;
  const closeMessage = (): void => {
    if (parts.length > 0) items.push(parseInputItem({ type: 'message', role: 'user', content: parts }));
    parts = [];
  };
  for (const block of isList(content) ? content : []) {
    if (isRecord(block) && isResult(block)) {
      closeMessage();
      items.push(resultItem(block));
      hasResults = true;
      continue;
    }
    const part = isRecord(block) ? contentPart(block) : { type: 'input_text', text: textOrJson(block) ?? '' };
    parts.push(part);
    hasOwnContent ||= part['type'] !== 'input_text' || String(part['text']).trim() !== '';
  }
  closeMessage();
  return { items, hasResults, hasOwnContent };
}

function assistantItem(block: RawRecord): InputItem {
  switch (block['type']) {
    case 'text':
      return outputText(textOrJson(block['text']) ?? '');
    case 'thinking':
      return reasoning(textOrNull(block['thinking']), block['signature']);
    case 'redacted_thinking':
      return reasoning(null, block['data']);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return parseInputItem({
        type: 'function_call',
        call_id: textOrNull(block['id']) ?? '',
        name: textOrNull(block['name']) ?? '',
        arguments: block['input'] ?? {},
      });
    default:
      return isResult(block) ? resultItem(block) : { type: 'unknown', raw: block };
  }
}

function outputText(text: string): InputItem {
  return parseInputItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
}

/** A signature proves a thought to the provider; like encrypted thoughts it costs nothing to estimate. */
function reasoning(text: string | null, sealed: unknown): InputItem {
  return parseInputItem({
    type: 'reasoning',
    summary: text === null ? [] : [{ type: 'summary_text', text }],
    ...(typeof sealed === 'string' && sealed !== '' ? { encrypted_content: sealed } : {}),
  });
}

/** Results of tools, the provider's own (`web_search_tool_result`, …) included. */
function isResult(block: RawRecord): boolean {
  const type = block['type'];
  return typeof type === 'string' && type.endsWith('tool_result');
}

function resultItem(block: RawRecord): InputItem {
  const content = block['content'];
  const isError = block['is_error'] === true ? { is_error: true } : {};
  return parseInputItem({
    type: 'function_call_output',
    call_id: textOrNull(block['tool_use_id']) ?? '',
    output: isList(content) && content.every(isRecord) ? content.map(contentPart) : (content ?? ''),
    ...isError,
  });
}

function contentPart(block: RawRecord): RawRecord {
  switch (block['type']) {
    case 'text':
      return { type: 'input_text', text: textOrJson(block['text']) ?? '' };
    case 'image':
      return imagePart(block['source']);
    case 'document':
      return documentPart(block);
    default:
      return block;
  }
}

function imagePart(source: unknown): RawRecord {
  if (!isRecord(source)) return { type: 'input_image' };
  return { type: 'input_image', ...referenceOf(source, 'image_url') };
}

function documentPart(block: RawRecord): RawRecord {
  const { source } = block;
  if (isRecord(source) && source['type'] === 'text') {
    return { type: 'input_text', text: textOrJson(source['data']) ?? '' };
  }
  const title = textOrNull(block['title']);
  return {
    type: 'input_file',
    ...(title === null ? {} : { filename: title }),
    ...(isRecord(source) ? referenceOf(source, 'file_data') : {}),
  };
}

function referenceOf(source: RawRecord, dataField: 'image_url' | 'file_data'): RawRecord {
  const data = textOrNull(source['data']);
  if (data !== null) {
    const mediaType = textOrNull(source['media_type']) ?? 'application/octet-stream';
    return { [dataField]: `data:${mediaType};base64,${data}` };
  }
  const url = textOrNull(source['url']);
  if (url !== null) return { [dataField]: url };
  const fileId = textOrNull(source['file_id']);
  return fileId === null ? {} : { file_id: fileId };
}
