import type { ContentPart, InputItem } from '../../domain/input-item.ts';
import type { Message } from '../../domain/message.ts';
import { toJson } from './deep-json.ts';

/** Of an item nobody knows; what lies beyond is rarely words. */
const UNKNOWN_CHARACTERS = 20_000;

/** Everything of a message that people may look for: what is shown of it, payloads left out. */
export function searchText(message: Message): string {
  const texts: string[] = [];
  for (const item of message.items) pushTexts(texts, item);
  return texts.join('\n');
}

function pushTexts(texts: string[], item: InputItem): void {
  switch (item.type) {
    case 'message':
      pushContent(texts, item.content);
      return;
    case 'function_call':
      texts.push(item.name, item.arguments);
      return;
    case 'function_call_output':
      if (typeof item.output === 'string') texts.push(decodedOutput(item.output));
      else pushContent(texts, item.output);
      return;
    case 'reasoning':
      for (const part of item.summary) texts.push(part.text);
      return;
    case 'code_interpreter_call':
      texts.push(item.code);
      for (const output of item.outputs) if (output.type === 'logs') texts.push(output.logs);
      return;
    case 'unknown':
      texts.push(toJson(item.raw).slice(0, UNKNOWN_CHARACTERS).toWellFormed());
      return;
    case 'web_search_call':
      texts.push(toJson(item).slice(0, UNKNOWN_CHARACTERS).toWellFormed());
      return;
    case 'image_generation_call':
      return;
  }
}

function pushContent(texts: string[], content: string | readonly ContentPart[]): void {
  if (typeof content === 'string') {
    texts.push(content);
    return;
  }
  for (const part of content) {
    if (part.type === 'input_text' || part.type === 'output_text') texts.push(part.text);
    else if (part.type === 'input_file' && part.filename !== undefined) texts.push(part.filename);
    else if (part.type === 'unknown') {
      texts.push(toJson(part.raw).slice(0, UNKNOWN_CHARACTERS).toWellFormed());
    }
  }
}

/** The SDK writes a tool's string result as JSON inside the string: people look for the text it holds. */
export function decodedOutput(output: string): string {
  if (!output.startsWith('"')) return output;
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'string' ? value.toWellFormed() : output;
  } catch {
    return output;
  }
}
