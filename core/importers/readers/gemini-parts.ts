import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { CallIds } from './call-ids.ts';
import { isList, textOrNull } from './json-text.ts';

export interface GeminiInput {
  readonly items: readonly InputItem[];
  readonly hasResults: boolean;
  /** Words, an image or a file beside results. */
  readonly hasOwnContent: boolean;
}

/**
 * Parts of Gemini contents, in the shapes this project knows. Calls have no ids in many versions, so one
 * reader goes through all contents of a thread in order and pairs them by name.
 */
export class GeminiParts {
  readonly #callIds: CallIds;

  constructor(callIds: CallIds = new CallIds()) {
    this.#callIds = callIds;
  }

  /** @param content A text, a part or a list of parts that the model wrote. */
  modelItems(content: unknown): readonly InputItem[] {
    return partsOf(content).flatMap((part) => this.#modelItem(part));
  }

  /** @param content What was given to the model: words, files, results. */
  input(content: unknown): GeminiInput {
    const items: InputItem[] = [];
    let parts: RawRecord[] = [];
    let hasResults = false;
    let hasOwnContent = false;
    const closeMessage = (): void => {
      if (parts.length > 0) items.push(parseInputItem({ type: 'message', role: 'user', content: parts }));
      parts = [];
    };
    for (const part of partsOf(content)) {
      const response = field(part, 'functionResponse', 'function_response');
      if (response !== null) {
        closeMessage();
        items.push(this.resultItem(response));
        hasResults = true;
        continue;
      }
      const shown = contentPart(part, 'input_text');
      parts.push(shown);
      hasOwnContent ||= shown['type'] !== 'input_text' || String(shown['text']).trim() !== '';
    }
    closeMessage();
    return { items, hasResults, hasOwnContent };
  }

  callItem(call: RawRecord): InputItem {
    const name = textOrNull(call['name']) ?? '';
    return parseInputItem({
      type: 'function_call',
      call_id: this.#callIds.ofCall(textOrNull(call['id']), name),
      name,
      arguments: call['args'] ?? {},
    });
  }

  /** @param media Parts beside the response that belong to the result. */
  resultItem(response: RawRecord, media: readonly RawRecord[] = []): InputItem {
    const id = this.#callIds.ofResult(textOrNull(response['id']), textOrNull(response['name']));
    const text = responseText(response['response']);
    const output =
      media.length === 0
        ? text
        : [{ type: 'input_text', text }, ...media.map((part) => contentPart(part, 'input_text'))];
    return parseInputItem({ type: 'function_call_output', call_id: id, output });
  }

  #modelItem(part: RawRecord): readonly InputItem[] {
    const call = field(part, 'functionCall', 'function_call');
    if (call !== null) return [this.callItem(call)];
    const response = field(part, 'functionResponse', 'function_response');
    if (response !== null) return [this.resultItem(response)];
    const code = codeItem(part);
    if (code !== null) return [code];
    const text = part['text'];
    if (part['thought'] === true) {
      return [
        parseInputItem({
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: textOrJson(text) ?? '' }],
        }),
      ];
    }
    // Streams end with an empty text.
    if (text === '' && Object.keys(part).length === 1) return [];
    return [
      parseInputItem({ type: 'message', role: 'assistant', content: [contentPart(part, 'output_text')] }),
    ];
  }
}

/** Code that the provider runs itself, or what it printed. */
function codeItem(part: RawRecord): InputItem | null {
  const code = field(part, 'executableCode', 'executable_code');
  const result = field(part, 'codeExecutionResult', 'code_execution_result');
  if (code === null && result === null) return null;
  return parseInputItem({
    type: 'code_interpreter_call',
    code: textOrJson(code?.['code']) ?? '',
    outputs: result === null ? [] : [{ type: 'logs', logs: textOrJson(result['output']) ?? '' }],
  });
}

/** A thought as the CLI shows it: a subject and what it is about. */
export function thoughtItem(thoughts: unknown): InputItem | null {
  if (!isList(thoughts)) return null;
  const summary = thoughts.filter(isRecord).flatMap((thought) => {
    const lines = [textOrNull(thought['subject']), textOrNull(thought['description'])];
    const text = lines.filter((line) => line !== null).join('\n');
    return text === '' ? [] : [{ type: 'summary_text', text }];
  });
  return summary.length === 0 ? null : parseInputItem({ type: 'reasoning', summary });
}

function partsOf(content: unknown): readonly RawRecord[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  const list = isList(content) ? content : [content];
  return list.flatMap((part) => {
    if (isRecord(part)) return [part];
    const text = textOrNull(part);
    return text === null ? [] : [{ text }];
  });
}

function contentPart(part: RawRecord, textType: 'input_text' | 'output_text'): RawRecord {
  const data = field(part, 'inlineData', 'inline_data');
  if (data !== null) return mediaPart(data, inlineUrl(data));
  const file = field(part, 'fileData', 'file_data');
  if (file !== null) return mediaPart(file, textOrNull(file['fileUri'] ?? file['file_uri']));
  return typeof part['text'] === 'string'
    ? { type: textType, text: part['text'] }
    : { type: 'gemini_part', ...part };
}

function mediaPart(media: RawRecord, address: string | null): RawRecord {
  const isImage = mediaType(media).startsWith('image/');
  if (address === null) return { type: isImage ? 'input_image' : 'input_file' };
  return isImage ? { type: 'input_image', image_url: address } : { type: 'input_file', file_data: address };
}

function inlineUrl(data: RawRecord): string | null {
  const bytes = textOrNull(data['data']);
  if (bytes === null) return null;
  // Python writes the alphabet for web addresses, which data URLs do not know.
  return `data:${mediaType(data)};base64,${bytes.replaceAll('-', '+').replaceAll('_', '/')}`;
}

function mediaType(media: RawRecord): string {
  return textOrNull(media['mimeType'] ?? media['mime_type']) ?? 'application/octet-stream';
}

/** The CLI wraps texts of tools in `output` or `error`. */
function responseText(response: unknown): string {
  if (!isRecord(response)) return textOrJson(response) ?? '';
  const [name, ...others] = Object.keys(response);
  const only = others.length === 0 && (name === 'output' || name === 'error') ? response[name] : response;
  return textOrJson(only) ?? '';
}

/** Python writes the same fields in snake case. */
function field(part: RawRecord, camel: string, snake: string): RawRecord | null {
  const value = part[camel] ?? part[snake];
  return isRecord(value) ? value : null;
}
