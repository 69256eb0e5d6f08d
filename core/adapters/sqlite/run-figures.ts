import type { InputItem } from '../../domain/input-item.ts';
import type { Message } from '../../domain/message.ts';
import type { ThreadRun } from '../../domain/thread.ts';
import { estimateItemTokens } from '../../domain/token-estimate.ts';
import { threadTitle } from '../../domain/thread-title.ts';
import { callCount } from '../../inspect/usage-totals.ts';
import { placeModelCalls } from '../../replay/place-model-calls.ts';
import { toJson } from './deep-json.ts';
import { encodeReplies } from './json-columns.ts';
import { measureTools, type ToolFigures } from './pair-calls.ts';

/** A model call's reply within its run, with the sizes a replay needs. */
export interface ReplyFigures {
  /** `[replyAt, replyEnd)` of the run's messages. */
  readonly replyAt: number;
  readonly replyEnd: number;
  /** E of the run's messages between the reply before and this one. */
  readonly addedTokens: number;
  readonly replyTokens: number;
  /** Index in the run's `calls`; null when the source tells nothing of this very call. */
  readonly callIndex: number | null;
}

/** What lists, headers and profiles show of a run, so that none of them has to read its messages. */
export interface RunFigures extends ToolFigures {
  readonly title: string;
  readonly messageCount: number;
  readonly itemCount: number;
  readonly estimatedTokens: number;
  /** Bytes of UTF-8 of the run's messages as the text that a summary model reads. */
  readonly flatBytes: number;
  /** As the column holds them: of a thread's replies only the numbers are kept in memory. */
  readonly replies: string;
  /** Model calls the run made, as an inspection counts them. */
  readonly callCount: number;
  /** Differs for nearly all runs that begin differently; two that begin alike are compared in full. */
  readonly startMark: number;
}

/**
 * Written as loops without a copy: it runs for every message of an import, whose whole time may be no
 * more than twice that of parsing the file.
 *
 * @param run With all its messages: figures of a part say nothing about the whole.
 */
export function measureRun(run: ThreadRun): RunFigures {
  const { messages } = run;
  const tokens: number[] = [];
  let itemCount = 0;
  let estimatedTokens = 0;
  let flatBytes = 0;
  for (const message of messages) {
    const size = measureMessage(message);
    tokens.push(size.tokens);
    itemCount += message.items.length;
    estimatedTokens += size.tokens;
    flatBytes += size.flatBytes;
  }
  const tools = measureTools(messages);
  return {
    title: threadTitle(messages),
    messageCount: messages.length,
    itemCount,
    estimatedTokens,
    flatBytes,
    replies: measureReplies(run, tokens),
    callCount: callCount(run),
    toolCallCount: tools.toolCallCount,
    toolResultCount: tools.toolResultCount,
    unpaired: tools.unpaired,
    startMark: startMarkOf(messages),
  };
}

/** @param tokens E of each message. */
function measureReplies(run: ThreadRun, tokens: readonly number[]): string {
  let at = 0;
  const sumUpTo = (end: number): number => {
    let sum = 0;
    for (; at < end; at += 1) sum += tokens[at] ?? 0;
    return sum;
  };
  const replies = placeModelCalls(run.messages, run.calls).map(({ replyAt, replyEnd, call }) => ({
    replyAt,
    replyEnd,
    addedTokens: sumUpTo(replyAt),
    replyTokens: sumUpTo(replyEnd),
    callIndex: call === null ? null : run.calls.indexOf(call),
  }));
  return encodeReplies(replies);
}

/**
 * The figures for whoever keeps them: a title is cut from a text, and the column of replies is put together
 * from pieces, and while they are kept the engine would keep all of that, too.
 */
export function detachedFigures(figures: RunFigures): RunFigures {
  return { ...figures, title: detached(figures.title), replies: detached(figures.replies) };
}

function detached(text: string): string {
  return Buffer.from(text).toString();
}

interface MessageSize {
  readonly tokens: number;
  readonly flatBytes: number;
}

const measureMessage = messageMeter();

/** Each text is gone through once, for both figures, and by the engine: at 40 MB that shows in an import. */
function messageMeter(): (message: Message) => MessageSize {
  let bytes = 0;
  let texts = 0;
  const meter = (text: string): number => {
    const length = Buffer.byteLength(text);
    bytes += length;
    texts += 1;
    return length;
  };
  return (message) => {
    let tokens = 0;
    let flatBytes = 0;
    for (const item of message.items) {
      bytes = 0;
      texts = 0;
      tokens += estimateItemTokens(item, meter);
      flatBytes += flatBytesOf(item, bytes, texts);
    }
    return { tokens, flatBytes };
  };
}

/** What `flattenMessages` writes for the item: a frame around each of its texts. */
function flatBytesOf(item: InputItem, bytes: number, texts: number): number {
  switch (item.type) {
    case 'message':
      return bytes + texts * (item.role.length + ': \n'.length);
    case 'function_call':
      return Buffer.byteLength(item.name) + '[Tool Call: ]\n'.length;
    case 'function_call_output':
      return bytes + texts * '[Tool Result: ]\n'.length;
    default:
      return 0;
  }
}

const MARKED_CHARACTERS = 200;

/** Differs for nearly all runs that begin differently. A number and not the text: a slice would keep the whole text it is cut from in memory. */
export function startMarkOf(messages: readonly Message[]): number {
  const first = messages.find((message) => message.items.length > 0)?.items[0];
  if (first === undefined) return 0;
  const part = first.type === 'message' && typeof first.content !== 'string' ? first.content[0] : undefined;
  const text = part !== undefined && 'text' in part ? part.text : toJson({ ...first, id: null });
  let mark = text.length;
  for (let index = 0; index < Math.min(text.length, MARKED_CHARACTERS); index += 1) {
    mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0;
  }
  return mark;
}
