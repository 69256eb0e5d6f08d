import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import { CallIds } from './call-ids.ts';
import { isList, textOrNull } from './json-text.ts';
import { firstTimeMs } from './time.ts';

export interface ChatReplyDetails {
  /** Left out: nothing is reported about the call. */
  readonly call?: StepCall;
  readonly id?: string | null;
  readonly atMs?: number | null;
  /** Other answers to the same request, kept beside the one that counts. */
  readonly alternatives?: readonly unknown[];
}

const TIME_FIELDS = ['created_at', 'timestamp', 'createdAt', 'created', 'time', 'date'];

/** Fields of a message that become something of their own; all others stay on its first item. */
const TRANSLATED = new Set([
  ...TIME_FIELDS,
  'role',
  'content',
  'reasoning_content',
  'reasoning',
  'refusal',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'id',
]);

/**
 * Turns messages of the Chat Completions API into steps, in order: an old `function_call` has no id, so
 * calls without one are paired with their results as they come.
 */
export class ChatMessages {
  readonly #ids: CallIds;

  constructor(ids: CallIds = new CallIds()) {
    this.#ids = ids;
  }

  steps(message: RawRecord, details: ChatReplyDetails = {}): readonly Step[] {
    const id = details.id ?? textOrNull(message['id']);
    const atMs = details.atMs ?? firstTimeMs(message, TIME_FIELDS);
    const role = message['role'];
    const senderId = textOrNull(message['name']) ?? (typeof role === 'string' ? role : '');
    switch (role) {
      case 'system':
      case 'developer':
        return [inputStep('instructions', [inputMessage(message, role)], { id, atMs, senderId })];
      case 'user':
        return [
          inputStep(userRole(message['content']), [inputMessage(message, role)], { id, atMs, senderId }),
        ];
      case 'assistant': {
        const { call, alternatives = [] } = details;
        const items = this.#replyItems(message, alternatives);
        return [replyStep(items, { id, atMs, ...(call === undefined ? {} : { call }) })];
      }
      case 'tool':
      case 'function':
        return [inputStep('result', [this.#resultItem(message)], { id, atMs, senderId })];
      default:
        return [inputStep('context', [{ type: 'unknown', raw: message }], { id, atMs, senderId })];
    }
  }

  #replyItems(message: RawRecord, alternatives: readonly unknown[]): readonly InputItem[] {
    const reasoning = textOrNull(message['reasoning_content']) ?? textOrNull(message['reasoning']);
    const parts = replyParts(message);
    const calls = isList(message['tool_calls']) ? message['tool_calls'].filter(isRecord) : [];
    const legacy = message['function_call'];
    const items: RawRecord[] = [
      ...(reasoning === null
        ? []
        : [{ type: 'reasoning', summary: [{ type: 'summary_text', text: reasoning }] }]),
      ...(parts.length === 0 ? [] : [{ type: 'message', role: 'assistant', content: parts }]),
      ...calls.map((call) => this.#callItem(functionOf(call), textOrNull(call['id']))),
      ...(isRecord(legacy) ? [this.#callItem(legacy, null)] : []),
    ];
    if (items.length === 0) items.push({ type: 'message', role: 'assistant', content: '' });
    const extra = extraFields(message);
    if (alternatives.length > 0) extra['alternatives'] = alternatives;
    return items.map((item, index) => parseInputItem(index === 0 ? { ...extra, ...item } : item));
  }

  #callItem(called: RawRecord, id: string | null): RawRecord {
    const name = textOrNull(called['name']) ?? '';
    return {
      type: 'function_call',
      call_id: this.#ids.ofCall(id, name),
      name,
      arguments: textOrJson(called['arguments'] ?? called['input']) ?? '',
    };
  }

  #resultItem(message: RawRecord): InputItem {
    const content = message['content'];
    return parseInputItem({
      ...extraFields(message),
      type: 'function_call_output',
      call_id: this.#ids.ofResult(textOrNull(message['tool_call_id']), textOrNull(message['name'])),
      output: isList(content) ? content.map((part) => chatPart(part, 'input_text')) : (content ?? ''),
    });
  }
}

/** One part of a content list, in the shape of an input list; what has no such shape stays as it is. */
export function chatPart(part: unknown, textType: 'input_text' | 'output_text'): RawRecord {
  if (!isRecord(part)) return { type: textType, text: textOrJson(part) ?? '' };
  switch (part['type']) {
    case 'text': {
      const { text } = part;
      // The Assistants API nests the words.
      const words = isRecord(text) ? text['value'] : text;
      return { ...part, type: textType, text: textOrJson(words) ?? '' };
    }
    case 'image_url': {
      const image = part['image_url'];
      if (!isRecord(image)) return { type: 'input_image', image_url: image };
      const { url, ...others } = image;
      return { ...others, type: 'input_image', image_url: url };
    }
    case 'file':
      return { type: 'input_file', ...(isRecord(part['file']) ? part['file'] : {}) };
    default:
      return part;
  }
}

/** How agents hand over a tool's result where the model knows no tools. */
const RESULT_IN_WORDS = /^\s*EXECUTION RESULT of \[[^\]]+\]:/;

/** What a user message is: a turn if it has words, an image or a file of its own. */
export function userRole(content: unknown): 'turn' | 'context' {
  const [first] = isList(content) ? content : [content];
  const words: unknown = isRecord(first) ? first['text'] : first;
  if (typeof words === 'string' && RESULT_IN_WORDS.test(words)) return 'context';
  return hasOwnContent(content) ? 'turn' : 'context';
}

/** Words, an image or a file, and not only white space. */
function hasOwnContent(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  if (!isList(content)) return content !== null && content !== undefined;
  return content.some((part) => {
    const text: unknown = isRecord(part) ? part['text'] : part;
    return typeof text !== 'string' || text.trim() !== '';
  });
}

function inputMessage(message: RawRecord, role: string): InputItem {
  const content = message['content'];
  return parseInputItem({
    ...extraFields(message),
    type: 'message',
    role,
    content: isList(content)
      ? content.map((part) => chatPart(part, 'input_text'))
      : (textOrJson(content) ?? { value: content }),
  });
}

function replyParts(message: RawRecord): readonly RawRecord[] {
  const { content, refusal } = message;
  const parts = isList(content)
    ? content.map((part) => chatPart(part, 'output_text'))
    : content === null || content === undefined || content === ''
      ? []
      : [{ type: 'output_text', text: textOrJson(content) ?? '' }];
  return typeof refusal === 'string' && refusal !== '' ? [...parts, { type: 'refusal', refusal }] : parts;
}

/** `function` of a function tool, `custom` of a custom one. */
function functionOf(call: RawRecord): RawRecord {
  const called = call['function'] ?? call['custom'];
  return isRecord(called) ? called : call;
}

function extraFields(message: RawRecord): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(message).filter(
      ([name, value]) => !TRANSLATED.has(name) && name !== 'type' && value !== null,
    ),
  );
}
