import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { completeJson } from '../readers/complete-json.ts';
import { isTypedItem } from '../responses/item-types.ts';
import { readConversationText } from './conversation-text.ts';
import { readCall, readPieces, readResult, reasoningPiece } from './read-pieces.ts';
import type { Piece, SaidMessage, SaidRole } from './said-message.ts';

/** Fields under which requests and answers keep their messages, the most telling first. */
const MESSAGE_FIELDS = ['messages', 'contents', 'input', 'prompt', 'output', 'content'];
/** A value may wrap messages in a few objects and lists, not in a hundred. */
const DEEPEST_WRAPPING = 6;

/**
 * The messages of a request or an answer as traces keep them: of any provider or framework, in JSON or in a
 * string, wrapped or bare. What is none is one message with its JSON as text. Never throws.
 *
 * @param fallback Who speaks where the value doesn't say.
 */
export function readMessages(value: unknown, fallback: SaidRole, depth = 0): readonly SaidMessage[] {
  const said = unwrapJson(value);
  if (said === null || said === undefined || said === '') return [];
  if (typeof said === 'string') {
    const conversation = fallback === 'user' ? readConversationText(said) : null;
    return conversation ?? cutMessages(said, fallback) ?? [textMessage(said, fallback)];
  }
  if (isList(said)) return readList(said, fallback, depth);
  if (isRecord(said)) return readObject(said, fallback, depth);
  return [textMessage(textOrJson(said) ?? '', fallback)];
}

/** What a request or an answer says beside its messages: instructions of the API's own field. */
export function readInstructions(value: unknown): readonly SaidMessage[] {
  const said = unwrapJson(value);
  if (!isRecord(said)) return [];
  const given =
    said['instructions'] ?? said['system'] ?? said['systemInstruction'] ?? said['system_instruction'];
  return given === null || given === undefined ? [] : systemMessages(given);
}

/** Instructions given as a text, as parts, or as messages. */
export function systemMessages(given: unknown): readonly SaidMessage[] {
  return readMessages(given, 'system').map((message) =>
    message.role === 'developer' ? message : { ...message, role: 'system' },
  );
}

/** Exporters cut long attributes off; what is whole of the messages in one can still be read. */
function cutMessages(text: string, fallback: SaidRole): readonly SaidMessage[] | null {
  if (!/^\s*\[\s*\{/.test(text)) return null;
  const completed = unwrapJson(completeJson(text));
  return isList(completed) && completed.some(isMessage) ? readList(completed, fallback, 0) : null;
}

/** What a tool answered: a message of its framework, else whatever it is as a text. */
export function readToolOutput(value: unknown): readonly SaidMessage[] {
  const said = unwrapJson(value);
  if (said === null || said === undefined) return [];
  if (isRecord(said) && isMessage(said)) return readMessage(said, 'tool');
  if (isList(said) && said.length > 0 && said.every(isMessage)) return readList(said, 'tool', 0);
  const output =
    typeof said === 'string' ? said : typeof value === 'string' ? value : (textOrJson(said) ?? '');
  return [
    { role: 'tool', pieces: [{ kind: 'result', id: null, name: null, output: output.toWellFormed() }] },
  ];
}

function readList(list: readonly unknown[], fallback: SaidRole, depth: number): readonly SaidMessage[] {
  // A batch of one request.
  const [only, ...others] = list;
  if (isList(only) && others.length === 0 && depth < DEEPEST_WRAPPING)
    return readList(only, fallback, depth + 1);
  if (!list.some(isMessage)) {
    const pieces = readPieces(list);
    return pieces.length === 0 ? [] : [{ role: fallback, pieces }];
  }
  const called = new Set<string>();
  return list.flatMap((element) => {
    if (!isRecord(element)) {
      const text = textOrJson(element) ?? '';
      return text === '' ? [] : [textMessage(text, fallback)];
    }
    if (!isMessage(element)) return [];
    // An integration of LangChain's gives the tool's name for the role of its result.
    const role = textOrNull(element['role']);
    const isNamed = role !== null && !ROLES.has(role.toLowerCase()) && called.has(role);
    const messages = readMessage(isNamed ? { ...element, role: 'tool', name: role } : element, fallback);
    for (const { pieces } of messages)
      for (const piece of pieces) if (piece.kind === 'call') called.add(piece.name);
    return messages;
  });
}

function readObject(said: RawRecord, fallback: SaidRole, depth: number): readonly SaidMessage[] {
  if (isMessage(said)) return readMessage(said, fallback);
  if (depth >= DEEPEST_WRAPPING) return [jsonMessage(said, fallback)];
  const [choice] = isList(said['choices']) ? said['choices'] : [];
  if (isRecord(choice)) {
    return readMessages(choice['message'] ?? choice['delta'] ?? choice['text'], 'assistant', depth + 1);
  }
  const [candidate] = isList(said['candidates']) ? said['candidates'] : [];
  if (isRecord(candidate)) return readMessages(candidate['content'], 'assistant', depth + 1);
  const generations = said['generations'];
  if (isList(generations)) {
    const [first] = generations.flat();
    return isRecord(first) ? readMessages(first['message'] ?? first['text'], 'assistant', depth + 1) : [];
  }
  if (said['object'] === 'response' && isList(said['output']))
    return readList(said['output'], 'assistant', depth);
  // The arguments of a traced function.
  if (isList(said['args']) && isRecord(said['kwargs'])) {
    const [only, ...others] = [...said['args'], ...Object.values(said['kwargs'])];
    if (others.length === 0) return readMessages(only, fallback, depth + 1);
  }
  for (const field of MESSAGE_FIELDS) {
    const inner = unwrapJson(said[field]);
    const isWrapped = isList(inner)
      ? inner.some((element) => isMessage(element) || isList(element))
      : isMessage(inner);
    if (isWrapped) return readMessages(inner, fallback, depth + 1);
  }
  const pieces = said['parts'] ?? said['content'] ?? said['text'] ?? said['prompt'] ?? said['input'];
  const isText = typeof pieces === 'string' || isList(pieces);
  // Other fields beside it may say more than the text does.
  return isText && Object.keys(said).length <= 4
    ? [{ role: fallback, pieces: readPieces(pieces) }]
    : [jsonMessage(said, fallback)];
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (typeof value['role'] === 'string' || isTypedItem(value)) return true;
  return langchainRole(value) !== null;
}

function readMessage(raw: RawRecord, fallback: SaidRole): readonly SaidMessage[] {
  const chained = langchainRole(raw);
  if (chained !== null) return [messageOf(langchainFields(raw), chained)];
  if (typeof raw['role'] !== 'string')
    return [{ role: roleOfItem(raw), pieces: [{ kind: 'item', item: raw }] }];
  // Some writers nest the message once more.
  const inner = raw['message'];
  const fields = isRecord(inner) && raw['content'] === undefined ? { ...inner, role: raw['role'] } : raw;
  return [messageOf(fields, ROLES.get(raw['role'].toLowerCase()) ?? fallback)];
}

const ROLES: ReadonlyMap<string, SaidRole> = new Map([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

function messageOf(raw: RawRecord, role: SaidRole): SaidMessage {
  const content = raw['parts'] ?? raw['content'] ?? raw['contents'] ?? raw['text'];
  const pieces = readPieces(isRecord(content) && 'content' in content ? content['content'] : content);
  if (role === 'tool') return { role, pieces: toolPieces(raw, content, pieces) };
  const reasoning = raw['reasoning_content'] ?? raw['reasoning'];
  const calls = callsOf(raw);
  return {
    role,
    pieces: [
      ...(typeof reasoning === 'string' && reasoning !== '' ? [reasoningPiece(reasoning)] : []),
      // A message may list its calls twice, as parts and beside them.
      ...(calls.length > 0 ? pieces.filter(({ kind }) => kind !== 'call') : pieces),
      ...calls,
    ],
  };
}

function callsOf(raw: RawRecord): readonly Piece[] {
  const extra = raw['additional_kwargs'];
  const listed = [raw['tool_calls'], raw['toolCalls'], isRecord(extra) ? extra['tool_calls'] : null];
  const calls = listed.find((list) => isList(list) && list.length > 0);
  if (isList(calls)) return calls.filter(isRecord).map(readCall);
  const legacy = raw['function_call'];
  return isRecord(legacy) ? [readCall(legacy)] : [];
}

/** A message of role `tool` is one result, unless its parts are results themselves. */
function toolPieces(raw: RawRecord, content: unknown, pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.some(({ kind }) => kind === 'result')) return pieces;
  const id = textOrNull(raw['tool_call_id']) ?? textOrNull(raw['toolCallId']) ?? textOrNull(raw['call_id']);
  return [readResult(raw, content ?? '', id)];
}

function roleOfItem(item: RawRecord): SaidRole {
  const type = plainText(item['type']);
  return type.endsWith('_output') || type.endsWith('_response') ? 'tool' : 'assistant';
}

const LANGCHAIN_TYPES: ReadonlyMap<string, SaidRole> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** Null for what is no message of LangChain. */
function langchainRole(raw: RawRecord): SaidRole | null {
  if (raw['lc'] !== undefined && isList(raw['id'])) {
    const name = plainText(raw['id'].at(-1)).replace(/Message(?:Chunk)?$/, '');
    return LANGCHAIN_TYPES.get(name.toLowerCase()) ?? null;
  }
  const type = raw['type'];
  if (typeof type !== 'string' || !('content' in raw || isRecord(raw['data']))) return null;
  return LANGCHAIN_TYPES.get(type) ?? (type === 'AIMessageChunk' ? 'assistant' : null);
}

function langchainFields(raw: RawRecord): RawRecord {
  const fields = raw['kwargs'] ?? raw['data'];
  return isRecord(fields) ? fields : raw;
}

function textMessage(text: string, role: SaidRole): SaidMessage {
  return { role, pieces: [{ kind: 'text', text: text.toWellFormed() }] };
}

function jsonMessage(value: RawRecord, role: SaidRole): SaidMessage {
  return textMessage(textOrJson(value) ?? 'A value that is nested too deep to be shown.', role);
}
