import { textOrNull } from '../readers/json-text.ts';
import { textMark } from '../readers/stable-id.ts';
import type { ContentPart, InputItem } from '../../domain/input-item.ts';

/** Fields that differ between an item as it was answered and the same item sent back. */
const CHANGEABLE: ReadonlySet<string> = new Set([
  'id',
  'status',
  'annotations',
  'logprobs',
  'created_by',
  'phase',
]);

/** The provider's id of an item. */
export function itemIdOf(item: InputItem): string | null {
  return textOrNull(item.type === 'unknown' ? item.raw['id'] : item.id);
}

/** What an item says, without its id: the same for an answer's item and for its echo in a later request. */
export function contentKey(item: InputItem): string {
  switch (item.type) {
    case 'message':
      return `message ${item.role} ${contentText(item.content)}`;
    case 'function_call':
      return `call ${item.call_id} ${item.name} ${item.arguments}`;
    case 'function_call_output':
      return `output ${item.call_id} ${contentText(item.output)}`;
    case 'unknown':
      return `unknown ${stableJson(item.raw)}`;
    default:
      return stableJson({ ...item });
  }
}

/** A number for what an item says, the same for the same content: the texts of a large source would fill the memory. */
export function markOf(item: InputItem): number {
  return textMark(contentKey(item));
}

function contentText(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : stableJson({ ...part }))).join('\n');
}

function stableJson(fields: Readonly<Record<string, unknown>>): string {
  const kept = Object.keys(fields)
    .filter((name) => !CHANGEABLE.has(name))
    .sort()
    .map((name) => [name, fields[name]]);
  try {
    return JSON.stringify(kept);
  } catch {
    // Nested too deep to be written; what it is called has to do.
    return textOrNull(fields['type']) ?? '';
  }
}
