import type { ItemView } from '../../core/contract.ts';
import type { ContentPart, InputItem } from '../../core/domain/input-item.ts';
import type { Message } from '../../core/domain/message.ts';
import { toJson } from '../../core/adapters/sqlite/deep-json.ts';
import { parsePayloadReference } from '../../core/adapters/sqlite/payload-reference.ts';
import { decodedOutput } from '../../core/adapters/sqlite/search-text.ts';

/** What the rest of the thread tells about a run's tool calls. */
export interface CallContext {
  /** Name of the call a result answers; null when it isn't known. */
  nameOf(callId: string): string | null;
  isAnswered(callId: string): boolean;
  isCalled(callId: string): boolean;
}

/** Every item as it is shown, whole; one message item becomes one view for each of its parts. */
export function itemViews(message: Message, calls: CallContext): readonly ItemView[] {
  return message.items.flatMap((item) => viewsOfItem(item, calls));
}

/** A view whose text is cut to a length; `cutFrom` then holds the whole one. */
export function cutView(view: ItemView, characters: number): ItemView {
  if (view.kind === 'image' || view.kind === 'file' || view.text.length <= characters) return view;
  const halvesPair = isHighSurrogate(view.text.charCodeAt(characters - 1));
  return {
    ...view,
    text: view.text.slice(0, halvesPair ? characters - 1 : characters),
    cutFrom: view.text.length,
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function viewsOfItem(item: InputItem, calls: CallContext): readonly ItemView[] {
  switch (item.type) {
    case 'message':
      return viewsOfContent(item.content, item.role);
    case 'function_call':
      return [
        {
          kind: 'tool-call',
          callId: item.call_id,
          name: item.name,
          text: item.arguments,
          cutFrom: null,
          answered: calls.isAnswered(item.call_id),
        },
      ];
    case 'function_call_output':
      return viewsOfOutput(item.call_id, item.output, calls);
    case 'reasoning':
      return [
        {
          kind: 'reasoning',
          text: item.summary.map((part) => part.text).join('\n\n'),
          cutFrom: null,
          encryptedBytes: item.encrypted_content === undefined ? null : item.encrypted_content.length,
        },
      ];
    case 'image_generation_call':
      return [
        { kind: 'image', role: 'assistant', bytes: base64Bytes(item.result ?? ''), label: 'generated image' },
      ];
    case 'code_interpreter_call': {
      const logs = item.outputs.flatMap((output) => (output.type === 'logs' ? [output.logs] : []));
      return [{ kind: 'other', type: item.type, text: [item.code, ...logs].join('\n\n'), cutFrom: null }];
    }
    case 'web_search_call':
      return [{ kind: 'other', type: item.type, text: toJson(item), cutFrom: null }];
    case 'unknown':
      return [{ kind: 'other', type: typeOf(item.raw), text: toJson(item.raw), cutFrom: null }];
  }
}

function viewsOfContent(content: string | readonly ContentPart[], role: string): readonly ItemView[] {
  if (typeof content === 'string') return [{ kind: 'text', role, text: content, cutFrom: null }];
  return content.map((part) => viewOfPart(part, role));
}

/** Text parts of a result are shown as one; what isn't text gets a view of its own behind them. */
function viewsOfOutput(
  callId: string,
  output: string | readonly ContentPart[],
  calls: CallContext,
): readonly ItemView[] {
  const parts = typeof output === 'string' ? [] : output;
  const texts = typeof output === 'string' ? [decodedOutput(output)] : parts.flatMap(textOfPart);
  return [
    {
      kind: 'tool-result',
      callId,
      name: calls.nameOf(callId),
      text: texts.join('\n'),
      cutFrom: null,
      called: calls.isCalled(callId),
    },
    ...parts.filter((part) => textOfPart(part).length === 0).map((part) => viewOfPart(part, 'tool')),
  ];
}

function viewOfPart(part: ContentPart, role: string): ItemView {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return { kind: 'text', role, text: part.text, cutFrom: null };
    case 'input_image': {
      const payload = payloadOf(part.image_url ?? '');
      return {
        kind: 'image',
        role,
        bytes: payload?.bytes ?? null,
        label: payload?.mediaType ?? part.image_url?.slice(0, LABEL_CHARACTERS) ?? part.file_id ?? 'image',
      };
    }
    case 'input_file': {
      const data = part.file_data ?? '';
      return {
        kind: 'file',
        role,
        bytes: payloadOf(data)?.bytes ?? base64Bytes(data),
        label: part.filename ?? part.file_id ?? 'file',
      };
    }
    case 'unknown':
      return { kind: 'other', type: typeOf(part.raw), text: toJson(part.raw), cutFrom: null };
  }
}

const LABEL_CHARACTERS = 200;

function textOfPart(part: ContentPart): readonly string[] {
  return part.type === 'input_text' || part.type === 'output_text' ? [part.text] : [];
}

/** Of a `data:` address; null for any other. */
function payloadOf(url: string): { readonly mediaType: string; readonly bytes: number | null } | null {
  if (!url.startsWith('data:')) return null;
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma < 0 ? undefined : comma).slice(0, LABEL_CHARACTERS);
  return {
    mediaType: head.split(';')[0] || 'data',
    bytes: comma < 0 ? null : base64Bytes(url, comma + 1),
  };
}

/** Bytes that a base64 text stands for, without decoding it. Null for an empty one. */
function base64Bytes(text: string, from = 0): number | null {
  const reference = parsePayloadReference(text);
  if (reference !== null) return reference.bytes;
  const length = text.length - from;
  if (length <= 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor((length * 3) / 4) - padding;
}

function typeOf(raw: Readonly<Record<string, unknown>>): string {
  return typeof raw['type'] === 'string' ? raw['type'].slice(0, LABEL_CHARACTERS) : 'unknown';
}
