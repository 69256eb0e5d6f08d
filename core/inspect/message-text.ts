import type { Message } from '../domain/message.ts';

/** Every text of a message's items of type message, one a line. */
export function messageText(message: Message): string {
  const texts: string[] = [];
  for (const item of message.items) {
    if (item.type !== 'message') continue;
    if (typeof item.content === 'string') texts.push(item.content);
    else for (const part of item.content) if ('text' in part) texts.push(part.text);
  }
  return texts.join('\n');
}
