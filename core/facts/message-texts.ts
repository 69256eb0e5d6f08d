import type { CodeInterpreterCallItem, ContentPart, InputItem } from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';
import { decodedTexts } from './json-texts.ts';

/**
 * The texts of a message that can hold facts, in order: what user and assistant wrote, tool arguments
 * and tool results. JSON is taken apart into its values, also JSON inside a string of JSON. Reasoning,
 * images, files and instructions of the system are left out.
 */
export function messageTexts(message: Message): readonly string[] {
  return message.items.flatMap(itemTexts);
}

function itemTexts(item: InputItem): readonly string[] {
  switch (item.type) {
    case 'message':
      return item.role === 'user' || item.role === 'assistant' ? contentTexts(item.content) : [];
    case 'function_call':
      return decodedTexts(item.arguments);
    case 'function_call_output':
      return contentTexts(item.output);
    case 'code_interpreter_call':
      return interpreterTexts(item);
    default:
      return [];
  }
}

function contentTexts(content: string | readonly ContentPart[]): readonly string[] {
  if (typeof content === 'string') return decodedTexts(content);
  return content.flatMap((part) =>
    part.type === 'input_text' || part.type === 'output_text' ? decodedTexts(part.text) : [],
  );
}

function interpreterTexts(item: CodeInterpreterCallItem): readonly string[] {
  return [
    item.code,
    ...item.outputs.flatMap((output) => (output.type === 'logs' ? decodedTexts(output.logs) : [])),
  ];
}
