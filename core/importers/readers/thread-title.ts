import type { Message } from '../../domain/message.ts';

const TITLE_CHARACTERS = 80;

/**
 * First line of the first user text, at most 80 characters and then an ellipsis. Empty when no user
 * text is among the messages.
 *
 * Source: `thread_listing.go`, `titleFromBundles`; there a system or assistant input text counts too.
 */
export function titleOf(messages: readonly Message[]): string {
  for (const message of messages) {
    for (const item of message.items) {
      if (item.type !== 'message' || item.role !== 'user') continue;
      const texts =
        typeof item.content === 'string'
          ? [item.content]
          : item.content.flatMap((part) => (part.type === 'input_text' ? [part.text] : []));
      const title = texts.map(titleFromText).find((text) => text !== '');
      if (title !== undefined) return title;
    }
  }
  return '';
}

export function titleFromText(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/, 1);
  const characters = Array.from(line.slice(0, 4 * TITLE_CHARACTERS).trim());
  if (characters.length <= TITLE_CHARACTERS) return characters.join('');
  return `${characters.slice(0, TITLE_CHARACTERS).join('').trimEnd()}…`;
}
