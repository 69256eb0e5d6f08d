import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { loggedMessage, type Exchange, type LoggedMessage } from '../exchanges/exchange.ts';
import { type ThreadLog } from '../exchanges/thread-log.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { GeminiParts } from '../readers/gemini-parts.ts';
import { geminiAnswer } from '../readers/gemini-stream.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import type { ContentRecord } from './content-records.ts';

/** Adds the records of a file to its threads one by one. */
export class ContentLog {
  readonly #threads: ThreadLog;
  /** One for all exchanges: a call and its result may have come in different ones. */
  readonly #reader = new GeminiParts();

  constructor(threads: ThreadLog) {
    this.#threads = threads;
  }

  add(record: ContentRecord): void {
    if (record.answer.length > 0 || record.failure !== null) {
      this.#threads.addExchange(exchangeOf(record, this.#reader));
      return;
    }
    const feed = this.#threads.openTranscript({ name: record.threadName, title: null });
    const reader = new GeminiParts();
    for (const message of systemMessages(record.system)) feed.add(message.key, message.steps());
    for (const content of record.contents) feed.add(wordsOf(content), contentSteps(content, reader));
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
  const parts = isRecord(system) ? (system['parts'] ?? system) : system;
  const words = wordsOf({ parts: typeof parts === 'string' ? [{ text: parts }] : parts });
  if (words.trim() === '') return [];
  return [loggedMessage('instructions', words, () => [systemStep(parts)])];
}

function systemStep(parts: unknown): Step {
  const { items } = new GeminiParts().input(parts);
  return inputStep(
    'instructions',
    items.map((item) => (item.type === 'message' ? { ...item, role: 'system' } : item)),
    { senderId: 'system' },
  );
}

function exchangeOf(record: ContentRecord, reader: GeminiParts): Exchange {
  const { threadName, system, contents, failure, atMs } = record;
  const answer = geminiAnswer(record.answer);
  const { answerId } = answer;
  const model = answer.model ?? record.model;
  const call = stepCall(answer.usage, model, answerId);
  // A blocked prompt is billed and answered by nobody.
  const problem = failure ?? (answer.parts.length > 0 ? null : (answer.blockReason ?? answer.finishReason));
  const isAnswered = record.answer.length > 0 && answer.parts.length > 0;
  const content = { role: 'model', parts: answer.parts };
  const sign = answerId ?? textOrJson([atMs, answer.usage]) ?? '';
  const refusal = noticeStep('error', problem ?? 'The model gave no answer.', 'error', atMs);
  return {
    threadName,
    runName: null,
    input: [
      ...systemMessages(system),
      ...contents.map((content, index) =>
        loggedMessage(kindOf(content), wordsOf(content), () =>
          contentSteps(record.contents[index] ?? {}, reader),
        ),
      ),
    ],
    answer: isAnswered
      ? {
          message: loggedMessage('reply', wordsOf(content), () => {
            const { parts, alternatives, answerId } = geminiAnswer(record.answer);
            const items = withAlternatives(reader.modelItems(parts), alternatives);
            return [replyStep(items, { id: answerId, atMs, call })];
          }),
          sign,
        }
      : contents.length === 0
        ? {
            message: wordlessReply(() => [replyStep([], { id: answerId, atMs, call }), refusal]),
            sign,
          }
        : null,
    after: isAnswered || contents.length === 0 ? [] : [{ kind: 'call', call, atMs }, refusal],
  };
}

/** All there is of a blocked answer whose request wasn't kept: that it was asked for, and what it cost. */
function wordlessReply(steps: () => readonly Step[]): LoggedMessage {
  return loggedMessage('reply', '', steps);
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
