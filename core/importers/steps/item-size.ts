import type { ContentPart, InputItem } from '../../domain/input-item.ts';

/** What an item without text of its own takes, roughly. */
const BARE_ITEM = 200;

/** Roughly how many characters an item holds, without looking at any of them. */
export function itemSize(item: InputItem): number {
  switch (item.type) {
    case 'message':
      return BARE_ITEM + contentSize(item.content);
    case 'function_call':
      return BARE_ITEM + item.arguments.length;
    case 'function_call_output':
      return BARE_ITEM + contentSize(item.output);
    case 'reasoning':
      return item.summary.reduce(
        (size, { text }) => size + text.length,
        BARE_ITEM + (item.encrypted_content?.length ?? 0),
      );
    case 'image_generation_call':
      return BARE_ITEM + (item.result?.length ?? 0);
    default:
      return BARE_ITEM;
  }
}

function contentSize(content: string | readonly ContentPart[]): number {
  if (typeof content === 'string') return content.length;
  let size = 0;
  for (const part of content) {
    if (part.type === 'input_image') size += part.image_url?.length ?? 0;
    else if (part.type === 'input_file') size += part.file_data?.length ?? 0;
    else if (part.type !== 'unknown') size += part.text.length;
  }
  return size;
}
