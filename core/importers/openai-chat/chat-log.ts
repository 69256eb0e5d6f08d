import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import {
  ANSWER_PLACE,
  placedMessage,
  type Exchange,
  type LoggedMessage,
  type RequestSource,
} from '../exchanges/exchange.ts';
import { ThreadLog } from '../exchanges/thread-log.ts';
import type { TranscriptFeed } from '../exchanges/transcript-feed.ts';
import { ChatMessages, userRole, type ChatReplyDetails } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { chatUsage } from '../readers/usage.ts';
import { noticeStep, stepCall } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import type { ImportSink } from '../thread-import.ts';
import type { Again, Found } from '../exchanges/again.ts';
import type { ChatExchange, ChatRecord, ChatTranscript } from './chat-records.ts';

/** Takes the records of a file one by one. */
export class ChatLog {
  readonly #threads: ThreadLog;
  /** One for all exchanges: a call and its result may have come in different ones. */
  readonly #reader = new ChatMessages();
  /** Messages on lines of their own are one thread. */
  #loose: { readonly feed: TranscriptFeed; readonly reader: ChatMessages } | null = null;

  constructor(sink: ImportSink, format: string) {
    this.#threads = new ThreadLog(sink, format, 'chat');
  }

  add({ entry, again }: Found<ChatRecord>): void {
    if (entry.kind === 'transcript') this.#addTranscript(entry);
    else this.#threads.addExchange(exchangeOf(entry, new ChatSource(again, this.#reader)));
  }

  addMessage(message: unknown): void {
    this.#loose ??= {
      feed: this.#threads.openTranscript({ name: null, title: null }),
      reader: new ChatMessages(),
    };
    put(this.#loose.feed, this.#loose.reader, message);
  }

  /** No more records come. */
  end(): void {
    this.#loose?.feed.end();
    this.#threads.end();
  }

  #addTranscript({ name, title, messages, alternatives }: ChatTranscript): void {
    const feed = this.#threads.openTranscript({ name, title });
    const reader = new ChatMessages();
    messages.forEach((message, index) => {
      const isLast = index === messages.length - 1;
      put(feed, reader, message, isLast && alternatives.length > 0 ? { alternatives } : {});
    });
    feed.end();
  }
}

function put(
  feed: TranscriptFeed,
  reader: ChatMessages,
  message: unknown,
  details: ChatReplyDetails = {},
): void {
  const record = messageOf(message);
  feed.add(`${textOrNull(record['role']) ?? ''} ${wordsOf(record)}`, reader.steps(record, details));
}

function exchangeOf(record: ChatExchange, source: ChatSource): Exchange {
  const { threadName, messages, completion, failure, model, atMs } = record;
  return {
    threadName,
    runName: null,
    input: messages.map((message, place) => loggedChat(messageOf(message), source, place)),
    answer:
      completion === null
        ? null
        : {
            message: loggedChat(choiceOf(completion).message, source, ANSWER_PLACE),
            sign: textOrNull(completion['id']) ?? textOrJson({ atMs, usage: completion['usage'] }) ?? '',
          },
    after:
      failure === null
        ? []
        : [{ kind: 'call', call: stepCall(null, model), atMs }, noticeStep('error', failure, 'error', atMs)],
  };
}

class ChatSource implements RequestSource {
  readonly #again: Again<ChatRecord>;
  readonly #reader: ChatMessages;

  constructor(again: Again<ChatRecord>, reader: ChatMessages) {
    this.#again = again;
    this.#reader = reader;
  }

  stepsAt(place: number): readonly Step[] {
    const record = this.#again.read();
    if (record.kind !== 'exchange') return [];
    if (place >= 0) return this.#reader.steps(messageOf(record.messages[place]));
    const { model, atMs } = record;
    const completion = record.completion ?? {};
    const id = textOrNull(completion['id']);
    const call = stepCall(chatUsage(completion['usage']), model, id);
    const { message, alternatives } = choiceOf(completion);
    return this.#reader.steps(message, { id, atMs, call, alternatives });
  }
}

/** What the model answered, and what else it offered. */
function choiceOf(completion: RawRecord): {
  readonly message: RawRecord;
  readonly alternatives: readonly unknown[];
} {
  const choices = isList(completion['choices']) ? completion['choices'].filter(isRecord) : [];
  const chosen = choices.find(({ index }) => index === 0) ?? choices[0];
  const answered = chosen?.['message'];
  return {
    message: { role: 'assistant', ...(isRecord(answered) ? answered : {}) },
    alternatives: choices.filter((choice) => choice !== chosen).map((choice) => choice['message'] ?? choice),
  };
}

function loggedChat(message: RawRecord, source: RequestSource, place: number): LoggedMessage {
  return placedMessage(kindOf(message), wordsOf(message), source, place);
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
