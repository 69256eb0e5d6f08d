import { threadId, type ThreadId } from '../../domain/ids.ts';
import type { ImportSink } from '../thread-import.ts';
import { AgentScopes } from './agent-scopes.ts';
import { SpanThread } from './span-thread.ts';
import { isRequest, spanTree, type SpanNode } from './span-tree.ts';
import type { Trace, TraceSource } from './trace.ts';

export interface TraceDelivery {
  readonly sink: ImportSink;
  readonly format: string;
  /** Agents that stand side by side in a trace, each with a turn of its own, are runs of their own. */
  readonly agentsAreRuns: boolean;
}

/**
 * Delivers traces: each is a run of the thread that its conversation is. What an agent did that a tool or
 * another agent had started is a thread of its own. A thread ends as soon as no trace is left that names its
 * conversation.
 */
export function deliverTraces(traces: TraceSource, delivery: TraceDelivery): void {
  const { table } = traces;
  const threads = new Map<string, SpanThread>();
  let place = 0;
  const end = (thread: SpanThread): void => {
    if (threads.get(thread.id) !== thread || table.lastPlaceOf(thread.id) > place) return;
    threads.delete(thread.id);
    for (const started of thread.takeStarted()) end(started);
    thread.end();
  };
  for (const { trace, names } of table.inTimeOrder((number) => traces.startMsOf(number))) {
    const read = traces.read(trace);
    new TraceReader(read, threads, delivery).deliver();
    for (const name of [...names, read.id]) {
      const thread = threads.get(name);
      if (thread !== undefined) end(thread);
    }
    place += 1;
  }
  for (const thread of threads.values()) thread.end();
}

class TraceReader {
  readonly #trace: Trace;
  readonly #threads: Map<string, SpanThread>;
  readonly #delivery: TraceDelivery;
  readonly #nodes: readonly SpanNode[];
  readonly #scopes: AgentScopes;
  readonly #threadName: string | null;
  readonly #opened = new Set<SpanThread>();

  constructor(trace: Trace, threads: Map<string, SpanThread>, delivery: TraceDelivery) {
    this.#trace = trace;
    this.#threads = threads;
    this.#delivery = delivery;
    this.#nodes = spanTree(trace.spans);
    this.#scopes = new AgentScopes(this.#nodes);
    this.#threadName =
      trace.threadName ?? this.#nodes.find(({ threadName }) => threadName !== null)?.threadName ?? null;
  }

  deliver(): void {
    const hasAgentRuns = this.#delivery.agentsAreRuns && this.#scopes.outermostAgents > 1;
    const answers = new Set<string>();
    for (const node of this.#nodes) {
      if (this.#isResult(node)) this.#threadOf(node).addTool(node.span);
      if (!isRequest(node)) continue;
      // Two writers of one trace may record the same answer side by side.
      const { answerId } = node.span;
      if (answerId !== null && answers.has(answerId)) continue;
      if (answerId !== null) answers.add(answerId);
      const isOwn = hasAgentRuns && this.#scopes.rootOf(node) === null;
      const agent = isOwn ? this.#scopes.outermostAgentOf(node) : null;
      this.#threadOf(node).addCall(node, agent?.span.id ?? null);
    }
    if (this.#opened.size === 0) this.#addBare();
    for (const thread of this.#opened) thread.endTrace();
  }

  #isResult({ span, doer }: SpanNode): boolean {
    // A tool inside a tool is how the outer one works.
    return span.kind === 'tool' && doer?.span.kind !== 'tool';
  }

  #addBare(): void {
    if (this.#trace.input().length + this.#trace.output().length === 0) return;
    this.#mainThread(null).addBare(this.#trace);
  }

  #threadOf(node: SpanNode): SpanThread {
    const root = this.#scopes.rootOf(node);
    if (root === null) return this.#mainThread(node.threadName);
    // A tool whose work is a thread was itself called in the thread around it.
    const starter = this.#starterOf(root);
    const id = threadId(`${starter.id}/agent-${root.span.id}`);
    return this.#open(id, root.span.name, starter);
  }

  #starterOf(root: SpanNode): SpanThread {
    const { doer } = root;
    if (doer === null) return this.#mainThread(root.threadName);
    const around = this.#scopes.rootOf(doer);
    return around === root ? this.#mainThread(root.threadName) : this.#threadOf(doer);
  }

  #mainThread(own: string | null): SpanThread {
    const { id, name } = this.#trace;
    return this.#open(threadId(own ?? this.#threadName ?? id), name ?? id, null);
  }

  #open(id: ThreadId, fallbackTitle: string, starter: SpanThread | null): SpanThread {
    let thread = this.#threads.get(id);
    if (thread === undefined) {
      const { sink, format } = this.#delivery;
      thread = new SpanThread(sink, { id, format, fallbackTitle, starter, trace: this.#trace });
      this.#threads.set(id, thread);
    }
    thread.openTrace(this.#trace);
    this.#opened.add(thread);
    return thread;
  }
}
