import type { InputItem } from './input-item.ts';

/** Text that the model wrote, in order; reasoning and tool calls have none. */
export function outputText(items: readonly InputItem[]): string {
  return items
    .flatMap((item) => {
      if (item.type !== 'message' || item.role !== 'assistant') return [];
      if (typeof item.content === 'string') return [item.content];
      return item.content.flatMap((part) => (part.type === 'output_text' ? [part.text] : []));
    })
    .join('');
}
