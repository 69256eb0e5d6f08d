import { messageId } from '../domain/ids.ts';
import type {
  CodeInterpreterCallItem,
  CodeInterpreterOutput,
  FunctionCallItem,
  FunctionCallOutputItem,
  ImageGenerationCallItem,
  InputItem,
  MessageItem,
  MessageRole,
  ReasoningItem,
  WebSearchCallItem,
} from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';
import { isContent, parseContent } from './parse-content.ts';
import {
  isOptionalText,
  isRecord,
  isText,
  textOf,
  textOrJson,
  withTextFields,
  type RawRecord,
} from './raw-record.ts';

/**
 * Reads one provider input item from data nobody has checked; the one place that narrows items.
 *
 * Lenient where writers differ in spelling alone: `{ role, content }` without a `type` is a message,
 * missing content is the empty text, arguments given as an object become JSON text. Whatever doesn't
 * have the shape of its type is wrapped as unknown, so no item is ever lost. The object itself is
 * returned where nothing had to change, and with it every field that isn't declared here.
 *
 * Never throws.
 */
export function parseInputItem(value: unknown): InputItem {
  if (isExactItem(value)) return value;
  if (!isRecord(value)) return { type: 'unknown', raw: { value } };
  return repairItem(value) ?? { type: 'unknown', raw: value };
}

/**
 * Reads a message as it stands in files: `{ id, sender_id, messages: [item] }`.
 *
 * @param fallbackId Stands in for a missing id; has to be unique in its thread.
 * @param onProblem Told in a sentence fragment what was wrong, e.g. `messages is no list`.
 * @returns null for what is no object at all.
 */
export function parseMessageBundle(
  value: unknown,
  fallbackId: string,
  onProblem?: (problem: string) => void,
): Message | null {
  if (!isRecord(value)) {
    onProblem?.('a message is no object');
    return null;
  }
  const id = value['id'];
  const senderId = value['sender_id'];
  const items = value['messages'] ?? [];
  if (!Array.isArray(items)) onProblem?.('the items of a message are no list');
  return {
    id: messageId(isText(id) && id !== '' ? id : fallbackId),
    senderId: textOf(senderId) ?? '',
    items: Array.isArray(items) ? items.map(parseInputItem) : [parseInputItem(items)],
  };
}

function isExactItem(value: unknown): value is Exclude<InputItem, { readonly type: 'unknown' }> {
  if (!isRecord(value) || !isOptionalText(value['id'])) return false;
  switch (value['type']) {
    case 'message':
      return isRole(value['role']) && isContent(value['content']);
    case 'function_call':
      return isText(value['call_id']) && isText(value['name']) && isText(value['arguments']);
    case 'function_call_output':
      return isText(value['call_id']) && isContent(value['output']);
    case 'reasoning':
      return isSummary(value['summary']) && isOptionalText(value['encrypted_content']);
    case 'code_interpreter_call':
      return isText(value['code']) && isOutputs(value['outputs']);
    case 'web_search_call':
      return true;
    case 'image_generation_call':
      return isOptionalText(value['result']);
    default:
      return false;
  }
}

function isRole(value: unknown): value is MessageRole {
  return value === 'user' || value === 'assistant' || value === 'system' || value === 'developer';
}

function isSummary(value: unknown): value is ReasoningItem['summary'] {
  return (
    Array.isArray(value) &&
    value.every((part: unknown) => isRecord(part) && part['type'] === 'summary_text' && isText(part['text']))
  );
}

function isOutputs(value: unknown): value is readonly CodeInterpreterOutput[] {
  return (
    Array.isArray(value) &&
    value.every((output: unknown) => {
      if (!isRecord(output)) return false;
      return output['type'] === 'logs'
        ? isText(output['logs'])
        : output['type'] === 'image' && isOptionalText(output['url']);
    })
  );
}

/** Null where the item has another shape than its type promises. */
function repairItem(raw: RawRecord): InputItem | null {
  switch (raw['type']) {
    case undefined:
    case null:
    case 'message':
      return repairMessage(raw);
    case 'function_call':
      return repairFunctionCall(raw);
    case 'function_call_output':
      return repairFunctionCallOutput(raw);
    case 'reasoning':
      return repairReasoning(raw);
    case 'code_interpreter_call':
      return repairCodeInterpreterCall(raw);
    case 'web_search_call':
      return { ...withTextFields(raw, ['id']), type: 'web_search_call' } satisfies WebSearchCallItem;
    case 'image_generation_call':
      return {
        ...withTextFields(raw, ['id', 'result']),
        type: 'image_generation_call',
      } satisfies ImageGenerationCallItem;
    default:
      return null;
  }
}

function repairMessage(raw: RawRecord): MessageItem | null {
  const role = raw['role'];
  const content = parseContent(raw['content']);
  if (!isRole(role) || content === null) return null;
  const { id } = raw;
  // What an agent writes; to spread ten thousand of them is a measurable part of a long import.
  if (isText(id) && fieldCount(raw) === 3) return { id, type: 'message', role, content };
  return {
    ...(isOptionalText(id) ? raw : withTextFields(raw, ['id'])),
    type: 'message',
    role,
    content,
  };
}

function fieldCount(raw: RawRecord): number {
  let count = 0;
  for (const _ in raw) count += 1;
  return count;
}

function repairFunctionCall(raw: RawRecord): FunctionCallItem | null {
  const name = textOf(raw['name']);
  const callArguments = textOrJson(raw['arguments']);
  if (name === null || callArguments === null) return null;
  return {
    ...withTextFields(raw, ['id']),
    type: 'function_call',
    call_id: callIdOf(raw),
    name,
    arguments: callArguments,
  };
}

function repairFunctionCallOutput(raw: RawRecord): FunctionCallOutputItem | null {
  const output = parseContent(raw['output']) ?? textOrJson(raw['output']);
  if (output === null) return null;
  return {
    ...withTextFields(raw, ['id']),
    type: 'function_call_output',
    call_id: callIdOf(raw),
    output,
  };
}

/** A call without its call id is told from others by its item id, which writers repeat on the result. */
function callIdOf(raw: RawRecord): string {
  return textOf(raw['call_id'] ?? raw['id']) ?? '';
}

function repairReasoning(raw: RawRecord): ReasoningItem | null {
  const summary = raw['summary'] ?? [];
  if (!Array.isArray(summary)) return null;
  const parts: ReasoningItem['summary'][number][] = [];
  for (const part of summary) {
    const text: unknown = isRecord(part) ? part['text'] : part;
    if (typeof text !== 'string') return null;
    parts.push({ ...(isRecord(part) ? part : {}), type: 'summary_text', text: text.toWellFormed() });
  }
  return { ...withTextFields(raw, ['id', 'encrypted_content']), type: 'reasoning', summary: parts };
}

function repairCodeInterpreterCall(raw: RawRecord): CodeInterpreterCallItem | null {
  const code = textOf(raw['code']);
  const outputs = raw['outputs'] ?? [];
  if (code === null || !isOutputs(outputs)) return null;
  return { ...withTextFields(raw, ['id']), type: 'code_interpreter_call', code, outputs };
}
