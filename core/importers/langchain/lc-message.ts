import { isRecord, type RawRecord } from '../raw-record.ts';
import { isRoleMessage } from '../openai-chat/chat-shapes.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';

/** A message of LangChain, in whichever of its three forms it was written. */
export interface LcMessage {
  /** `chat`: in the shape of the Chat Completions API, which the library takes as well. */
  readonly kind: 'human' | 'ai' | 'tool' | 'system' | 'remove' | 'chat' | 'other';
  readonly id: string | null;
  readonly isChunk: boolean;
  readonly fields: RawRecord;
}

const KINDS: ReadonlyMap<string, LcMessage['kind']> = new Map([
  ['human', 'human'],
  ['HumanMessage', 'human'],
  ['ai', 'ai'],
  ['AIMessage', 'ai'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
  ['function', 'tool'],
  ['FunctionMessage', 'tool'],
  ['system', 'system'],
  ['SystemMessage', 'system'],
  ['developer', 'system'],
  ['remove', 'remove'],
  ['RemoveMessage', 'remove'],
  ['chat', 'other'],
  ['ChatMessage', 'other'],
]);

const SAMPLED = 20;
const ENOUGH = 0.8;
const REMOVE_ALL = '__remove_all__';
const SUMMARY_WORDS = 'Here is a summary of the conversation to date:';

/** Null for what is no message. */
export function lcMessage(value: unknown): LcMessage | null {
  if (!isRecord(value)) return null;
  const constructed = isConstructed(value) ? value['kwargs'] : undefined;
  if (isRecord(constructed)) return made(classOf(value), constructed, { value, name: 'kwargs' });
  const { type, data } = value;
  if (typeof type === 'string') {
    if (isRecord(data) && 'content' in data) return made(type, data, { value, name: 'data' });
    if (kindOf(type) !== null && 'content' in value) return made(type, value);
  }
  return isRoleMessage(value)
    ? { kind: 'chat', id: textOrNull(value['id']), isChunk: false, fields: value }
    : null;
}

/** Only LangChain writes it. */
export function isOwnMessage(value: unknown): boolean {
  const message = lcMessage(value);
  if (message === null || message.kind === 'chat' || !isRecord(value)) return false;
  return isConstructed(value) || isRecord(value['data']) || message.kind === 'human' || message.kind === 'ai';
}

/** A list of messages, told by its first elements; some of them may be bad. */
export function isLcMessages(value: unknown): value is readonly unknown[] {
  if (!isList(value) || value.length === 0) return false;
  const sample = value.slice(0, SAMPLED);
  const messages = sample.filter((element) => lcMessage(element) !== null);
  return messages.length >= sample.length * ENOUGH && sample.some(isOwnMessage);
}

/** What a middleware or a hook put in place of older messages. */
export function isSummary({ kind, fields }: LcMessage): boolean {
  const extra = fields['additional_kwargs'];
  if (isRecord(extra) && extra['lc_source'] === 'summarization') return true;
  return kind !== 'ai' && kind !== 'tool' && contentText(fields['content']).startsWith(SUMMARY_WORDS);
}

/** The id of what it removes; null: everything before it. */
export function removedId({ fields, id }: LcMessage): string | null {
  const removed = id ?? textOrNull(fields['id']);
  return removed === REMOVE_ALL ? null : removed;
}

/** The words of a content, text or parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!isList(content)) return '';
  return content
    .map((part) => (isRecord(part) ? (textOrNull(part['text']) ?? '') : (textOrNull(part) ?? '')))
    .filter((text) => text !== '')
    .join('\n');
}

/** Where the fields of a message are. */
interface FieldsPlace {
  readonly value: RawRecord;
  readonly name: string;
}

/** In a large source: its fields are read again when they are asked for. */
class LaterMessage implements LcMessage {
  readonly kind: LcMessage['kind'];
  readonly id: string | null;
  readonly isChunk: boolean;
  readonly #value: RawRecord;
  readonly #name: string;

  constructor({ kind, id, isChunk }: Omit<LcMessage, 'fields'>, { value, name }: FieldsPlace) {
    this.kind = kind;
    this.id = id;
    this.isChunk = isChunk;
    this.#value = value;
    this.#name = name;
  }

  get fields(): RawRecord {
    const fields = this.#value[this.#name];
    return isRecord(fields) ? fields : {};
  }
}

function made(type: string, fields: RawRecord, place: FieldsPlace | null = null): LcMessage {
  const role = textOrNull(fields['role']);
  const kind = kindOf(type) ?? 'other';
  const told = {
    kind: kind === 'other' && role !== null ? (kindOf(role) ?? byRole(role)) : kind,
    id: textOrNull(fields['id']),
    isChunk: type.endsWith('Chunk'),
  };
  return place !== null && isLazy(place.value) ? new LaterMessage(told, place) : { ...told, fields };
}

function kindOf(type: string): LcMessage['kind'] | null {
  return KINDS.get(type.replace(/Chunk$/, '')) ?? null;
}

function byRole(role: string): LcMessage['kind'] {
  return role === 'user' ? 'human' : role === 'assistant' ? 'ai' : 'other';
}

/** `{ lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessage"], kwargs }`. */
function isConstructed(value: RawRecord): boolean {
  return 'lc' in value && isList(value['id']) && value['id'].includes('messages');
}

function classOf({ id }: RawRecord): string {
  return isList(id) ? (textOrNull(id.at(-1)) ?? '') : '';
}
