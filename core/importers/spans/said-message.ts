import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { textOrJson, type RawRecord } from '../raw-record.ts';
import type { CallIds } from '../readers/call-ids.ts';
import { plainText, unwrapJson } from '../readers/json-text.ts';
import { stableId } from '../readers/stable-id.ts';

export type SaidRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** What a message is made of, whichever API wrote it. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string | null; readonly sealed: string | null }
  | {
      readonly kind: 'call';
      readonly id: string | null;
      readonly name: string;
      /** JSON text, or what it stands for. */
      readonly given: unknown;
    }
  | {
      readonly kind: 'result';
      readonly id: string | null;
      readonly name: string | null;
      /** A text, or parts of an input list. */
      readonly output: string | readonly RawRecord[];
    }
  /** An image, a file, or a part that is known to nobody, in the shape of an input list. */
  | { readonly kind: 'part'; readonly part: RawRecord }
  /** An item of the Responses API as it was read. */
  | { readonly kind: 'item'; readonly item: RawRecord };

/** A message of a request or an answer, as a trace repeats it from call to call. */
export interface SaidMessage {
  readonly role: SaidRole;
  readonly pieces: readonly Piece[];
}

/**
 * The same for a message and for its repetition in a later request, which may leave out thoughts and ids
 * and write arguments as text or as an object.
 */
export function messageKey({ role, pieces }: SaidMessage): string {
  const words = pieces.map(wordsOf).filter((text) => text !== '');
  return stableId(`${role === 'developer' ? 'system' : role}-${words.length}`, words.join('\n'));
}

/** Words, an image or a file of the user's own. */
export function isTurn({ role, pieces }: SaidMessage): boolean {
  return role === 'user' && pieces.some((piece) => piece.kind === 'part' || isWord(piece));
}

export function messageText({ pieces }: SaidMessage): string {
  return pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n');
}

/** @param ids Of the thread: calls without an id are paired with their results in the order they come. */
export function itemsOf({ role, pieces }: SaidMessage, ids: CallIds): readonly InputItem[] {
  const items: InputItem[] = [];
  let parts: RawRecord[] = [];
  const textType = role === 'assistant' ? 'output_text' : 'input_text';
  const messageRole = role === 'tool' ? 'user' : role;
  const closeMessage = (): void => {
    if (parts.length > 0) items.push(parseInputItem({ type: 'message', role: messageRole, content: parts }));
    parts = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') parts.push({ type: textType, text: piece.text });
    else if (piece.kind === 'part') parts.push(piece.part);
    else {
      closeMessage();
      items.push(itemOf(piece, ids));
    }
  }
  closeMessage();
  return items;
}

function itemOf(piece: Exclude<Piece, { readonly kind: 'text' | 'part' }>, ids: CallIds): InputItem {
  switch (piece.kind) {
    case 'item':
      return parseInputItem(piece.item);
    case 'reasoning':
      return parseInputItem({
        type: 'reasoning',
        summary: piece.text === null ? [] : [{ type: 'summary_text', text: piece.text }],
        ...(piece.sealed === null ? {} : { encrypted_content: piece.sealed }),
      });
    case 'call':
      return parseInputItem({
        type: 'function_call',
        call_id: ids.ofCall(piece.id, piece.name),
        name: piece.name,
        arguments: textOrJson(piece.given) ?? '',
      });
    case 'result':
      return parseInputItem({
        type: 'function_call_output',
        call_id: ids.ofResult(piece.id, piece.name),
        output: piece.output,
      });
  }
}

function isWord(piece: Piece): boolean {
  return piece.kind === 'text' && piece.text.trim() !== '';
}

function wordsOf(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text.trim();
    case 'reasoning':
      return '';
    case 'call':
      return `call ${piece.name} ${textOrJson(unwrapJson(piece.given)) ?? ''}`;
    case 'result':
      return `result ${typeof piece.output === 'string' ? piece.output.trim() : (textOrJson(piece.output) ?? '')}`;
    case 'part':
      return `part ${textOrJson(piece.part) ?? ''}`;
    case 'item':
      return itemWords(piece.item);
  }
}

function itemWords(item: RawRecord): string {
  switch (item['type']) {
    case 'reasoning':
      return '';
    case 'function_call':
      return `call ${plainText(item['name'])} ${textOrJson(unwrapJson(item['arguments'])) ?? ''}`;
    case 'function_call_output':
      return `result ${textOrJson(item['output']) ?? ''}`;
    default: {
      const { id: _id, status: _status, ...said } = item;
      return `item ${textOrJson(said) ?? ''}`;
    }
  }
}
