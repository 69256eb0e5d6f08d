import { threadId, type ThreadId } from '../../domain/ids.ts';
import { RunNames } from '../steps/run-names.ts';
import type { InputStep } from '../steps/step.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import { stableId } from '../readers/stable-id.ts';
import type { ImportSink } from '../thread-import.ts';
import { ThreadFeed } from '../tree/feed-threads.ts';
import { LogTree } from '../tree/log-tree.ts';
import { branchOf, mainThreadOf } from '../tree/branch-of.ts';
import { planThreads, type NamedThread, type PlannedThread } from '../tree/plan-threads.ts';
import type { LoggedMessage } from './exchange.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { ThreadBeginning } from './exchange-node.ts';

/** A thread of the log on its own way; its branches follow it. */
export interface LoggedThread extends ThreadBeginning {
  readonly threadId: ThreadId;
  /** The thread of the same name that came before; null for the first and for one without a name. */
  readonly besides: ThreadId | null;
  /** Its first message. */
  readonly firstNode: number;
}

export type HeaderOfThread = (thread: LoggedThread) => Omit<WriterHeader, 'threadId' | 'branchOf'>;

/**
 * Delivers the threads of a log. Of all ways from one first message, the longest is the thread and the
 * others are its branches.
 *
 * @param prefix Of the ids of threads that the log doesn't name.
 */
export function deliverExchanges(
  sink: ImportSink,
  log: ExchangeLog,
  prefix: string,
  headerOf: HeaderOfThread,
): void {
  const { nodes } = log;
  const tree = new LogTree({
    length: nodes.length,
    at: (index) => {
      const node = nodes[index];
      return node === undefined ? node : { parent: node.parent, kind: node.kind, name: node.runName };
    },
  });
  const threads = loggedThreads(log, tree.ends(), prefix);
  const byId = new Map(threads.map((thread) => [thread.named.threadId, thread]));
  const plan = planThreads(
    tree,
    threads.map(({ named }) => named),
    (node) => log.numberOf(node),
  );
  const threadOf = (planned: PlannedThread): LoggedThread | null => {
    let first = planned;
    while (first.startsAs !== null) first = first.startsAs.thread;
    const known = byId.get(first.threadId) ?? byId.get(mainThreadOf(first.threadId));
    return known ?? null;
  };
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (planned) => {
      const thread = threadOf(planned);
      const { threadId: id } = planned;
      const named = thread ?? {
        threadId: id,
        threadName: null,
        instructions: [],
        besides: null,
        firstNode: 0,
      };
      const header = headerOf(named);
      return {
        ...header,
        title: planned.isBranch ? null : header.title,
        threadId: id,
        branchOf: branchOf(plan, planned),
      };
    },
    copiedFrom: () => null,
    instructionsOf: (planned) => threadOf(planned)?.instructions.flatMap(instructionSteps) ?? [],
    findsSteps: true,
  });
  nodes.forEach((node, index) => {
    const steps = [...node.steps(), ...node.after];
    node.forgetContent();
    feed.ready(index, steps);
  });
  feed.end();
}

function loggedThreads(
  log: ExchangeLog,
  ends: readonly number[],
  prefix: string,
): readonly (LoggedThread & { readonly named: NamedThread })[] {
  const { nodes } = log;
  const depth = new Int32Array(nodes.length);
  nodes.forEach(({ parent }, index) => {
    depth[index] = parent < 0 ? 0 : (depth[parent] ?? 0) + 1;
  });
  const endsOfRoot = new Map<number, number[]>();
  for (const end of ends) {
    const root = nodes[end]?.root ?? end;
    const known = endsOfRoot.get(root);
    if (known === undefined) endsOfRoot.set(root, [end]);
    else known.push(end);
  }
  const names = new RunNames();
  const firstOfName = new Map<string, ThreadId>();
  return [...endsOfRoot]
    .sort(([left], [right]) => left - right)
    .map(([root, own]) => {
      const leaf = own.reduce((best, end) => ((depth[end] ?? 0) > (depth[best] ?? 0) ? end : best));
      const { threadName = null, instructions = [] } = nodes[root]?.beginning ?? {};
      const id = threadId(names.name(threadName ?? beginningId(log, leaf, prefix), root));
      const besides = threadName === null ? null : (firstOfName.get(threadName) ?? null);
      if (threadName !== null && besides === null) firstOfName.set(threadName, id);
      const branchEnds = own.filter((end) => end !== leaf);
      const named: NamedThread = { threadId: id, leaf, branchEnds };
      return { threadId: id, threadName, instructions, besides, firstNode: root, named };
    });
}

/** The first two messages tell threads apart and stay the same while a thread grows. */
function beginningId(log: ExchangeLog, leaf: number, prefix: string): string {
  let first = leaf;
  let second = -1;
  for (let next = log.nodes[leaf]?.parent ?? -1; next >= 0; next = log.nodes[next]?.parent ?? -1) {
    second = first;
    first = next;
  }
  const keys = second < 0 ? [first] : [first, second];
  return stableId(prefix, keys.map((node) => log.keyOf(node)).join(' '));
}

export function instructionSteps(message: LoggedMessage): readonly InputStep[] {
  return message
    .steps()
    .flatMap((step) => (step.kind === 'input' ? [{ ...step, role: 'instructions' as const }] : []));
}
