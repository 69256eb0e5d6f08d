import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import type { Piece } from './said-message.ts';

/** Outputs are wrapped once or twice, not a hundred times. */
const DEEPEST_WRAPPING = 4;

/** The content of a message, whichever API wrote it: a text, a part, or a list of parts. Never throws. */
export function readPieces(content: unknown): readonly Piece[] {
  if (content === null || content === undefined || content === '') return [];
  if (isList(content)) return content.flatMap(pieceOf);
  return pieceOf(content);
}

/** A call of a tool, as messages list it beside their content. */
export function readCall(call: RawRecord): Piece {
  const inner = call['function'] ?? call['custom'] ?? call['tool_call'];
  const called = isRecord(inner) ? inner : call;
  const name = textOrNull(inner) ?? firstText(called, ['name', 'toolName', 'tool_name']) ?? '';
  const given =
    called['arguments'] ?? called['args'] ?? called['input'] ?? called['parameters'] ?? call['arguments'];
  return { kind: 'call', id: callId(call) ?? callId(called), name, given: given ?? {} };
}

/** @param id Given where the record's own id is not that of the call. */
export function readResult(result: RawRecord, content: unknown, id = callId(result)): Piece {
  return {
    kind: 'result',
    id,
    name: firstText(result, ['name', 'toolName', 'tool_name', 'function']),
    output: resultOutput(content),
  };
}

export function reasoningPiece(text: unknown, sealed: unknown = null): Piece {
  return { kind: 'reasoning', text: textOrNull(textOrJson(text)), sealed: textOrNull(sealed) };
}

function pieceOf(part: unknown): readonly Piece[] {
  if (!isRecord(part)) return textPiece(part);
  const { type } = part;
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
    case 'refusal':
      return textPiece(textOf(part));
    case 'reasoning':
    case 'thinking':
    case 'redacted_thinking':
      return [
        reasoningPiece(
          part['thinking'] ?? part['reasoning'] ?? part['content'] ?? part['text'] ?? summaryOf(part),
          part['encrypted_content'] ?? part['signature'] ?? part['data'],
        ),
      ];
    case 'tool_call':
    case 'tool-call':
    case 'toolCall':
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
    case 'function_call':
    case 'function':
      // A provider's own tool answers in the same part.
      return part['result'] === undefined
        ? [readCall(part)]
        : [readCall(part), readResult(part, part['result'])];
    case undefined:
    case null:
      return untypedPiece(part);
    default:
      return isResultType(type) ? [readResult(part, resultContent(part))] : [mediaPiece(part)];
  }
}

/** Gemini tells its parts apart by their fields, and so does Bedrock. */
function untypedPiece(part: RawRecord): readonly Piece[] {
  const call = part['functionCall'] ?? part['function_call'] ?? part['toolUse'];
  if (isRecord(call)) return [readCall(call)];
  const result = part['functionResponse'] ?? part['function_response'] ?? part['toolResult'];
  if (isRecord(result)) return [readResult(result, resultContent(result))];
  if (isRecord(part['reasoningContent'])) return [reasoningPiece(textOf(part['reasoningContent']))];
  const text = textOf(part);
  if (part['thought'] === true) return [reasoningPiece(text, part['thoughtSignature'])];
  return text === undefined ? [mediaPiece(part)] : textPiece(text);
}

function textPiece(text: unknown): readonly Piece[] {
  const words = textOrJson(text);
  return words === null || words === '' ? [] : [{ kind: 'text', text: words }];
}

/** Undefined where the part has none. */
function textOf(part: RawRecord): unknown {
  const text = part['text'] ?? part['content'] ?? part['refusal'];
  return isRecord(text) ? (text['value'] ?? text['text'] ?? text) : text;
}

function summaryOf({ summary }: RawRecord): string | null {
  if (!isList(summary)) return textOrNull(summary);
  return summary
    .map((part) => (isRecord(part) ? textOrJson(part['text']) : textOrJson(part)) ?? '')
    .join('\n');
}

function isResultType(type: unknown): boolean {
  return (
    typeof type === 'string' &&
    (/tool[-_]?result$/i.test(type) || type === 'tool_call_response' || type === 'function_call_output')
  );
}

function resultContent(part: RawRecord): unknown {
  return part['response'] ?? part['result'] ?? part['output'] ?? part['content'];
}

/** The AI SDK wraps outputs in `{ type, value }`, the Gemini CLI in `{ output }`. */
function resultOutput(content: unknown, depth = 0): string | readonly RawRecord[] {
  if (isList(content)) {
    const pieces = content.flatMap(pieceOf);
    const isPlain = content.every(isRecord) && pieces.every(({ kind }) => kind === 'text' || kind === 'part');
    return isPlain ? pieces.flatMap(partOf) : (textOrJson(content) ?? '');
  }
  if (isRecord(content) && depth < DEEPEST_WRAPPING) {
    const [name, ...others] = Object.keys(content);
    if ('value' in content && typeof content['type'] === 'string')
      return resultOutput(content['value'], depth + 1);
    if (others.length === 0 && (name === 'output' || name === 'error'))
      return resultOutput(content[name], depth + 1);
  }
  return textOrJson(content) ?? '';
}

function partOf(piece: Piece): readonly RawRecord[] {
  if (piece.kind === 'text') return [{ type: 'input_text', text: piece.text }];
  return piece.kind === 'part' ? [piece.part] : [];
}

const MEDIA_FIELDS = [
  'image_url',
  'source',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'file',
  'image',
];
const ADDRESSES = [
  'url',
  'uri',
  'image_url',
  'image.image.url',
  'fileUri',
  'file_uri',
  'image',
  'audio',
  'video',
  'document',
  'path',
  'file_id',
];
const IMAGE = /image/i;
const FILE = /file|document|audio|video|media|blob|uri/i;

/** An image or a file in the shape of an input list; anything else as it is. */
function mediaPiece(part: RawRecord): Piece {
  const inner = mediaOf(part);
  const mime =
    firstText(inner, ['mime_type', 'mimeType', 'media_type', 'mediaType']) ??
    firstText(part, ['mime_type', 'mimeType', 'media_type', 'mediaType', 'modality']) ??
    '';
  const address = addressOf(inner, mime) ?? addressOf(part, mime);
  const label = `${textOrNull(part['type']) ?? ''} ${mime} ${Object.keys(part).join(' ')}`;
  if (IMAGE.test(label)) {
    return {
      kind: 'part',
      part: { type: 'input_image', ...(address === null ? {} : { image_url: address }) },
    };
  }
  if (FILE.test(label) && (address !== null || inner !== part)) {
    const name = firstText(inner, ['filename', 'name']);
    const reference = address === null ? {} : { file_data: address };
    return {
      kind: 'part',
      part: { type: 'input_file', ...(name === null ? {} : { filename: name }), ...reference },
    };
  }
  return { kind: 'part', part };
}

function mediaOf(part: RawRecord): RawRecord {
  for (const name of MEDIA_FIELDS) {
    const value = part[name];
    if (!isRecord(value)) continue;
    // OpenInference nests an image in an image.
    const { image } = value;
    return isRecord(image) ? image : value;
  }
  return part;
}

function addressOf(media: RawRecord, mime: string): string | null {
  const url = firstText(media, ADDRESSES);
  if (url !== null) return url;
  const data = firstText(media, ['data', 'bytes', 'content']);
  return data === null
    ? null
    : `data:${mime.includes('/') ? mime : 'application/octet-stream'};base64,${data}`;
}

function callId(value: RawRecord): string | null {
  return firstText(value, ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'id']);
}

function firstText(value: RawRecord, fields: readonly string[]): string | null {
  for (const field of fields) {
    const text = textOrNull(value[field]);
    if (text !== null) return text;
  }
  return null;
}
