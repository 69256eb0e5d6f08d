import type { Message } from '../domain/message.ts';
import type { InputItem } from '../domain/input-item.ts';

/** The model wrote something of the message: a text, a call or a thought. */
export function isModelReply(message: Message): boolean {
  return message.items.some(isReplyItem);
}

export function isReplyItem(item: InputItem): boolean {
  switch (item.type) {
    case 'message':
      return item.role === 'assistant';
    case 'function_call':
    case 'reasoning':
    case 'web_search_call':
    case 'code_interpreter_call':
    case 'image_generation_call':
      return true;
    case 'function_call_output':
      return false;
    case 'unknown':
      return isReplyType(item.raw['type']);
    default:
      return false;
  }
}

/** Every other kind of call, and what a provider adds about its own tools, is the model's too. */
function isReplyType(type: unknown): boolean {
  return (
    typeof type === 'string' &&
    (type.endsWith('_call') || type.startsWith('mcp_')) &&
    !type.endsWith('_response')
  );
}
