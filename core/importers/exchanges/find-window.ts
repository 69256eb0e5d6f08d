import { messageId } from '../../domain/ids.ts';
import { messageText } from '../../inspect/message-text.ts';
import type { LoggedMessage } from './exchange.ts';

/** What a request with a shortened context was sent. */
export interface ContextWindow {
  /** The first message that was kept word for word. */
  readonly keptFrom: number;
  /** What stood in place of the others; null when they were only dropped. */
  readonly summary: string | null;
}

/** A message of a thread. */
export interface PathEntry {
  readonly index: number;
  /** The number of what it says. */
  readonly key: number;
  readonly isReply: boolean;
  /** Of the thread. */
  readonly isFirst: boolean;
}

/** A summary is one message, or two where the model is made to acknowledge it. */
const SUMMARY_MESSAGES = 2;

/**
 * Finds the place in a thread from which on a request repeats it up to its end.
 *
 * @param said The last messages of the thread, as many as the input has.
 * @param current What the thread was sent with last.
 * @param input Without the instructions that the thread began with.
 * @param keys Of the input, as in the thread.
 * @returns Null when it doesn't, or repeats no reply. The window is null when it is the thread's own.
 */
export function findWindow(
  said: readonly PathEntry[],
  current: ContextWindow | null,
  input: readonly LoggedMessage[],
  keys: readonly number[],
): { readonly window: ContextWindow | null; readonly rest: readonly LoggedMessage[] } | null {
  for (let put = 0; put <= SUMMARY_MESSAGES && put < input.length; put += 1) {
    const first = said.findIndex((_, start) => repeats(said, start, keys, put));
    const kept = said[first];
    if (kept === undefined) continue;
    const rest = input.slice(put + said.length - first);
    const summary = put === 0 ? null : summaryText(input.slice(0, put));
    const isKnown =
      current === null ? kept.isFirst : current.keptFrom === kept.index && current.summary === summary;
    return { window: isKnown ? null : { keptFrom: kept.index, summary }, rest };
  }
  return null;
}

function repeats(said: readonly PathEntry[], start: number, keys: readonly number[], put: number): boolean {
  if (said[start]?.key !== keys[put] || said.length - start > keys.length - put) return false;
  const tail = said.slice(start);
  return tail.some(({ isReply }) => isReply) && tail.every(({ key }, at) => key === keys[put + at]);
}

function summaryText(messages: readonly LoggedMessage[]): string | null {
  const items = messages.flatMap((message) =>
    message.steps().flatMap((step) => (step.kind === 'input' || step.kind === 'reply' ? step.items : [])),
  );
  const text = messageText({ id: messageId(''), senderId: '', items });
  return text === '' ? null : text;
}
