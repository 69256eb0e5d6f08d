import type { ItemView } from '../../../core/contract.ts';
import { bytes } from '../../components/format.ts';

/** How an item reads in a narrow column: who, and what was said. */
export interface ItemLine {
  readonly who: string;
  readonly text: string;
  readonly isCode: boolean;
}

const MOST_CHARACTERS = 1_200;

export function itemLine(item: ItemView): ItemLine {
  switch (item.kind) {
    case 'text':
      return { who: item.role === 'assistant' ? 'asst.' : item.role, text: cut(item.text), isCode: false };
    case 'tool-call':
      return { who: 'tool call', text: cut(`${item.name} ${item.text}`), isCode: true };
    case 'tool-result':
      return { who: 'tool', text: cut(item.text), isCode: true };
    case 'reasoning':
      return {
        who: 'reasoning',
        text: item.text === '' ? 'encrypted reasoning' : cut(item.text),
        isCode: false,
      };
    case 'image':
    case 'file':
      return {
        who: item.role,
        text: `[${item.kind}: ${item.label}${item.bytes === null ? '' : `, ${bytes(item.bytes)}`}]`,
        isCode: true,
      };
    case 'other':
      return { who: item.type, text: cut(item.text), isCode: true };
  }
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
