import { conversationId, threadId } from '../../domain/ids.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { loggedMessage, type Exchange, type LoggedMessage } from '../exchanges/exchange.ts';
import { deliverExchanges } from '../exchanges/deliver-exchanges.ts';
import { ExchangeLog } from '../exchanges/exchange-log.ts';
import { ChatMessages, userRole, type ChatReplyDetails } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { stableId } from '../readers/stable-id.ts';
import { chatUsage } from '../readers/usage.ts';
import { noticeStep, stepCall } from '../steps/make-step.ts';
import { titleOf } from '../steps/title-of.ts';
import { RunNames } from '../steps/run-names.ts';
import { SteeringMarker } from '../steps/steering-marker.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { ImportSink } from '../thread-import.ts';
import type { ChatExchange, ChatRecord, ChatTranscript } from './chat-records.ts';

const NAMESPACE = 'default';

/** Takes the records of a file one by one: transcripts are delivered at once, exchanges when all are known. */
export class ChatLog {
  readonly #sink: ImportSink;
  readonly #format: string;
  readonly #exchanges = new ExchangeLog();
  /** One for all exchanges: a call and its result may have come in different ones. */
  readonly #reader = new ChatMessages();
  readonly #names = new RunNames();
  readonly #loose: unknown[] = [];
  #threadCount = 0;

  constructor(sink: ImportSink, format: string) {
    this.#sink = sink;
    this.#format = format;
  }

  get isEmpty(): boolean {
    return this.#threadCount + this.#exchanges.nodes.length + this.#loose.length === 0;
  }

  add(record: ChatRecord): void {
    if (record.kind === 'exchange') this.#exchanges.add(exchangeOf(record, this.#reader));
    else this.#deliver(record);
  }

  /** A message on a line of its own; all of them are one thread. */
  addMessage(message: unknown): void {
    this.#loose.push(message);
  }

  end(): void {
    if (this.#loose.length > 0) {
      const messages = this.#loose;
      this.#deliver({ kind: 'transcript', name: null, title: null, messages, alternatives: [] });
    }
    deliverExchanges(this.#sink, this.#exchanges, 'chat', (thread) => ({
      namespace: NAMESPACE,
      conversationId: conversationId(thread.threadName ?? thread.threadId),
      format: this.#format,
      title: null,
      fallbackTitle: titleOf(this.#exchanges.nodes[thread.firstNode]?.steps() ?? []) ?? thread.threadId,
    }));
  }

  #deliver(transcript: ChatTranscript): void {
    const { messages, alternatives, name, title } = transcript;
    const reader = new ChatMessages();
    const id = this.#names.name(name ?? transcriptId(messages), this.#threadCount);
    this.#threadCount += 1;
    const first = messages.map(messageOf).find(({ role }) => role === 'assistant');
    const thread = new StepThread(this.#sink, {
      threadId: threadId(id),
      namespace: NAMESPACE,
      conversationId: conversationId(name ?? id),
      format: this.#format,
      title,
      fallbackTitle: titleOf(new ChatMessages().steps(first ?? {})) ?? id,
      branchOf: null,
    });
    const marker = new SteeringMarker((step) => {
      thread.add(step);
    });
    messages.forEach((message, index) => {
      const isLast = index === messages.length - 1;
      const details = isLast && alternatives.length > 0 ? { alternatives } : {};
      for (const step of reader.steps(messageOf(message), details)) marker.add(step);
    });
    marker.end();
    thread.end();
  }
}

function exchangeOf(record: ChatExchange, reader: ChatMessages): Exchange {
  const { threadName, messages, completion, failure, model, atMs } = record;
  return {
    threadName,
    runName: null,
    input: messages.map((message) => loggedChat(messageOf(message), reader)),
    answer: completion === null ? null : answerOf(record, completion, reader),
    after:
      failure === null
        ? []
        : [{ kind: 'call', call: stepCall(null, model), atMs }, noticeStep('error', failure, 'error', atMs)],
  };
}

function answerOf(
  { model, atMs }: ChatExchange,
  completion: RawRecord,
  reader: ChatMessages,
): NonNullable<Exchange['answer']> {
  const choices = isList(completion['choices']) ? completion['choices'].filter(isRecord) : [];
  const chosen = choices.find(({ index }) => index === 0) ?? choices[0];
  const answered = chosen?.['message'];
  const message: RawRecord = { role: 'assistant', ...(isRecord(answered) ? answered : {}) };
  const id = textOrNull(completion['id']);
  const alternatives = choices
    .filter((choice) => choice !== chosen)
    .map((choice) => choice['message'] ?? choice);
  const details: ChatReplyDetails = {
    id,
    atMs,
    call: stepCall(chatUsage(completion['usage']), model, id),
    alternatives,
  };
  return {
    message: loggedChat(message, reader, details),
    sign: id ?? textOrJson({ atMs, usage: completion['usage'] }) ?? '',
  };
}

function loggedChat(message: RawRecord, reader: ChatMessages, details: ChatReplyDetails = {}): LoggedMessage {
  return loggedMessage(kindOf(message), wordsOf(message), () => reader.steps(message, details));
}

function kindOf(message: RawRecord): LoggedMessage['kind'] {
  switch (message['role']) {
    case 'system':
    case 'developer':
      return 'instructions';
    case 'user':
      return userRole(message['content']);
    case 'assistant':
      return 'reply';
    case 'tool':
    case 'function':
      return 'result';
    default:
      return 'context';
  }
}

/** What a client sends back of a message: thoughts, marks of a cache and the like are left out. */
function wordsOf(message: RawRecord): string {
  const calls = isList(message['tool_calls']) ? message['tool_calls'].filter(isRecord) : [];
  const called = calls.map(({ id, function: called }) => textOrJson({ id, called }) ?? '');
  const legacy = message['function_call'];
  return [
    contentWords(message['content']),
    textOrNull(message['tool_call_id']) ?? '',
    ...called,
    legacy === null || legacy === undefined ? '' : (textOrJson(legacy) ?? ''),
  ].join('\n');
}

function contentWords(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  if (!isList(content)) return textOrJson(content ?? '') ?? '';
  return content
    .map((part) => {
      if (!isRecord(part)) return textOrJson(part) ?? '';
      return textOrNull(part['text']) ?? textOrJson(part['image_url'] ?? part) ?? '';
    })
    .join('\n')
    .trim();
}

function messageOf(message: unknown): RawRecord {
  return isRecord(message) ? message : { value: message };
}

/** Told from the beginning, which stays the same when a transcript grows. */
function transcriptId(messages: readonly unknown[]): string {
  const first = messages.findIndex((message) => !isRecord(message) || kindOf(message) !== 'instructions');
  const beginning = messages.slice(0, Math.max(first, 0) + 2).map(messageOf);
  return stableId(
    'chat',
    beginning.map((message) => `${String(message['role'])} ${wordsOf(message)}`).join('\n'),
  );
}
