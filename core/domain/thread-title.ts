import type { Message } from './message.ts';

export const MAX_TITLE_CHARACTERS = 80;

/**
 * What a list calls the thread: its first user text, on one line, cut to 80 characters with an ellipsis
 * as the last of them. Empty when no user has said anything in words.
 */
export function threadTitle(messages: Iterable<Message>): string {
  for (const message of messages) {
    for (const item of message.items) {
      if (item.type !== 'message' || item.role !== 'user') continue;
      const texts = typeof item.content === 'string' ? [item.content] : item.content.map(textOfPart);
      const title = texts.map(oneLine).find((text) => text !== '');
      if (title !== undefined) return title;
    }
  }
  return '';
}

/** Cuts by code points, so that no character is halved. */
export function oneLine(text: string): string {
  // A pasted log can be megabytes; only so much of it can end up in the title.
  const line = text
    .trimStart()
    .slice(0, 8 * MAX_TITLE_CHARACTERS)
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line.toWellFormed());
  return characters.length <= MAX_TITLE_CHARACTERS
    ? characters.join('')
    : `${characters
        .slice(0, MAX_TITLE_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`;
}

function textOfPart(part: { readonly type: string; readonly text?: string }): string {
  return part.text ?? '';
}
