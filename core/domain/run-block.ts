import type { MessageId, RunId, SummaryId } from './ids.ts';
import type { Message } from './message.ts';

/** The run that produced a message, or the stored summary that stands in its place. */
export type MessageOrigin =
  | { readonly kind: 'run'; readonly runId: RunId }
  | { readonly kind: 'summary'; readonly summaryId: SummaryId };

export interface RunBlock {
  /** Null when none of the block's messages could be placed. */
  readonly origin: MessageOrigin | null;
  readonly messages: readonly Message[];
}

/**
 * Splits messages, in order, into contiguous blocks of one origin.
 *
 * An origin that comes back later opens a new block. Reopening the earlier one would file its messages
 * under a run they don't follow, and a keep window counted in blocks would then cut in the wrong place.
 * Adjacent unplaced messages share a block: fewer blocks means the window keeps more, the safe error.
 *
 * @returns As many messages as went in, in the same order. Empty for no messages.
 *
 * Source: `summariser/llm_summarizer.go`, `groupIntoRuns`.
 */
export function groupIntoRunBlocks(
  messages: readonly Message[],
  originOf: ReadonlyMap<MessageId, MessageOrigin>,
): readonly RunBlock[] {
  const blocks: { readonly origin: MessageOrigin | null; readonly messages: Message[] }[] = [];
  let open: (typeof blocks)[number] | undefined;
  for (const message of messages) {
    const origin = originOf.get(message.id) ?? null;
    if (open === undefined || !isSameOrigin(open.origin, origin)) {
      open = { origin, messages: [] };
      blocks.push(open);
    }
    open.messages.push(message);
  }
  return blocks;
}

/** Two unplaced messages count as being of one origin. */
export function isSameOrigin(left: MessageOrigin | null, right: MessageOrigin | null): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (left.kind === 'run') return right.kind === 'run' && left.runId === right.runId;
  return right.kind === 'summary' && left.summaryId === right.summaryId;
}

/**
 * The summary boundary that covering these blocks would set: the newest run among them. Null when
 * none of them is a run: a summary's id as a boundary would never apply on reload.
 */
export function newestRunOf(blocks: readonly RunBlock[]): RunId | null {
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const origin = blocks[index]?.origin;
    if (origin?.kind === 'run') return origin.runId;
  }
  return null;
}
