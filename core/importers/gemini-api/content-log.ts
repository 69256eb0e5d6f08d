import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import type { Again, Found } from '../exchanges/again.ts';
import {
  ANSWER_PLACE,
  loggedMessage,
  placedMessage,
  SYSTEM_PLACE,
  type Exchange,
  type LoggedMessage,
  type RequestSource,
} from '../exchanges/exchange.ts';
import { type ThreadLog } from '../exchanges/thread-log.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { GeminiParts } from '../readers/gemini-parts.ts';
import { geminiAnswer } from '../readers/gemini-stream.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import type { ContentRecord } from './content-records.ts';

/** Adds the records of a file to its threads one by one. */
export class ContentLog {
  readonly #threads: ThreadLog;
  /** One for all exchanges: a call and its result may have come in different ones. */
  readonly #reader = new GeminiParts();

  constructor(threads: ThreadLog) {
    this.#threads = threads;
  }

  add({ entry, again }: Found<ContentRecord>): void {
    if (entry.answer.length > 0 || entry.failure !== null) {
      this.#threads.addExchange(exchangeOf(entry, new ContentSource(again, this.#reader)));
      return;
    }
    const feed = this.#threads.openTranscript({ name: entry.threadName, title: null });
    const reader = new GeminiParts();
    for (const message of systemMessages(entry.system)) feed.add(message.key, message.steps());
    for (const content of entry.contents) feed.add(wordsOf(content), contentSteps(content, reader));
    feed.end();
  }
}

/** A content as one message, or as a note where it is of neither side. */
export function contentSteps(content: RawRecord, reader: GeminiParts): readonly Step[] {
  const { role, parts } = content;
  if (role === 'model') return [replyStep(reader.modelItems(parts))];
  if (role === 'system') return [systemStep(parts)];
  const { items, hasResults, hasOwnContent } = reader.input(parts);
  const said = items.length > 0 ? items : [parseInputItem({ type: 'message', role: 'user', content: '' })];
  return [
    inputStep(hasResults ? 'result' : hasOwnContent ? 'turn' : 'context', said, {
      senderId: hasResults ? 'tool' : 'user',
    }),
  ];
}

export function systemMessages(system: unknown): readonly LoggedMessage[] {
  const words = systemWords(system);
  return words === '' ? [] : [loggedMessage('instructions', words, () => [systemStep(systemParts(system))])];
}

function systemParts(system: unknown): unknown {
  return isRecord(system) ? (system['parts'] ?? system) : system;
}

/** Empty where there is none. */
function systemWords(system: unknown): string {
  const parts = systemParts(system);
  return wordsOf({ parts: typeof parts === 'string' ? [{ text: parts }] : parts });
}

function systemStep(parts: unknown): Step {
  const { items } = new GeminiParts().input(parts);
  return inputStep(
    'instructions',
    items.map((item) => (item.type === 'message' ? { ...item, role: 'system' } : item)),
    { senderId: 'system' },
  );
}

function exchangeOf(record: ContentRecord, source: ContentSource): Exchange {
  const { threadName, system, contents, atMs } = record;
  const { answer, call, refusal } = outcomeOf(record);
  const isAnswered = answer.parts.length > 0;
  const isWordless = !isAnswered && contents.length === 0;
  const words = systemWords(system);
  return {
    threadName,
    runName: null,
    input: [
      ...(words === '' ? [] : [placedMessage('instructions', words, source, SYSTEM_PLACE)]),
      ...contents.map((content, place) => placedMessage(kindOf(content), wordsOf(content), source, place)),
    ],
    answer:
      isAnswered || isWordless
        ? {
            message: placedMessage(
              'reply',
              isAnswered ? wordsOf({ parts: answer.parts }) : '',
              source,
              ANSWER_PLACE,
            ),
            sign: answer.answerId ?? textOrJson([atMs, answer.usage]) ?? '',
          }
        : null,
    after: isAnswered || isWordless ? [] : [{ kind: 'call', call, atMs }, refusal],
  };
}

/** What came of a request. A blocked prompt is billed and answered by nobody. */
function outcomeOf({ answer: pieces, failure, model, atMs }: ContentRecord): {
  readonly answer: ReturnType<typeof geminiAnswer>;
  readonly call: StepCall;
  readonly refusal: Step;
} {
  const answer = geminiAnswer(pieces);
  const problem = failure ?? (answer.parts.length > 0 ? null : (answer.blockReason ?? answer.finishReason));
  return {
    answer,
    call: stepCall(answer.usage, answer.model ?? model, answer.answerId),
    refusal: noticeStep('error', problem ?? 'The model gave no answer.', 'error', atMs),
  };
}

class ContentSource implements RequestSource {
  readonly #again: Again<ContentRecord>;
  readonly #reader: GeminiParts;

  constructor(again: Again<ContentRecord>, reader: GeminiParts) {
    this.#again = again;
    this.#reader = reader;
  }

  stepsAt(place: number): readonly Step[] {
    const record = this.#again.read();
    if (place === SYSTEM_PLACE) return [systemStep(systemParts(record.system))];
    if (place !== ANSWER_PLACE) return contentSteps(record.contents[place] ?? {}, this.#reader);
    const { atMs } = record;
    const { answer, call, refusal } = outcomeOf(record);
    const { answerId, parts, alternatives } = answer;
    // All there is of a blocked answer whose request wasn't kept: that it was asked for, and what it cost.
    if (parts.length === 0) return [replyStep([], { id: answerId, atMs, call }), refusal];
    const items = withAlternatives(this.#reader.modelItems(parts), alternatives);
    return [replyStep(items, { id: answerId, atMs, call })];
  }
}

function withAlternatives(
  items: ReturnType<GeminiParts['modelItems']>,
  alternatives: readonly RawRecord[],
): ReturnType<GeminiParts['modelItems']> {
  if (alternatives.length === 0) return items;
  return items.map((item, index) => (index === 0 ? { ...item, alternatives } : item));
}

function kindOf({ role, parts }: RawRecord): LoggedMessage['kind'] {
  if (role === 'model') return 'reply';
  if (role === 'system') return 'instructions';
  const list = partsOf(parts);
  if (list.some((part) => 'functionResponse' in part || 'function_response' in part)) return 'result';
  return list.some((part) => textOrNull(part['text'])?.trim() !== '') ? 'turn' : 'context';
}

/** What a client sends back of a content: thoughts and their signatures are left out. */
export function wordsOf({ parts }: RawRecord): string {
  return partsOf(parts)
    .filter(({ thought }) => thought !== true)
    .map((part) => {
      const { text, thoughtSignature: _signed, thought_signature: _sealed, ...others } = part;
      return textOrNull(text) ?? textOrJson(others) ?? '';
    })
    .join('\n')
    .trim();
}

function partsOf(parts: unknown): readonly RawRecord[] {
  return (isList(parts) ? parts : [parts]).filter(isRecord);
}
