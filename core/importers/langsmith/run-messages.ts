import { lcMessage, type LcMessage } from '../langchain/lc-message.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';

const TUPLE_ROLES: ReadonlyMap<unknown, string> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['ai', 'assistant'],
  ['assistant', 'assistant'],
  ['system', 'system'],
]);
/** Of the API, as the library calls them. */
const LIBRARY_ROLES: ReadonlyMap<string, string> = new Map([
  ['user', 'human'],
  ['assistant', 'ai'],
  ['developer', 'system'],
  ['function', 'tool'],
]);

/** What a run was given, as messages. */
export function inputMessages(inputs: RawRecord): readonly LcMessage[] {
  for (const field of ['messages', 'input', 'prompts', 'prompt', 'question', 'query']) {
    const messages = messagesOf(inputs[field], 'user');
    if (messages.length > 0) return messages;
  }
  return [];
}

/** What it gave back: the messages of a chain, or the one of a model. */
export function outputMessages(outputs: RawRecord): readonly LcMessage[] {
  const [first] = flattened(outputs['generations']);
  if (isRecord(first)) return messagesOf(first['message'] ?? first['text'], 'assistant');
  const [choice] = flattened(outputs['choices']);
  if (isRecord(choice)) return messagesOf(choice['message'] ?? choice['text'], 'assistant');
  const own = lcMessage(outputs);
  if (own !== null) return [own];
  for (const field of ['messages', 'message', 'output', 'content', 'answer', 'result', 'text']) {
    const messages = messagesOf(outputs[field], 'assistant');
    if (messages.length > 0) return messages;
  }
  return [];
}

/** A message, a text, or a list of either, perhaps inside another list. */
function messagesOf(value: unknown, role: string): readonly LcMessage[] {
  let inner = unwrapJson(value);
  // States may lie in one another, as deep as they like.
  while (isRecord(inner)) {
    const message = lcMessage(inner);
    if (message !== null) return [message];
    inner = unwrapJson(inner['messages']);
  }
  if (typeof inner === 'string') return inner === '' ? [] : [spoken(role, inner)];
  return flattened(inner).flatMap((element): readonly LcMessage[] => {
    if (typeof element === 'string') return [spoken(role, element)];
    const message = lcMessage(element);
    return message === null ? [] : [message];
  });
}

/** Calls in a batch nest their messages once more; of a batch the first is taken. */
function flattened(value: unknown): readonly unknown[] {
  if (!isList(value)) return [];
  const [first] = value;
  if (!isList(first)) return value;
  // `["human", "Hi"]` is a message as well.
  if (value.every(isTuple))
    return value.map((tuple) => ({ role: TUPLE_ROLES.get(tuple[0]), content: tuple[1] }));
  return first.map((element) =>
    isTuple(element) ? { role: TUPLE_ROLES.get(element[0]), content: element[1] } : element,
  );
}

function isTuple(value: unknown): value is readonly unknown[] {
  return isList(value) && value.length === 2 && TUPLE_ROLES.has(value[0]);
}

function spoken(role: string, content: string): LcMessage {
  return { kind: 'chat', id: null, isChunk: false, fields: { role, content } };
}

/** What a message says, and no more: ids and reports change from one request to the next. */
export function wordsOfMessage({ kind, fields }: LcMessage): string {
  const { content, tool_call_id: callId } = fields;
  const calls = isList(fields['tool_calls']) ? fields['tool_calls'].filter(isRecord).map(callWords) : [];
  const spokenBy = kind === 'chat' ? roleOf(fields['role']) : kind;
  return [spokenBy, contentWords(content), textOrNull(callId) ?? '', ...calls].join('\n').trim();
}

/** The same for a message of the library and for one of the API. */
function roleOf(role: unknown): string {
  return typeof role === 'string' ? (LIBRARY_ROLES.get(role) ?? role) : '';
}

function callWords(call: RawRecord): string {
  const inner = isRecord(call['function']) ? call['function'] : call;
  const given = unwrapJson(inner['args'] ?? inner['arguments']);
  return textOrJson([call['id'], inner['name'], given]) ?? '';
}

function contentWords(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  if (!isList(content)) return textOrJson(content ?? '') ?? '';
  return content
    .map((part) =>
      isRecord(part)
        ? (textOrNull(part['text']) ?? (isCallPart(part) ? '' : (textOrJson(part) ?? '')))
        : (textOrJson(part) ?? ''),
    )
    .filter((text) => text !== '')
    .join('\n')
    .trim();
}

function isCallPart({ type }: RawRecord): boolean {
  return type === 'tool_use' || type === 'thinking' || type === 'reasoning' || type === 'input_json_delta';
}
