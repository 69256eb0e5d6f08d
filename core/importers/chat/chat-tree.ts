import type { ConversationId, ThreadId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/thread-title.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { LogTree, type TreeNode, type TreeNodes } from '../tree/log-tree.ts';
import { planThreads, runAt, type PlannedThread } from '../tree/plan-threads.ts';
import type { InputStep } from '../steps/step.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import type { ChatNodes, ReadMessage } from './chat-nodes.ts';
import { parentsFirst, type Placement } from './parents-first.ts';

export interface ChatConversation {
  readonly threadId: ThreadId;
  readonly conversationId: ConversationId;
  readonly format: string;
  readonly title: string | null;
  readonly nodes: ChatNodes;
  /** The last message of the path that is shown; null or unknown: the newest end of a path. */
  readonly activeId: string | null;
}

/**
 * Delivers a conversation that may branch: the active path is the thread, every other end of a path is a
 * branch of its own. Takes any links: missing parents, circles and chains of thousands.
 *
 * @returns False when there is nothing to deliver.
 */
export function deliverConversation(sink: ImportSink, conversation: ChatConversation): boolean {
  const placed = new PlacedNodes(conversation.nodes);
  const tree = new LogTree(placed);
  const ends = tree.ends();
  const leaf = activeLeaf(conversation, placed, ends);
  if (leaf < 0) return false;

  const plan = planThreads(tree, [{ threadId: conversation.threadId, leaf, branchEnds: ends }]);
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => headerOf(conversation, thread),
    copiedFrom: () => null,
    instructionsOf: (thread) => instructionsOf(thread, placed),
    findsSteps: false,
  });
  for (let place = 0; place < placed.length; place += 1) {
    if (plan.ownerOf(place) !== null) feed.ready(place, placed.stepsAt(place));
  }
  feed.end();
  return true;
}

/** Nodes by their places, each behind its parent. */
class PlacedNodes implements TreeNodes {
  readonly length: number;
  readonly #nodes: ChatNodes;
  readonly #placement: Placement;
  /** 1: a turn or a reply stands in the node or above. */
  readonly #hasBegun: Uint8Array;

  constructor(nodes: ChatNodes) {
    this.length = nodes.count;
    this.#nodes = nodes;
    this.#placement = parentsFirst(nodes);
    this.#hasBegun = new Uint8Array(nodes.count);
    for (let place = 0; place < nodes.count; place += 1) {
      const kind = this.kindAt(place);
      const begins = kind === 'turn' || kind === 'reply' || kind === 'result';
      if (begins || this.#hasBegun[this.parentAt(place)] === 1) this.#hasBegun[place] = 1;
    }
  }

  at(place: number): TreeNode {
    const kind = this.kindAt(place);
    const parent = this.parentAt(place);
    if (kind !== 'instructions') return new NamedNode(this, place, parent, kind);
    return { parent, kind: this.#hasBegun[parent] === 1 ? 'context' : 'none', name: null };
  }

  /** Always a smaller one; -1 for a root. */
  parentAt(place: number): number {
    return this.#placement.parents[place] ?? -1;
  }

  idAt(place: number): string {
    return this.#nodes.idAt(this.#indexAt(place));
  }

  kindAt(place: number): ReadMessage['kind'] {
    return this.#nodes.kindAt(this.#indexAt(place));
  }

  stepsAt(place: number): ReadMessage['steps'] {
    return this.#nodes.stepsAt(this.#indexAt(place));
  }

  #indexAt(place: number): number {
    return this.#placement.order[place] ?? -1;
  }
}

/** Names are asked for far less often than kinds. */
class NamedNode implements TreeNode {
  readonly parent: number;
  readonly kind: TreeNode['kind'];
  readonly #nodes: PlacedNodes;
  readonly #place: number;

  constructor(nodes: PlacedNodes, place: number, parent: number, kind: TreeNode['kind']) {
    this.#nodes = nodes;
    this.#place = place;
    this.parent = parent;
    this.kind = kind;
  }

  get name(): string {
    return this.#nodes.idAt(this.#place);
  }
}

function activeLeaf({ activeId }: ChatConversation, placed: PlacedNodes, ends: readonly number[]): number {
  const named = activeId === null ? -1 : firstPlace(placed, (place) => placed.idAt(place) === activeId);
  if (named >= 0 && isOnSpokenPath(named, placed)) return named;
  let newest = -1;
  let newestMs = -Infinity;
  for (const end of ends) {
    const time = placed.stepsAt(end).at(-1)?.atMs ?? -Infinity;
    if (time < newestMs) continue;
    newest = end;
    newestMs = time;
  }
  if (newest >= 0) return newest;
  for (let place = placed.length - 1; place >= 0; place -= 1) if (isContent(placed, place)) return place;
  return -1;
}

function firstPlace({ length }: PlacedNodes, isWanted: (place: number) => boolean): number {
  for (let place = 0; place < length; place += 1) if (isWanted(place)) return place;
  return -1;
}

/** A root without a message is no path. */
function isOnSpokenPath(from: number, placed: PlacedNodes): boolean {
  for (let place = from; place >= 0; place = placed.parentAt(place)) {
    if (isContent(placed, place)) return true;
  }
  return false;
}

function isContent(placed: PlacedNodes, place: number): boolean {
  const kind = placed.kindAt(place);
  return kind !== 'none' && kind !== 'instructions';
}

function headerOf(conversation: ChatConversation, thread: PlannedThread): WriterHeader {
  const { conversationId, format, title } = conversation;
  return {
    threadId: thread.threadId,
    namespace: 'default',
    conversationId,
    format,
    // The first words of a branch tell it from the others.
    title: thread.isBranch ? null : title,
    fallbackTitle: oneLine(title ?? '') || conversation.threadId,
    branchOf: thread.isBranch ? branchOf(conversation, thread) : null,
  };
}

function branchOf({ threadId }: ChatConversation, { startsAs }: PlannedThread): WriterHeader['branchOf'] {
  if (startsAs === null) return { threadId, runId: null };
  return { threadId: startsAs.thread.threadId, runId: runAt(startsAs.thread, startsAs.runCount - 1) };
}

/** A thread that begins like another has them there. */
function instructionsOf(thread: PlannedThread, placed: PlacedNodes): readonly InputStep[] {
  if (thread.runsBefore > 0) return [];
  const found: InputStep[][] = [];
  for (let place = firstEntryOf(thread); place >= 0; place = placed.parentAt(place)) {
    if (placed.kindAt(place) !== 'instructions') continue;
    found.push(placed.stepsAt(place).filter((step) => step.kind === 'input'));
  }
  return found.reverse().flat();
}

/** -1 for a thread without any. */
function firstEntryOf(thread: PlannedThread): number {
  for (let run = 0; run < thread.runCount; run += 1) {
    const start = thread.startOf(run);
    if (start < thread.entryEndOf(run)) return thread.nodeAt(start);
  }
  return -1;
}
