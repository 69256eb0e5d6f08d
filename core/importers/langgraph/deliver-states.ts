import { conversationId, threadId, type ThreadId } from '../../domain/ids.ts';
import { wordsOf } from '../langchain/lc-history.ts';
import { stableId } from '../readers/stable-id.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { LogTree } from '../tree/log-tree.ts';
import { branchOf } from '../tree/branch-of.ts';
import { planThreads, type ThreadPlan } from '../tree/plan-threads.ts';
import type { GraphState } from './graph-state.ts';
import { StateTree } from './state-tree.ts';

/** One graph of a thread. */
interface Graph {
  readonly id: ThreadId;
  readonly namespace: string;
  readonly tree: StateTree;
  readonly plan: ThreadPlan;
}

/** Delivers the threads of some states: one for each graph, those inside others as started by them. */
export function deliverStates(sink: ImportSink, format: string, states: readonly GraphState[]): number {
  let count = 0;
  for (const own of byThread(states).values()) {
    const id = threadId(own.find((state) => state.threadId !== null)?.threadId ?? beginningId(own));
    const graphs = [...byNamespace(own)].map(([namespace, list]) => graphOf(id, namespace, inOrder(list)));
    const main = graphs.find(({ namespace }) => namespace === '') ?? null;
    for (const graph of graphs) {
      if (graph.tree.nodes.length === 0) continue;
      deliverGraph(sink, format, graph, main);
      count += 1;
    }
  }
  return count;
}

function graphOf(thread: ThreadId, namespace: string, states: readonly GraphState[]): Graph {
  const tree = new StateTree(states);
  const id = namespace === '' ? thread : threadId(`${thread}/${namespace}`);
  const [leaf = -1, ...branchEnds] = tree.leaves();
  const named = leaf < 0 ? [] : [{ threadId: id, leaf, branchEnds }];
  return { id, namespace, tree, plan: planThreads(new LogTree(tree.nodes), named) };
}

function deliverGraph(sink: ImportSink, format: string, graph: Graph, main: Graph | null): void {
  const { tree, plan, id, namespace } = graph;
  const isInside = main !== null && main !== graph;
  // A graph inside another may share its messages; their calls count there.
  const counted: ReadonlySet<string> = isInside ? main.tree.replyIds() : new Set();
  const startedBy = isInside ? { startedBy: starterOf(namespace, main) } : {};
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread): WriterHeader => ({
      threadId: thread.threadId,
      namespace: 'default',
      conversationId: conversationId(main?.id ?? id),
      format,
      title: null,
      fallbackTitle: thread.threadId,
      branchOf: branchOf(plan, thread),
      ...startedBy,
    }),
    copiedFrom: (node) => (counted.has(tree.messageIdOf(node) ?? '') ? (main?.id ?? null) : null),
    instructionsOf: () => tree.instructions(),
    findsSteps: true,
  });
  let node = 0;
  for (const steps of tree.steps()) {
    feed.ready(node, steps);
    node += 1;
  }
  feed.end();
}

/** A namespace ends in the id of the task that the graph was started for. */
function starterOf(namespace: string, main: Graph): NonNullable<WriterHeader['startedBy']> {
  const taskId = namespace.slice(namespace.lastIndexOf(':') + 1);
  const place = main.plan.placeOf(main.tree.endOfTask(taskId));
  return { threadId: place?.thread.threadId ?? main.id, runId: place?.run?.id ?? null };
}

function byThread(states: readonly GraphState[]): ReadonlyMap<string, readonly GraphState[]> {
  return grouped(states, (state) => state.threadId ?? '');
}

function byNamespace(states: readonly GraphState[]): ReadonlyMap<string, readonly GraphState[]> {
  return grouped(states, (state) => state.namespace);
}

function grouped<Key>(
  states: readonly GraphState[],
  keyOf: (state: GraphState) => Key,
): ReadonlyMap<Key, readonly GraphState[]> {
  const groups = new Map<Key, GraphState[]>();
  for (const state of states) {
    const known = groups.get(keyOf(state));
    if (known === undefined) groups.set(keyOf(state), [state]);
    else known.push(state);
  }
  return groups;
}

/** Histories come newest first; a state goes behind the one that it follows, wherever that stands. */
function inOrder(states: readonly GraphState[]): readonly GraphState[] {
  const oldestFirst = isNewestFirst(states) ? [...states].reverse() : states;
  const byId = new Map(
    oldestFirst.flatMap((state) => (state.id === null ? [] : [[state.id, state] as const])),
  );
  const placed = new Set<GraphState>();
  for (const state of oldestFirst) {
    const chain: GraphState[] = [];
    const seen = new Set<GraphState>();
    let next: GraphState | undefined = state;
    while (next !== undefined && !placed.has(next) && !seen.has(next)) {
      seen.add(next);
      chain.push(next);
      next = next.parentId === null ? undefined : byId.get(next.parentId);
    }
    for (const link of chain.reverse()) placed.add(link);
  }
  return [...placed];
}

function isNewestFirst(states: readonly GraphState[]): boolean {
  const [first, last] = [states[0], states.at(-1)];
  if (first === undefined || last === undefined || first.id === null) return false;
  if (first.atMs !== null && last.atMs !== null && first.atMs !== last.atMs) return first.atMs > last.atMs;
  return (first.step ?? 0) > (last.step ?? 0);
}

/** A thread without a name is called after its first two messages. */
function beginningId(states: readonly GraphState[]): string {
  const longest = states.reduce<GraphState | null>(
    (best, state) => (state.messages.length > (best?.messages.length ?? 0) ? state : best),
    null,
  );
  const beginning = (longest?.messages ?? [])
    .slice(0, 2)
    .map((message) => `${message.id ?? ''} ${wordsOf(message)}`);
  return stableId('graph', beginning.join('\n'));
}
