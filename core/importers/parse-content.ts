import type { ContentPart } from '../domain/input-item.ts';
import { isOptionalText, isRecord, isText, textOf, withTextFields } from './raw-record.ts';

/**
 * Reads the content of a message, or the output of a tool: text, or parts.
 *
 * @returns The very array when every part had its shape. Null for what is neither text nor parts.
 */
export function parseContent(value: unknown): string | readonly ContentPart[] | null {
  if (isContent(value)) return value;
  const text = textOf(value);
  if (text !== null) return text;
  if (!Array.isArray(value)) return null;
  const parts: ContentPart[] = [];
  for (const raw of value) {
    const part = parsePart(raw);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

/** True when nothing has to be changed for the value to be the content that it claims to be. */
export function isContent(value: unknown): value is string | readonly ContentPart[] {
  return isText(value) || (Array.isArray(value) && value.every(isExactPart));
}

function isExactPart(value: unknown): value is ContentPart {
  if (!isRecord(value)) return false;
  switch (value['type']) {
    case 'input_text':
    case 'output_text':
      return isText(value['text']);
    case 'input_image':
      return (
        isOptionalText(value['image_url']) &&
        isOptionalText(value['file_id']) &&
        isOptionalText(value['detail'])
      );
    case 'input_file':
      return (
        isOptionalText(value['file_id']) &&
        isOptionalText(value['filename']) &&
        isOptionalText(value['file_data'])
      );
    default:
      return false;
  }
}

/** Null for what can't be a part at all: the item around it is then kept whole as unknown. */
function parsePart(value: unknown): ContentPart | null {
  if (isExactPart(value)) return value;
  if (typeof value === 'string') return { type: 'input_text', text: value.toWellFormed() };
  if (!isRecord(value)) return null;
  const type = value['type'];
  if (type === 'input_text' || type === 'output_text') {
    const text = value['text'];
    return typeof text === 'string'
      ? { ...value, type, text: text.toWellFormed() }
      : { type: 'unknown', raw: value };
  }
  // The payload counts the same whatever it is, so an odd reference must not make it an unknown part.
  if (type === 'input_image') {
    return { ...withTextFields(value, ['image_url', 'file_id', 'detail']), ...imageUrlOf(value), type };
  }
  if (type === 'input_file') {
    return { ...withTextFields(value, ['file_id', 'filename', 'file_data']), type };
  }
  return { type: 'unknown', raw: value };
}

/** Chat-style writers nest the address: `image_url: { url }`. */
function imageUrlOf(part: Readonly<Record<string, unknown>>): { readonly image_url?: string } {
  const nested = part['image_url'];
  return isRecord(nested) && typeof nested['url'] === 'string' ? { image_url: nested['url'] } : {};
}
