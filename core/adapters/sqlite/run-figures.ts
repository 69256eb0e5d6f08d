import type { InputItem } from '../../domain/input-item.ts';
import type { Message } from '../../domain/message.ts';
import type { ThreadRun } from '../../domain/thread.ts';
import { estimateItemTokens, utf8ByteLength } from '../../domain/token-estimate.ts';
import { threadTitle } from '../../domain/thread-title.ts';
import type { RunToolPairs } from '../../inspect/pair-tool-calls.ts';
import { callCount } from '../../inspect/usage-totals.ts';
import { placeModelCalls } from '../../replay/place-model-calls.ts';
import { toJson } from './deep-json.ts';
import { pairInRun } from './pair-calls.ts';

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
export interface RunFigures {
  readonly title: string;
  readonly messageCount: number;
  readonly estimatedTokens: number;
  /** Bytes of UTF-8 of the run's messages as the text that a summary model reads. */
  readonly flatBytes: number;
  readonly replies: readonly ReplyFigures[];
  /** Model calls the run made, as an inspection counts them. */
  readonly callCount: number;
  /** Paired inside the run alone. */
  readonly toolPairs: RunToolPairs;
  /** Differs for nearly all runs that begin differently; two that begin alike are compared in full. */
  readonly startMark: number;
}

/** @param run With all its messages: figures of a part say nothing about the whole. */
export function measureRun(run: ThreadRun): RunFigures {
  const sizes = run.messages.map(measureMessage);
  return {
    title: threadTitle(run.messages),
    messageCount: run.messages.length,
    estimatedTokens: sum(sizes.map((size) => size.tokens)),
    flatBytes: sum(sizes.map((size) => size.flatBytes)),
    replies: measureReplies(run, sizes),
    callCount: callCount(run),
    toolPairs: pairInRun(run.messages),
    startMark: startMarkOf(run.messages),
  };
}

interface MessageSize {
  readonly tokens: number;
  readonly flatBytes: number;
}

function measureReplies(run: ThreadRun, sizes: readonly MessageSize[]): readonly ReplyFigures[] {
  let at = 0;
  return placeModelCalls(run.messages, run.calls).map(({ replyAt, replyEnd, call }) => {
    const addedTokens = sum(sizes.slice(at, replyAt).map((size) => size.tokens));
    const replyTokens = sum(sizes.slice(replyAt, replyEnd).map((size) => size.tokens));
    at = replyEnd;
    const callIndex = call === null ? null : run.calls.indexOf(call);
    return { replyAt, replyEnd, addedTokens, replyTokens, callIndex };
  });
}

/** One walk over the text for both figures: at 40 MB a second one is a fifth of the whole import. */
function measureMessage(message: Message): MessageSize {
  let tokens = 0;
  let flatBytes = 0;
  for (const item of message.items) {
    let bytes = 0;
    let texts = 0;
    tokens += estimateItemTokens(item, (text) => {
      const length = utf8ByteLength(text);
      bytes += length;
      texts += 1;
      return length;
    });
    flatBytes += flatBytesOf(item, bytes, texts);
  }
  return { tokens, flatBytes };
}

/** What `flattenMessages` writes for the item: a frame around each of its texts. */
function flatBytesOf(item: InputItem, bytes: number, texts: number): number {
  switch (item.type) {
    case 'message':
      return bytes + texts * `${item.role}: \n`.length;
    case 'function_call':
      return utf8ByteLength(`[Tool Call: ${item.name}]\n`);
    case 'function_call_output':
      return bytes + texts * '[Tool Result: ]\n'.length;
    default:
      return 0;
  }
}

const MARKED_CHARACTERS = 200;

/** A number and not the text: a slice would keep the whole text it is cut from in memory. */
function startMarkOf(messages: readonly Message[]): number {
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
