import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { stableId } from '../readers/stable-id.ts';
import type { CallUsage } from '../readers/usage.ts';

export interface LoggedCall {
  readonly id: string;
  name: string;
  /** JSON as it has arrived so far. */
  arguments: string;
}

/** A message while it comes in: from events piece by piece, or from a list of messages at once. */
export interface LogMessage {
  readonly id: string;
  readonly role: string;
  text: string;
  /** Of a message that came whole, where its content is no text. */
  readonly parts: readonly unknown[] | null;
  readonly calls: LoggedCall[];
  /** The call that a tool message answers. */
  readonly toolCallId: string | null;
  sealed: string | null;
  readonly atMs: number | null;
  /** It came in pieces during the run. */
  readonly isStreamed: boolean;
  usage: CallUsage | null;
  model: string | null;
}

export function newMessage(
  id: string,
  role: string,
  more: Partial<Omit<LogMessage, 'id' | 'role'>> = {},
): LogMessage {
  return {
    id,
    role,
    text: '',
    parts: null,
    calls: [],
    toolCallId: null,
    sealed: null,
    atMs: null,
    isStreamed: true,
    usage: null,
    model: null,
    ...more,
  };
}

/** A message of a list; null for one that is no part of the conversation. */
export function listedMessage(value: unknown, atMs: number | null): LogMessage | null {
  if (!isRecord(value)) return null;
  const role = textOrNull(value['role']);
  // Activities are shown and never given to a model.
  if (role === null || role === 'activity') return null;
  const { content } = value;
  const calls = isList(value['toolCalls']) ? value['toolCalls'].filter(isRecord) : [];
  const message = newMessage('', role, {
    text: isList(content) ? '' : (textOrJson(content) ?? ''),
    parts: isList(content) ? content : null,
    calls: calls.map(listedCall),
    toolCallId: textOrNull(value['toolCallId']),
    sealed: textOrNull(value['encryptedValue']) ?? textOrNull(value['encryptedContent']),
    atMs,
    isStreamed: false,
  });
  return { ...message, id: textOrNull(value['id']) ?? contentKey(message) };
}

const LONGEST_KEY = 80;

/** Equal for messages that say the same. */
export function contentKey({ role, text, parts, calls, toolCallId }: LogMessage): string {
  const words = parts === null ? text : (textOrJson(parts) ?? '');
  const said = [role, toolCallId ?? '', words, ...calls.map(({ id }) => id)].join('\u0000');
  // Kept for each message of a recording, so not the words themselves.
  return said.length <= LONGEST_KEY ? said : stableId(`${said.length}`, said);
}

function listedCall(call: RawRecord): LoggedCall {
  const called = isRecord(call['function']) ? call['function'] : call;
  return {
    id: textOrNull(call['id']) ?? '',
    name: textOrNull(called['name']) ?? '',
    arguments: textOrJson(called['arguments']) ?? '',
  };
}
