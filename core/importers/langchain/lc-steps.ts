import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { anyUsage } from '../readers/any-usage.ts';
import { CallIds } from '../readers/call-ids.ts';
import { ChatMessages } from '../readers/chat-messages.ts';
import { langchainUsage } from '../readers/framework-usage.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { firstTimeMs } from '../readers/time.ts';
import type { CallUsage } from '../readers/usage.ts';
import { inputStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { CompactionStep, Step, StepCall } from '../steps/step.ts';
import { contentItems, contentParts } from './lc-content.ts';
import { contentText, type LcMessage } from './lc-message.ts';

const REPORTS = ['token_usage', 'tokenUsage', 'usage', 'usage_metadata', 'usageMetadata'];

/** Turns messages into steps, in order: what has no id is paired as it comes. */
export class LcSteps {
  readonly #ids: CallIds;
  readonly #chat: ChatMessages;

  constructor(ids: CallIds = new CallIds()) {
    this.#ids = ids;
    this.#chat = new ChatMessages(ids);
  }

  /**
   * @param atMs For a message without a time of its own.
   * @param call What the source tells of an ai message's call beside the message.
   */
  of(
    { kind, id, fields }: LcMessage,
    atMs: number | null = null,
    call: StepCall | null = null,
  ): readonly Step[] {
    const at = timeOf(fields) ?? atMs;
    const senderId = textOrNull(fields['name']) ?? kind;
    switch (kind) {
      case 'chat':
        return this.#chat.steps(fields, {
          id,
          ...(at === null ? {} : { atMs: at }),
          ...(call === null ? {} : { call }),
        });
      case 'system':
        return [inputStep('instructions', [spoken(fields, 'system')], { id, atMs: at, senderId })];
      case 'human': {
        const item = spoken(fields, 'user');
        const isTurn = isList(fields['content'])
          ? fields['content'].length > 0
          : contentText(fields['content']).trim() !== '';
        return [inputStep(isTurn ? 'turn' : 'context', [item], { id, atMs: at, senderId })];
      }
      case 'ai':
        return [replyStep(this.#replyItems(fields), { id, atMs: at, call: call ?? callOf(fields) })];
      case 'tool':
        return [inputStep('result', [this.#resultItem(fields)], { id, atMs: at, senderId })];
      default:
        return [inputStep('context', [{ type: 'unknown', raw: fields }], { id, atMs: at, senderId })];
    }
  }

  #replyItems(fields: RawRecord): readonly InputItem[] {
    const calls = callsOf(fields);
    const items = [
      ...reasoningItems(fields['additional_kwargs']),
      ...contentItems(fields['content'], calls.length > 0),
      ...calls.map(({ id, name, text, error }) =>
        parseInputItem({
          type: 'function_call',
          call_id: id ?? '',
          name,
          arguments: text,
          ...(error === null ? {} : { error }),
        }),
      ),
    ];
    if (items.length === 0) return [parseInputItem({ type: 'message', role: 'assistant', content: '' })];
    return items.map((item) =>
      item.type === 'function_call'
        ? { ...item, call_id: this.#ids.ofCall(textOrNull(item.call_id), item.name) }
        : item,
    );
  }

  #resultItem(fields: RawRecord): InputItem {
    const { content, status, artifact } = fields;
    return parseInputItem({
      type: 'function_call_output',
      call_id: this.#ids.ofResult(textOrNull(fields['tool_call_id']), textOrNull(fields['name'])),
      output: isList(content) ? contentParts(content, 'input_text') : (content ?? ''),
      ...(status === 'error' ? { status } : {}),
      ...(artifact === null || artifact === undefined ? {} : { artifact }),
    });
  }
}

/** @param text Null: older messages were dropped and nothing was put in their place. */
export function lcCompaction(
  text: string | null,
  keptFromId: string | null,
  atMs: number | null,
): CompactionStep {
  return {
    kind: 'compaction',
    id: null,
    text,
    opaque: false,
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    keptFromId,
    atMs,
  };
}

/** What an ai message tells of its call. */
export function callOf(fields: RawRecord): StepCall {
  const response = isRecord(fields['response_metadata']) ? fields['response_metadata'] : {};
  const model =
    textOrNull(response['model_name']) ?? textOrNull(response['model']) ?? textOrNull(response['modelId']);
  return stepCall(usageOf(fields, response), model, textOrNull(response['id']));
}

function usageOf(fields: RawRecord, response: RawRecord): CallUsage | null {
  const own = langchainUsage(fields['usage_metadata']);
  if (own !== null) return own;
  for (const field of REPORTS) {
    const usage = anyUsage(response[field]);
    if (usage !== null) return usage;
  }
  // Ollama's stands among the other fields.
  return 'prompt_eval_count' in response ? anyUsage(response) : null;
}

interface Called {
  readonly id: string | null;
  readonly name: string;
  readonly text: string;
  readonly error: string | null;
}

/** The same calls may be there up to three times; the first way of writing that has any is taken. */
function callsOf(fields: RawRecord): readonly Called[] {
  const extra = isRecord(fields['additional_kwargs']) ? fields['additional_kwargs'] : {};
  const invalid = recordsIn(fields['invalid_tool_calls']).map(called);
  const own = recordsIn(fields['tool_calls']).map(called);
  if (own.length + invalid.length > 0) return [...own, ...invalid];
  const given = recordsIn(extra['tool_calls']).map(called);
  if (given.length > 0) return given;
  if (isRecord(extra['function_call'])) return [called(extra['function_call'])];
  return foldedChunks(recordsIn(fields['tool_call_chunks']));
}

function called(call: RawRecord): Called {
  const inner = isRecord(call['function']) ? call['function'] : call;
  return {
    id: textOrNull(call['id']),
    name: textOrNull(inner['name']) ?? '',
    text: textOrJson(inner['args'] ?? inner['arguments'] ?? {}) ?? '',
    error: textOrNull(call['error']),
  };
}

/** Pieces of streamed calls; those of one call have one index. */
function foldedChunks(chunks: readonly RawRecord[]): readonly Called[] {
  const calls = new Map<unknown, { id: string | null; name: string; text: string }>();
  chunks.forEach((chunk, place) => {
    const key = chunk['index'] ?? textOrNull(chunk['id']) ?? place;
    const call = calls.get(key) ?? { id: null, name: '', text: '' };
    calls.set(key, call);
    call.id ??= textOrNull(chunk['id']);
    call.name ||= textOrNull(chunk['name']) ?? '';
    call.text += textOrNull(chunk['args']) ?? '';
  });
  return [...calls.values()].map((call) => ({ ...call, error: null }));
}

function reasoningItems(extra: unknown): readonly InputItem[] {
  if (!isRecord(extra)) return [];
  const reasoning = extra['reasoning'];
  if (isRecord(reasoning) && recordsIn(reasoning['summary']).length > 0) {
    const { id, summary, encrypted_content: sealed } = reasoning;
    return [parseInputItem({ type: 'reasoning', id, summary, encrypted_content: sealed })];
  }
  const text = textOrNull(extra['reasoning_content']) ?? textOrNull(reasoning);
  return text === null
    ? []
    : [parseInputItem({ type: 'reasoning', summary: [{ type: 'summary_text', text }] })];
}

function spoken(fields: RawRecord, role: 'user' | 'system'): InputItem {
  const { content, name } = fields;
  return parseInputItem({
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    type: 'message',
    role,
    content: isList(content) ? contentParts(content, 'input_text') : (textOrJson(content) ?? ''),
  });
}

function timeOf(fields: RawRecord): number | null {
  const response = isRecord(fields['response_metadata']) ? fields['response_metadata'] : {};
  const extra = isRecord(fields['additional_kwargs']) ? fields['additional_kwargs'] : {};
  return (
    firstTimeMs(response, ['created_at', 'created']) ??
    firstTimeMs(fields, ['created_at', 'timestamp']) ??
    firstTimeMs(extra, ['created_at', 'timestamp'])
  );
}

function recordsIn(value: unknown): readonly RawRecord[] {
  return isList(value) ? value.filter(isRecord) : [];
}
