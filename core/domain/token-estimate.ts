import { assertNever } from './assert-never.ts';
import type { ContentPart, InputItem } from './input-item.ts';
import type { Message } from './message.ts';

/**
 * About right for English prose. Code and JSON pack fewer bytes into a token, so they are
 * under-counted and a summary comes later than a measured figure would have brought it.
 */
export const BYTES_PER_TOKEN = 4;
/** What a provider's framing of one item costs. */
export const ITEM_TOKENS = 4;
/** Flat, because images are billed by dimension: counting a data URL would swamp the total. */
export const IMAGE_TOKENS = 1500;
/** Flat, for the same reason. */
export const FILE_TOKENS = 1000;

/**
 * Estimates the context one message takes, in tokens: UTF-8 bytes / 4, rounded up per text, plus 4 per
 * item. It stands in only until the next measured usage arrives, so it has to be near, cheap and the
 * same every time; not exact.
 *
 * @returns A whole number ≥ 0; 0 for a message with no items.
 *
 * Source: `tokens.go`. Bytes and not `text.length`: Go's `len` counts bytes, and the two differ for any
 * text outside ASCII.
 */
export function estimateMessageTokens(message: Message): number {
  let tokens = 0;
  for (const item of message.items) tokens += estimateItemTokens(item);
  return tokens;
}

export function estimateMessagesTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) tokens += estimateMessageTokens(message);
  return tokens;
}

/**
 * The 4 tokens of framing included. Encrypted reasoning and anything unknown add nothing to them.
 *
 * @param bytesOf Asked once for each text, in order. Whoever needs the sizes for more than the estimate
 *   passes its own and saves a second walk over the text.
 */
export function estimateItemTokens(item: InputItem, bytesOf: BytesOf = utf8ByteLength): number {
  switch (item.type) {
    case 'message':
      return ITEM_TOKENS + contentTokens(item.content, bytesOf);
    case 'function_call':
      return ITEM_TOKENS + textTokens(item.name, bytesOf) + textTokens(item.arguments, bytesOf);
    case 'function_call_output':
      return ITEM_TOKENS + contentTokens(item.output, bytesOf);
    case 'reasoning':
      return item.summary.reduce((sum, part) => sum + textTokens(part.text, bytesOf), ITEM_TOKENS);
    case 'code_interpreter_call':
      return item.outputs.reduce(
        (sum, output) => sum + (output.type === 'logs' ? textTokens(output.logs, bytesOf) : 0),
        ITEM_TOKENS + textTokens(item.code, bytesOf),
      );
    case 'web_search_call':
    case 'image_generation_call':
    case 'unknown':
      return ITEM_TOKENS;
    default:
      return assertNever(item);
  }
}

/** Text alone, without framing; 0 for the empty text. */
export function estimateTextTokens(text: string): number {
  return textTokens(text, utf8ByteLength);
}

/** Bytes of a text in UTF-8. */
export type BytesOf = (text: string) => number;

function textTokens(text: string, bytesOf: BytesOf): number {
  return Math.ceil(bytesOf(text) / BYTES_PER_TOKEN);
}

function contentTokens(content: string | readonly ContentPart[], bytesOf: BytesOf): number {
  if (typeof content === 'string') return textTokens(content, bytesOf);
  let tokens = 0;
  for (const part of content) tokens += partTokens(part, bytesOf);
  return tokens;
}

function partTokens(part: ContentPart, bytesOf: BytesOf): number {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return textTokens(part.text, bytesOf);
    case 'input_image':
      return IMAGE_TOKENS;
    case 'input_file':
      return FILE_TOKENS;
    case 'unknown':
      return 0;
    default:
      return assertNever(part);
  }
}

/**
 * Bytes of the text in UTF-8, without encoding it: core has no TextEncoder, and an estimate that
 * allocated a copy of every tool result would cost more than the rest of an import. A lone surrogate
 * counts 3 bytes, as the replacement character that a writer puts in its place.
 */
export function utf8ByteLength(text: string): number {
  const length = text.length;
  let bytes = length;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(index + 1);
      // A pair is 4 bytes in all: its first unit has already brought 1 + 2, its second brings 1.
      if (next >= 0xdc00 && next < 0xe000) index += 1;
    }
  }
  return bytes;
}
