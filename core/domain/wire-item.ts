import type { ContentPart, InputItem, MessageItem } from './input-item.ts';
import type { Message } from './message.ts';

/** JSON as it is written; its fields are the provider's. */
export type WireObject = Readonly<Record<string, unknown>>;

/**
 * The item as it stands in files and in model requests: an unknown item or part is unwrapped, so it
 * leaves as it came.
 *
 * An assistant message with output parts is written without its `type`, as the SDK does: its reader
 * takes one with a `type` for an input message.
 */
export function toWireItem(item: InputItem): WireObject {
  switch (item.type) {
    case 'unknown':
      return item.raw;
    case 'message': {
      const { type, ...fields } = item;
      const content = toWireContent(item.content);
      return isOutputMessage(item) ? { ...fields, content } : { type, ...fields, content };
    }
    case 'function_call_output':
      return { ...item, output: toWireContent(item.output) };
    default:
      return { ...item };
  }
}

/** A message as files hold it. */
export function toWireMessage(message: Message): WireObject {
  return { id: message.id, sender_id: message.senderId, messages: message.items.map(toWireItem) };
}

/** What the model wrote, told from an assistant message that somebody put into the input. */
export function isOutputMessage(item: InputItem): item is MessageItem {
  return (
    item.type === 'message' &&
    item.role === 'assistant' &&
    typeof item.content !== 'string' &&
    item.content.some((part) => part.type === 'output_text') &&
    item.content.every((part) => part.type === 'output_text' || part.type === 'unknown')
  );
}

function toWireContent(content: string | readonly ContentPart[]): string | readonly object[] {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'unknown' ? part.raw : part));
}
