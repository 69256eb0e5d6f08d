import type { InputItem } from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';
import type { ModelCall } from '../domain/model-call.ts';

/** A model call within its run: `[replyAt, replyEnd)` of the run's messages is its reply. */
export interface PlacedCall {
  readonly replyAt: number;
  readonly replyEnd: number;
  /** What the source tells of this very call; null when it tells nothing, or only of several calls at once. */
  readonly call: ModelCall | null;
}

/**
 * The model calls of a run, in order: the source's own where it tells where they stand, else one before
 * each stretch of replies. A reply is a message with assistant text, a function call or reasoning;
 * replies with neither a result nor a user message between them are one.
 */
export function placeModelCalls(
  messages: readonly Message[],
  calls: readonly ModelCall[],
): readonly PlacedCall[] {
  const stretches = replyStretches(messages);
  const own = calls.filter((call) => call.perCall && tellsSomething(call));
  const placed = own.filter((call) => call.replyAt !== null);
  if (placed.length > 0) return mergeOwnCalls(stretches, placed, messages.length);
  // Calls without a place are told apart by their order alone, which is sure only when none is missing.
  if (own.length === stretches.length) {
    return stretches.map((stretch, index) => placedAt(stretch, own[index] ?? null));
  }
  return stretches.map((stretch) => placedAt(stretch, null));
}

/** A place alone is one that the importer has worked out from the messages, as is done here. */
function tellsSomething(call: ModelCall): boolean {
  return call.reported || call.atMs !== null || call.model !== null;
}

interface Stretch {
  readonly replyAt: number;
  readonly replyEnd: number;
}

/** Field by field: spreading is a measurable part of a long import. */
function placedAt({ replyAt, replyEnd }: Stretch, call: ModelCall | null): PlacedCall {
  return { replyAt, replyEnd, call };
}

/** A stretch that no call of the source stands in gets one of its own: its reply came from somewhere. */
function mergeOwnCalls(
  stretches: readonly Stretch[],
  own: readonly ModelCall[],
  messageCount: number,
): readonly PlacedCall[] {
  const calls = own
    .map((call) => ({ call, at: Math.min(Math.max(0, call.replyAt ?? 0), messageCount) }))
    .sort((left, right) => left.at - right.at);
  const placed: PlacedCall[] = [];
  let next = 0;
  for (const stretch of stretches) {
    next = pushCallsBefore(placed, calls, next, stretch.replyAt);
    const first = next;
    while (next < calls.length && (calls[next]?.at ?? messageCount) < stretch.replyEnd) next += 1;
    const inside = calls.slice(first, next);
    if (inside.length === 0) placed.push({ ...stretch, call: null });
    inside.forEach(({ call, at }, index) => {
      // The first one's reply begins where the stretch does, wherever in it the source points.
      const replyAt = index === 0 ? stretch.replyAt : at;
      placed.push({ replyAt, replyEnd: inside[index + 1]?.at ?? stretch.replyEnd, call });
    });
  }
  pushCallsBefore(placed, calls, next, messageCount + 1);
  return placed;
}

/** Calls that left no reply: they failed, or it isn't in the export. */
function pushCallsBefore(
  placed: PlacedCall[],
  calls: readonly { readonly call: ModelCall; readonly at: number }[],
  from: number,
  before: number,
): number {
  let next = from;
  for (; next < calls.length; next += 1) {
    const entry = calls[next];
    if (entry === undefined || entry.at >= before) break;
    placed.push({ replyAt: entry.at, replyEnd: entry.at, call: entry.call });
  }
  return next;
}

function replyStretches(messages: readonly Message[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let replyAt: number | null = null;
  let replyEnd = 0;
  // Start of the provider-run tool calls just before: they belong to the reply that follows them.
  let serverItemsAt: number | null = null;
  let index = -1;
  for (const message of messages) {
    index += 1;
    const kind = kindOf(message);
    if (kind === 'reply') {
      replyAt ??= serverItemsAt ?? index;
      replyEnd = index + 1;
    } else if (kind === 'server') {
      if (replyAt === null) serverItemsAt ??= index;
      else replyEnd = index + 1;
    } else if (kind === 'input') {
      if (replyAt !== null) stretches.push({ replyAt, replyEnd });
      replyAt = null;
    }
    if (kind !== 'server') serverItemsAt = null;
  }
  if (replyAt !== null) stretches.push({ replyAt, replyEnd });
  return stretches;
}

type MessageKind = 'reply' | 'server' | 'input' | 'other';

function kindOf(message: Message): MessageKind {
  let kind: MessageKind = 'other';
  for (const item of message.items) {
    const itemKind = kindOfItem(item);
    if (itemKind === 'reply') return 'reply';
    if (itemKind === 'input' || kind === 'other') kind = itemKind;
  }
  return kind;
}

function kindOfItem(item: InputItem): MessageKind {
  switch (item.type) {
    case 'message':
      return item.role === 'assistant' ? 'reply' : 'input';
    case 'function_call':
    case 'reasoning':
      return 'reply';
    case 'function_call_output':
      return 'input';
    case 'web_search_call':
    case 'code_interpreter_call':
    case 'image_generation_call':
      return 'server';
    case 'unknown':
      return kindOfType(item.raw['type']);
  }
}

/** Newer kinds of tool calls, by how providers name them: what the caller runs ends in `_call`, its result in `_output`. */
function kindOfType(type: unknown): MessageKind {
  if (typeof type !== 'string') return 'other';
  if (type.startsWith('mcp_') || type === 'file_search_call') return 'server';
  if (type.endsWith('_call')) return 'reply';
  return type.endsWith('_output') ? 'input' : 'other';
}
