import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { chatPart } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { normalUsage, plus, tokenCount, type CallUsage } from '../readers/usage.ts';
import type { StepThread } from '../steps/step-thread.ts';
import type { InputStep } from '../steps/step.ts';

/** They describe the session or repeat what other records say. */
const SILENT =
  /^(?:metadata|tools\.|llm\.|permission\.|plan_mode\.|full_compaction\.|goal\.|mcp\.|skill\.|session\.|todo\.|turn\.(?!prompt)|context\.(?:clear|checkpoint|update))/;

/**
 * Kimi's wire log: what was added to the context, step by step. A step is one call of the model; its
 * report comes at its end and once more in a record of its own.
 */
export class WireLog {
  readonly #thread: StepThread;
  #model: string | null = null;
  #prompt: unknown = null;
  #items: InputItem[] = [];
  #stepAtMs: number | null = null;
  /** The report of the step that ended last, as long as it hasn't been repeated. */
  #reported: string | null = null;
  #trigger: 'auto' | 'manual' | 'unknown' = 'unknown';

  constructor(thread: StepThread) {
    this.#thread = thread;
  }

  /** @returns False for a record that isn't known. */
  add(record: RawRecord): boolean {
    const atMs = readTimeMs(record['time'] ?? record['created_at']);
    const type = textOrNull(record['type']) ?? '';
    switch (type) {
      case 'config.update':
        this.#addInstructions(textOrNull(record['systemPrompt']), atMs);
        return true;
      case 'turn.prompt':
        this.#closeReply();
        this.#prompt = record['input'];
        return true;
      case 'context.append_message':
        if (isRecord(record['message'])) this.#addMessage(record['message'], atMs);
        return true;
      case 'context.append_loop_event':
        return !isRecord(record['event']) || this.#addEvent(record['event'], atMs);
      case 'llm.request':
        this.#model = textOrNull(record['model']) ?? this.#model;
        return true;
      case 'usage.record':
        this.#addUsage(record, atMs);
        return true;
      case 'full_compaction.begin':
        this.#trigger =
          record['source'] === 'manual' || record['source'] === 'auto' ? record['source'] : 'unknown';
        return true;
      case 'context.apply_compaction':
        this.#addCompaction(record, atMs);
        return true;
      default:
        return SILENT.test(type);
    }
  }

  end(): void {
    this.#closeReply();
  }

  #addInstructions(text: string | null, atMs: number | null): void {
    if (text === null) return;
    const items = [parseInputItem({ type: 'message', role: 'system', content: text })];
    // Told again after a compaction, it is the same.
    this.#thread.addInstructions({
      kind: 'input',
      role: 'instructions',
      id: null,
      senderId: 'system',
      items,
      atMs,
    });
  }

  #addMessage(message: RawRecord, atMs: number | null): void {
    this.#closeReply();
    const origin = isRecord(message['origin']) ? message['origin']['kind'] : 'user';
    const content = isList(message['content'])
      ? message['content'].map((part) => chatPart(part, 'input_text'))
      : (textOrJson(message['content']) ?? '');
    const items = [parseInputItem({ type: 'message', role: message['role'], content })];
    if (message['role'] === 'assistant') {
      this.#thread.add({ kind: 'reply', id: null, items, call: { model: this.#model, usage: null }, atMs });
      return;
    }
    const isOwn = message['role'] === 'user' && origin === 'user';
    // A prompt that was announced begins a run, also after one that nothing answered.
    const role = !isOwn ? 'context' : this.#prompt === null ? 'turn' : 'opening';
    if (isOwn) this.#prompt = null;
    this.#put(role, isOwn ? 'user' : (textOrNull(origin) ?? 'system'), items, atMs);
  }

  #addEvent(event: RawRecord, atMs: number | null): boolean {
    switch (event['type']) {
      case 'step.begin':
        this.#closeReply();
        this.#stepAtMs = atMs;
        return true;
      case 'content.part':
        this.#items.push(partItem(event['part']));
        return true;
      case 'tool.call':
        this.#items.push(
          parseInputItem({
            type: 'function_call',
            call_id: textOrNull(event['toolCallId']) ?? '',
            name: textOrNull(event['name']) ?? '',
            arguments: event['args'] ?? {},
          }),
        );
        return true;
      case 'tool.result':
        this.#closeReply();
        this.#put('result', 'tool', [resultItem(event)], atMs);
        return true;
      case 'step.end': {
        this.#closeReply();
        const usage = kimiUsage(event['usage']);
        this.#reported = usage === null ? null : JSON.stringify(usage);
        if (usage !== null) this.#call(usage, textOrNull(event['messageId']), this.#model, atMs);
        return true;
      }
      default:
        return false;
    }
  }

  #addUsage(record: RawRecord, atMs: number | null): void {
    const usage = kimiUsage(record['usage']);
    const isRepeat = usage !== null && this.#reported === JSON.stringify(usage);
    this.#reported = null;
    if (usage === null || isRepeat) return;
    this.#closeReply();
    this.#call(usage, null, textOrNull(record['model']) ?? this.#model, atMs);
  }

  #call(usage: CallUsage, answerId: string | null, model: string | null, atMs: number | null): void {
    this.#thread.add({ kind: 'call', call: { model, usage, answerId }, atMs });
  }

  #addCompaction(record: RawRecord, atMs: number | null): void {
    this.#closeReply();
    this.#thread.add({
      kind: 'compaction',
      id: null,
      text: (textOrNull(record['summary']) ?? textOrNull(record['contextSummary']))?.toWellFormed() ?? null,
      opaque: false,
      trigger: this.#trigger,
      tokensBefore: tokenCount(record['tokensBefore']),
      tokensAfter: tokenCount(record['tokensAfter']),
      keptFromId: null,
      atMs,
    });
    this.#trigger = 'unknown';
  }

  #closeReply(): void {
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    this.#thread.add({ kind: 'reply', id: null, items, call: 'later', atMs: this.#stepAtMs });
  }

  #put(role: InputStep['role'], senderId: string, items: readonly InputItem[], atMs: number | null): void {
    this.#thread.add({ kind: 'input', role, id: null, senderId, items, atMs });
  }
}

function kimiUsage(raw: unknown): CallUsage | null {
  if (!isRecord(raw)) return null;
  const cached = tokenCount(raw['inputCacheRead']);
  const cacheWritten = tokenCount(raw['inputCacheCreation']);
  return normalUsage({
    prompt: plus(plus(tokenCount(raw['inputOther']), cached), cacheWritten),
    cached,
    cacheWritten,
    output: tokenCount(raw['output']),
    reasoning: null,
    total: null,
  });
}

function partItem(part: unknown): InputItem {
  if (isRecord(part) && part['type'] === 'think') {
    return parseInputItem({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: textOrJson(part['think']) ?? '' }],
    });
  }
  return parseInputItem({ type: 'message', role: 'assistant', content: [chatPart(part, 'output_text')] });
}

function resultItem(event: RawRecord): InputItem {
  const result = isRecord(event['result']) ? event['result'] : { output: event['result'] };
  const { output } = result;
  return parseInputItem({
    type: 'function_call_output',
    call_id: textOrNull(event['toolCallId']) ?? textOrNull(event['parentUuid']) ?? '',
    output: isList(output) ? output.map((part) => chatPart(part, 'input_text')) : (output ?? ''),
    ...(result['isError'] === true ? { is_error: true } : {}),
  });
}
