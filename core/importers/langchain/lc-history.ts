import { textOrJson } from '../raw-record.ts';
import type { Step } from '../steps/step.ts';
import { contentText, isSummary, removedId, type LcMessage } from './lc-message.ts';
import { foldChunks } from './lc-chunks.ts';
import { lcCompaction, type LcSteps } from './lc-steps.ts';

/** A message of a list, as it goes into the thread. */
export interface PlacedMessage {
  readonly words: string;
  readonly steps: readonly Step[];
}

export interface ReadHistory {
  /** One after another, and once: a list may be long. */
  readonly messages: Iterable<PlacedMessage>;
  /** Messages that the list itself takes back, and that were not the oldest. */
  readonly deleted: number;
}

/**
 * Reads a list of messages as the log of changes that it may be. Removing the oldest messages shortens
 * the context, so they stay in the thread and a boundary stands there, with the summary that came in
 * their place if one did. Others that are removed were taken back.
 */
export function readHistory(list: readonly LcMessage[], reader: LcSteps): ReadHistory {
  const messages = foldChunks(list);
  const plan = planRemovals(messages);
  return { messages: placedMessages(messages, plan, reader), deleted: plan.deleted };
}

function* placedMessages(
  messages: readonly LcMessage[],
  plan: RemovalPlan,
  reader: LcSteps,
): Generator<PlacedMessage, void, undefined> {
  for (const [index, message] of messages.entries()) {
    if (plan.leftOut.has(index)) continue;
    const drop = plan.drops.get(index);
    if (drop !== undefined) yield { words: '', steps: [lcCompaction(null, drop.keptFromId, null)] };
    else if (message.kind !== 'remove' && isSummary(message)) {
      const text = contentText(message.fields['content']);
      yield { words: text, steps: [lcCompaction(text, plan.keptFrom.get(index) ?? null, null)] };
    } else if (message.kind !== 'remove') yield { words: wordsOf(message), steps: reader.of(message) };
  }
}

export function wordsOf({ kind, fields }: LcMessage): string {
  const { role, tool_call_id: callId, tool_calls: calls } = fields;
  const told = [kind === 'chat' ? role : kind, contentText(fields['content']), callId, calls];
  return told.map((part) => textOrJson(part) ?? '').join('\n');
}

interface RemovalPlan {
  /** Taken back, or there a second time. */
  readonly leftOut: ReadonlySet<number>;
  readonly deleted: number;
  /** By the first of the removals that shorten the context without a summary. */
  readonly drops: ReadonlyMap<number, { readonly keptFromId: string | null }>;
  /** By the place of a summary: the first message that was kept. */
  readonly keptFrom: ReadonlyMap<number, string>;
}

function planRemovals(messages: readonly LcMessage[]): RemovalPlan {
  const leftOut = new Set<number>();
  const drops = new Map<number, { readonly keptFromId: string | null }>();
  const keptFrom = new Map<number, string>();
  /** What the list holds at this point, oldest first. */
  let state: number[] = [];
  const firstOf = new Map<string, number>();
  let deleted = 0;
  let lastSummary: number | null = null;

  messages.forEach((message, index) => {
    if (message.kind === 'remove') {
      if (messages[index - 1]?.kind === 'remove') return;
      const removed = removedFrom(messages, index, state);
      const oldest = state.findIndex((place) => !removed.has(place));
      const prefix = oldest < 0 ? state.length : oldest;
      for (const place of state.slice(prefix)) {
        if (!removed.has(place)) continue;
        leftOut.add(place);
        deleted += 1;
      }
      state = state.filter((place) => !removed.has(place));
      const end = messages.findIndex((later, at) => at > index && later.kind !== 'remove');
      const next = messages[end];
      const isSummed = index - 1 === lastSummary || (next !== undefined && isSummary(next));
      if (prefix > 0 && !isSummed) drops.set(index, { keptFromId: messages[state[0] ?? -1]?.id ?? null });
      return;
    }
    if (isSummary(message)) lastSummary = index;
    const { id } = message;
    const first = id === null ? undefined : firstOf.get(id);
    if (id !== null && first !== undefined) {
      // Kept when everything was removed, or put in once more.
      leftOut.add(index);
      if (lastSummary !== null && first < lastSummary && !keptFrom.has(lastSummary))
        keptFrom.set(lastSummary, id);
      if (!state.includes(first)) state.push(first);
      return;
    }
    if (id !== null) firstOf.set(id, index);
    // Instructions stay where they are when older messages go.
    if (message.kind !== 'system') state.push(index);
  });
  return { leftOut, deleted, drops, keptFrom };
}

/** Places that this removal and those next to it name. */
function removedFrom(
  messages: readonly LcMessage[],
  start: number,
  state: readonly number[],
): ReadonlySet<number> {
  const named = new Set<string>();
  for (let at = start; messages[at]?.kind === 'remove'; at += 1) {
    const message = messages[at];
    const id = message === undefined ? null : removedId(message);
    if (id === null) return new Set(state);
    named.add(id);
  }
  return new Set(state.filter((place) => named.has(messages[place]?.id ?? '')));
}
