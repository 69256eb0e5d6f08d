import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import {
  ANSWER_PLACE,
  placedMessage,
  SYSTEM_PLACE,
  type Exchange,
  type LoggedMessage,
  type RequestSource,
} from '../exchanges/exchange.ts';
import { ThreadLog } from '../exchanges/thread-log.ts';
import type { TranscriptFeed } from '../exchanges/transcript-feed.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { userBlocks } from '../readers/anthropic-blocks.ts';
import { CallIds } from '../readers/call-ids.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { firstTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, stepCall } from '../steps/make-step.ts';
import { withCallIds } from '../steps/with-call-ids.ts';
import type { Step } from '../steps/step.ts';
import type { ImportSink } from '../thread-import.ts';
import { answerSteps, repeatedSteps } from './answer-steps.ts';
import type { Again, Found } from '../exchanges/again.ts';
import type { MessageRecord } from './message-records.ts';
import { isAnswer } from './message-shapes.ts';

const TIME_FIELDS = ['created_at', 'timestamp', 'ts', 'time'];

/** Takes the records of a file one by one. */
export class MessageLog {
  readonly #threads: ThreadLog;
  /** One for all exchanges: a call and its result may have come in different ones. */
  readonly #ids = new CallIds();
  /** Messages on lines of their own are one thread. */
  #loose: { readonly feed: TranscriptFeed; readonly ids: CallIds } | null = null;

  constructor(sink: ImportSink, format: string) {
    this.#threads = new ThreadLog(sink, format, 'messages');
  }

  add({ entry, again }: Found<MessageRecord>): void {
    const source = new MessageSource(again, this.#ids);
    if (entry.answer !== null || entry.failure !== null) {
      this.#threads.addExchange(exchangeOf(entry, source));
      return;
    }
    const feed = this.#threads.openTranscript({ name: entry.threadName, title: entry.title });
    for (const message of systemMessages(entry, source)) feed.add(message.key, message.steps());
    const ids = new CallIds();
    for (const message of entry.messages) put(feed, message, ids);
    feed.end();
  }

  addMessage(message: unknown): void {
    this.#loose ??= {
      feed: this.#threads.openTranscript({ name: null, title: null }),
      ids: new CallIds(),
    };
    put(this.#loose.feed, message, this.#loose.ids);
  }

  /** No more records come. */
  end(): void {
    this.#loose?.feed.end();
    this.#threads.end();
  }
}

function put(feed: TranscriptFeed, value: unknown, ids: CallIds): void {
  const message: RawRecord = isRecord(value) ? value : { value };
  feed.add(`${textOrNull(message['role']) ?? ''} ${wordsOf(message)}`, withCallIds(stepsOf(message), ids));
}

function exchangeOf(record: MessageRecord, source: MessageSource): Exchange {
  const { threadName, messages, answer, failure, model, atMs } = record;
  return {
    threadName,
    runName: null,
    input: [
      ...systemMessages(record, source),
      ...messages.map((message, place) =>
        placedMessage(kindOf(recordIn(message)), wordsOf(recordIn(message)), source, place),
      ),
    ],
    answer:
      answer === null
        ? null
        : {
            message: placedMessage('reply', wordsOf(answer), source, ANSWER_PLACE),
            sign: textOrNull(answer['id']) ?? textOrJson({ atMs, usage: answer['usage'] }) ?? '',
          },
    after:
      failure === null
        ? []
        : [{ kind: 'call', call: stepCall(null, model), atMs }, noticeStep('error', failure, 'error', atMs)],
  };
}

class MessageSource implements RequestSource {
  readonly #again: Again<MessageRecord>;
  readonly #ids: CallIds;

  constructor(again: Again<MessageRecord>, ids: CallIds) {
    this.#again = again;
    this.#ids = ids;
  }

  stepsAt(place: number): readonly Step[] {
    const record = this.#again.read();
    if (place === SYSTEM_PLACE) return [systemStep(record)];
    if (place >= 0) return withCallIds(stepsOf(recordIn(record.messages[place])), this.#ids);
    const { model, atMs } = record;
    const answer = record.answer ?? {};
    return withCallIds(answerSteps(answer, { id: textOrNull(answer['id']), model, atMs }), this.#ids);
  }
}

function systemMessages({ system }: MessageRecord, source: MessageSource): readonly LoggedMessage[] {
  if (systemBlocks(system).length === 0) return [];
  return [placedMessage('instructions', textOrJson(system) ?? '', source, SYSTEM_PLACE)];
}

function systemStep({ system }: MessageRecord): Step {
  const { items } = userBlocks(systemBlocks(system));
  return inputStep(
    'instructions',
    items.map((item) => (item.type === 'message' ? { ...item, role: 'system' } : item)),
    { senderId: 'system' },
  );
}

function systemBlocks(system: unknown): readonly unknown[] {
  if (typeof system === 'string') return [{ type: 'text', text: system }];
  return isList(system) ? system : [];
}

function recordIn(message: unknown): RawRecord {
  return isRecord(message) ? message : {};
}

function kindOf({ role, content }: RawRecord): LoggedMessage['kind'] {
  if (role === 'assistant') return 'reply';
  if (role !== 'user') return 'context';
  const blocks = isList(content) ? content.filter(isRecord) : [{ type: 'text', text: content }];
  if (blocks.some(({ type }) => typeof type === 'string' && type.endsWith('tool_result'))) return 'result';
  const isOwn = blocks.some(
    ({ type, text }) => type !== 'text' || (typeof text === 'string' && text.trim() !== ''),
  );
  return isOwn ? 'turn' : 'context';
}

/** A message of a list; one that is the API's whole answer reports its call. */
function stepsOf(message: RawRecord): readonly Step[] {
  const id = textOrNull(message['id']);
  const atMs = firstTimeMs(message, TIME_FIELDS);
  if (message['role'] === 'assistant') {
    const model = textOrNull(message['model']);
    return isAnswer(message)
      ? answerSteps(message, { id, model, atMs })
      : repeatedSteps(message, { id, atMs });
  }
  if (message['role'] !== 'user') {
    return [inputStep('context', [{ type: 'unknown', raw: message }], { id, atMs, senderId: '' })];
  }
  const { items, hasResults, hasOwnContent } = userBlocks(message['content']);
  const role = hasResults ? 'result' : hasOwnContent ? 'turn' : 'context';
  const said = items.length > 0 ? items : [parseInputItem({ type: 'message', role: 'user', content: '' })];
  return [inputStep(role, said, { id, atMs, senderId: 'user' })];
}

/** What a client sends back of a message: thoughts, citations and marks of a cache are left out. */
function wordsOf(message: RawRecord): string {
  const { content } = message;
  if (typeof content === 'string') return content.trim();
  if (!isList(content)) return '';
  return content.map(blockWords).join('\n').trim();
}

function blockWords(block: unknown): string {
  if (!isRecord(block)) return textOrJson(block) ?? '';
  const { type, id, name, input, content, source } = block;
  switch (type) {
    case 'text':
      return textOrNull(block['text']) ?? '';
    case 'thinking':
    case 'redacted_thinking':
      return '';
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return textOrJson([id, name, input]) ?? '';
    default: {
      const inner = isList(content)
        ? content.map(blockWords).join('\n')
        : (textOrJson(content ?? source) ?? '');
      return `${textOrNull(type) ?? ''} ${textOrNull(block['tool_use_id']) ?? ''} ${inner}`;
    }
  }
}
