import type { ConversationId, RunId, ThreadId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/thread-title.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { LogTree, type TreeNode } from '../tree/log-tree.ts';
import { planThreads, runIdsOf, type PlannedThread } from '../tree/plan-threads.ts';
import type { InputStep, Step } from '../steps/step.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { parentsFirst, type Placed } from './parents-first.ts';

/** A message of a conversation whose messages name the one they follow. */
export interface ChatNode {
  readonly id: string;
  /** One that isn't in the conversation makes the node a root. */
  readonly parentId: string | null;
  /**
   * `instructions`: of the whole thread where no turn and no reply stands above, else like `context`.
   * `none`: it links others, and nothing of it is delivered.
   */
  readonly kind: TreeNode['kind'] | 'instructions';
  /** Empty for `none`. */
  readonly steps: readonly Step[];
}

export interface ChatConversation {
  readonly threadId: ThreadId;
  readonly conversationId: ConversationId;
  readonly format: string;
  readonly title: string | null;
  /** In the order of the file, which need not be the order of their links. */
  readonly nodes: readonly ChatNode[];
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
  const placed = parentsFirst(conversation.nodes);
  const treeNodes = toTreeNodes(placed);
  const tree = new LogTree(treeNodes);
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
  placed.forEach(({ node }, index) => {
    feed.ready(index, node.steps);
  });
  feed.end();
  return true;
}

type PlacedNode = Placed<ChatNode>;

function toTreeNodes(placed: readonly PlacedNode[]): readonly TreeNode[] {
  const hasBegun: boolean[] = [];
  return placed.map(({ node, parent }, index) => {
    const began = parent >= 0 && hasBegun[parent] === true;
    const { kind } = node;
    hasBegun[index] = began || kind === 'turn' || kind === 'reply' || kind === 'result';
    if (kind === 'instructions') return { parent, kind: began ? 'context' : 'none', name: null };
    return { parent, kind, name: node.id };
  });
}

function activeLeaf(
  { activeId }: ChatConversation,
  placed: readonly PlacedNode[],
  ends: readonly number[],
): number {
  const named = activeId === null ? -1 : placed.findIndex(({ node }) => node.id === activeId);
  if (named >= 0 && isOnSpokenPath(named, placed)) return named;
  let newest = -1;
  let newestMs = -Infinity;
  for (const end of ends) {
    const time = placed[end]?.node.steps.at(-1)?.atMs ?? -Infinity;
    if (time < newestMs) continue;
    newest = end;
    newestMs = time;
  }
  return newest >= 0 ? newest : placed.findLastIndex(({ node }) => isContent(node));
}

/** A root without a message is no path. */
function isOnSpokenPath(index: number, placed: readonly PlacedNode[]): boolean {
  for (let next = index; next >= 0; next = placed[next]?.parent ?? -1) {
    const node = placed[next]?.node;
    if (node !== undefined && isContent(node)) return true;
  }
  return false;
}

function isContent({ kind }: ChatNode): boolean {
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
  const run: RunId | undefined = runIdsOf(startsAs.thread)[startsAs.runCount - 1];
  return { threadId: startsAs.thread.threadId, runId: run ?? null };
}

function instructionsOf(thread: PlannedThread, placed: readonly PlacedNode[]): readonly InputStep[] {
  const [first] = thread.runs.flatMap(({ entries }) => entries.slice(0, 1));
  const found: InputStep[][] = [];
  for (let next = first ?? -1; next >= 0; next = placed[next]?.parent ?? -1) {
    const node = placed[next]?.node;
    if (node?.kind === 'instructions') found.push(node.steps.filter((step) => step.kind === 'input'));
  }
  return found.reverse().flat();
}
