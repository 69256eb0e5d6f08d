import { isRequest, type SpanNode } from './span-tree.ts';

/** Agents that start agents that start agents: beyond this, what they do counts as their starter's work. */
const DEEPEST_AGENT = 30;

/** Tells for which agent of a trace each span works. Linear in the number of spans but for sorting. */
export class AgentScopes {
  readonly #roots = new Map<SpanNode, SpanNode | null>();
  readonly #outermost = new Map<SpanNode, SpanNode | null>();
  /** Agents and tools that ask a model on their own. */
  readonly #callers = new Set<SpanNode>();
  readonly #depth = new Map<SpanNode, number>();
  /** Agents around which there is no other, and which ask a model or have one asked. */
  readonly outermostAgents: number;

  constructor(nodes: readonly SpanNode[]) {
    for (const node of nodes) if (isRequest(node) && node.doer !== null) this.#callers.add(node.doer);
    let outermostAgents = 0;
    // What stands around a span has to be known before it.
    for (const node of nodes.toSorted((left, right) => left.depth - right.depth)) {
      this.#roots.set(node, this.#findRoot(node));
      const above = node.parent === null ? null : (this.#outermost.get(node.parent) ?? null);
      this.#outermost.set(node, above ?? (node.span.kind === 'agent' ? node : null));
      const isAtWork = node.requestsBelow > 0 || isRequest(node);
      if (above === null && node.span.kind === 'agent' && isAtWork) outermostAgents += 1;
    }
    this.outermostAgents = outermostAgents;
  }

  /** The agent, or the tool, whose work is a thread of its own; null: the trace's own thread. */
  rootOf(node: SpanNode): SpanNode | null {
    return this.#roots.get(node) ?? null;
  }

  outermostAgentOf(node: SpanNode): SpanNode | null {
    return this.#outermost.get(node) ?? null;
  }

  #findRoot(node: SpanNode): SpanNode | null {
    const { doer, span } = node;
    if (doer === null) return null;
    const around = this.rootOf(doer);
    const depth = around === null ? 0 : (this.#depth.get(around) ?? 0);
    if (depth >= DEEPEST_AGENT) return around;
    const root = this.#ownRoot(span.kind, node, doer) ?? around;
    if (root !== null && root !== around) this.#depth.set(root, depth + 1);
    return root;
  }

  #ownRoot(kind: SpanNode['span']['kind'], node: SpanNode, doer: SpanNode): SpanNode | null {
    // An agent that works for a tool, or for another agent that asks a model on its own.
    if (kind === 'agent') return doer.span.kind === 'tool' || this.#callers.has(doer) ? node : null;
    // A tool that asks a model without being an agent's.
    return doer.span.kind === 'tool' && this.#callers.has(doer) ? doer : null;
  }
}
