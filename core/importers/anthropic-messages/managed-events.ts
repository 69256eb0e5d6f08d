import { conversationId, threadId } from '../../domain/ids.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { assistantItems, userBlocks } from '../readers/anthropic-blocks.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { anthropicUsage } from '../readers/usage.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { ImportSink } from '../thread-import.ts';

const METHOD = /^client\.beta\.sessions\./;

/** A line of a recording: what was called, with what it gave back or was given. */
export function isManagedLine(value: unknown): value is readonly unknown[] {
  return isList(value) && typeof value[0] === 'string' && METHOD.test(value[0]);
}

/** An event of a session, on a line of its own. */
export function isManagedEvent(value: unknown): value is RawRecord {
  return (
    isRecord(value) &&
    /^sevt_/.test(textOrNull(value['id']) ?? '') &&
    /^(?:user|agent|session|span)\./.test(textOrNull(value['type']) ?? '')
  );
}

/** Sessions of agents that the provider runs, from their events. */
export class ManagedEvents {
  readonly #sink: ImportSink;
  readonly #format: string;
  #thread: StepThread | null = null;
  #session: RawRecord = {};
  #model: string | null = null;
  /** What the model wrote since its request began. */
  #reply: InputItem[] = [];
  #replyId: string | null = null;
  #isAsked = false;

  constructor(sink: ImportSink, format: string) {
    this.#sink = sink;
    this.#format = format;
  }

  addLine([method, payload]: readonly unknown[]): void {
    const name = textOrNull(method) ?? '';
    // What was sent comes back as an event of the stream.
    if (name.endsWith('.events.stream') && isRecord(payload)) this.addEvent(payload);
    else if (name.endsWith('sessions.create') && isRecord(payload)) this.#open(payload);
    else if (name.endsWith('.events.list') && isRecord(payload) && isList(payload['data'])) {
      for (const event of payload['data']) if (isRecord(event)) this.addEvent(event);
    }
  }

  addEvent(event: RawRecord): void {
    const type = textOrNull(event['type']) ?? '';
    const id = textOrNull(event['id']);
    const atMs = readTimeMs(event['processed_at'] ?? event['created_at']);
    switch (type) {
      case 'user.message': {
        this.#closeReply(atMs);
        const { items, hasOwnContent } = userBlocks(event['content']);
        this.#current().add(
          inputStep(hasOwnContent ? 'turn' : 'context', items, { id, atMs, senderId: 'user' }),
        );
        return;
      }
      case 'agent.message':
        this.#put(id, assistantItems(event['content']));
        return;
      case 'span.model_request_start':
        this.#closeReply(atMs);
        this.#isAsked = true;
        return;
      case 'span.model_request_end':
        this.#answer(event, atMs);
        return;
      case 'user.interrupt':
        this.#note('info', 'The user interrupted the agent.', 'cancelled', atMs);
        return;
      case 'agent.thread_context_compacted':
        this.#closeReply(atMs);
        this.#current().add({
          kind: 'compaction',
          id,
          text: null,
          opaque: true,
          trigger: 'auto',
          tokensBefore: null,
          tokensAfter: null,
          keptFromId: null,
          atMs,
        });
        return;
      case 'session.error':
      case 'session.status_terminated':
        this.#note('error', errorText(event), 'error', atMs);
        return;
      case 'session.status_idle':
        if (isRecord(event['stop_reason']) && event['stop_reason']['type'] === 'requires_action') {
          this.#note('info', '', 'paused', atMs);
        }
        return;
      default:
        this.#addByKind(type, event, id, atMs);
    }
  }

  /** No more events come. */
  end(): void {
    this.#closeReply(null);
    this.#thread?.end();
    this.#thread = null;
  }

  #addByKind(type: string, event: RawRecord, id: string | null, atMs: number | null): void {
    if (type.startsWith('agent.') && type.endsWith('tool_use')) {
      this.#put(id, assistantItems([{ ...event, type: 'tool_use' }]));
      return;
    }
    if (type.endsWith('tool_result')) {
      const callId = event['custom_tool_use_id'] ?? event['mcp_tool_use_id'] ?? event['tool_use_id'];
      const { items } = userBlocks([{ ...event, type: 'tool_result', tool_use_id: callId }]);
      this.#closeReply(atMs);
      this.#current().add(inputStep('result', items, { id, atMs, senderId: 'tool' }));
      return;
    }
    if (type === 'agent.thinking') {
      const text = textOrNull(event['thinking']) ?? textOrNull(event['text']);
      const summary = text === null ? [] : [{ type: 'summary_text', text }];
      this.#put(id, [parseInputItem({ type: 'reasoning', summary })]);
      return;
    }
    // How things stand is told by what happens; whatever else a user or the agent did is kept as it is.
    if (!type.startsWith('user.') && !type.startsWith('agent.')) return;
    this.#closeReply(atMs);
    this.#current().add(inputStep('context', [{ type: 'unknown', raw: event }], { id, atMs, senderId: '' }));
  }

  #open(session: RawRecord): void {
    this.end();
    this.#session = session;
    const agent = isRecord(session['agent']) ? session['agent'] : {};
    const { model } = agent;
    this.#model = textOrNull(isRecord(model) ? model['id'] : model);
    const system = textOrNull(agent['system']);
    if (system === null) return;
    const item = parseInputItem({ type: 'message', role: 'system', content: system });
    this.#current().add(inputStep('instructions', [item], { senderId: 'system' }));
  }

  #current(): StepThread {
    const id = textOrNull(this.#session['id']) ?? 'session';
    this.#thread ??= new StepThread(this.#sink, {
      threadId: threadId(id),
      namespace: 'default',
      conversationId: conversationId(id),
      format: this.#format,
      title: textOrNull(this.#session['title']),
      fallbackTitle: id,
      branchOf: null,
    });
    return this.#thread;
  }

  #put(id: string | null, items: readonly InputItem[]): void {
    this.#replyId ??= id;
    this.#reply.push(...items);
    if (!this.#isAsked) this.#closeReply(null);
  }

  #answer(event: RawRecord, atMs: number | null): void {
    const call = stepCall(anthropicUsage(event['model_usage']), this.#model);
    this.#current().add(replyStep(this.#reply, { id: this.#replyId, atMs, call }));
    this.#clearReply();
    if (event['is_error'] === true) this.#note('error', errorText(event), 'error', atMs);
  }

  /** Words whose request never ended, or was never recorded. */
  #closeReply(atMs: number | null): void {
    if (this.#reply.length > 0) this.#current().add(replyStep(this.#reply, { id: this.#replyId, atMs }));
    this.#clearReply();
  }

  #clearReply(): void {
    this.#reply = [];
    this.#replyId = null;
    this.#isAsked = false;
  }

  #note(
    level: 'info' | 'error',
    text: string,
    ends: 'paused' | 'error' | 'cancelled',
    atMs: number | null,
  ): void {
    this.#closeReply(atMs);
    this.#current().add(noticeStep(level, text, ends, atMs));
  }
}

function errorText(event: RawRecord): string {
  const { error } = event;
  const text = isRecord(error) ? textOrNull(error['message']) : textOrNull(error);
  return text ?? textOrNull(event['message']) ?? 'The request failed.';
}
