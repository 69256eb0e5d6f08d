import type { Message } from './message.ts';

export const MAX_TITLE_CHARACTERS = 80;

const SPACE = 0x20;
const FIRST_BEYOND_ASCII = 0x80;

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
  if (isPlainBeyondTitle(text)) return `${text.slice(0, MAX_TITLE_CHARACTERS - 1).trimEnd()}…`;
  // A pasted log can be megabytes; only so much of it can end up in the title.
  const start = text.trimStart().slice(0, 4 * MAX_TITLE_CHARACTERS);
  const line = (/[^\S ]|\s\s/u.test(start) ? start.replace(/\s+/gu, ' ') : start).trim();
  if (line.length <= MAX_TITLE_CHARACTERS) return line.toWellFormed();
  const shown = unitsOfCharacters(line, MAX_TITLE_CHARACTERS - 1);
  const isWhole = unitsOfCharacters(line, MAX_TITLE_CHARACTERS) >= line.length;
  return (isWhole ? line : `${line.slice(0, shown).trimEnd()}…`).toWellFormed();
}

/** ASCII on one line, with single spaces and more of it than a title holds: what most questions begin with. */
function isPlainBeyondTitle(text: string): boolean {
  let earlier = SPACE;
  for (let index = 0; index <= MAX_TITLE_CHARACTERS; index += 1) {
    const unit = text.charCodeAt(index);
    // Not a number behind the end of the text.
    if (!(unit >= SPACE && unit < FIRST_BEYOND_ASCII)) return false;
    if (unit === SPACE && earlier === SPACE) return false;
    earlier = unit;
  }
  return earlier !== SPACE;
}

/** How many UTF-16 units the first `count` characters take. */
function unitsOfCharacters(text: string, count: number): number {
  let units = 0;
  for (let index = 0; index < count && units < text.length; index += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

function textOfPart(part: { readonly type: string; readonly text?: string }): string {
  return part.text ?? '';
}
