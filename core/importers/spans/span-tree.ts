import type { Span } from './span.ts';

/** A span with what can be told of it from those around it. */
export interface SpanNode {
  readonly span: Span;
  readonly parent: SpanNode | null;
  readonly depth: number;
  /** Of a span without a time: when its parent begins, else the span before it in the source. */
  readonly startMs: number;
  /** The nearest agent or tool around it. */
  readonly doer: SpanNode | null;
  /** The nearest model span around it that reports the same request, or the sum of several. */
  readonly wrapper: SpanNode | null;
  /** Its own, else that of the spans around it. */
  readonly threadName: string | null;
  /** A model span around it was billed. */
  readonly isBilledAbove: boolean;
  /** A span in it was billed. */
  isBilledBelow: boolean;
  hasModelBelow: boolean;
  requestsBelow: number;
}

/**
 * The spans of one trace, by start; of those that begin together a parent comes first, then the order of the
 * source counts. Of several spans with one id the first counts. Tolerates parents that are missing and
 * circles. Linear in the number of spans but for the sorting.
 */
export function spanTree(spans: readonly Span[]): readonly SpanNode[] {
  const byId = new Map<string, Span>();
  for (const span of spans) if (!byId.has(span.id)) byId.set(span.id, span);
  const nodes = new Map<Span, SpanNode>();
  let lastStartMs = 0;
  for (const span of byId.values()) {
    for (const next of unplacedWayTo(span, byId, nodes)) {
      const above = next.parentId === null ? undefined : byId.get(next.parentId);
      const parent = above === undefined ? null : (nodes.get(above) ?? null);
      const node = nodeOf(next, parent, next.startMs ?? parent?.startMs ?? lastStartMs);
      nodes.set(next, node);
      lastStartMs = node.startMs;
    }
  }
  const placed = [...nodes.values()];
  // Each span stands behind its parent here, so what is told of a span has come up from below already.
  for (const node of placed.toReversed()) {
    const { span, parent } = node;
    if (parent === null) continue;
    parent.isBilledBelow ||= node.isBilledBelow || span.usage !== null;
    parent.hasModelBelow ||= node.hasModelBelow || span.kind === 'model';
    parent.requestsBelow += node.requestsBelow + (isRequest(node) ? 1 : 0);
  }
  const order = new Map([...byId.values()].map((span, place) => [span, place]));
  const placeOf = ({ span }: SpanNode): number => order.get(span) ?? 0;
  return placed.sort(
    (left, right) =>
      left.startMs - right.startMs || left.depth - right.depth || placeOf(left) - placeOf(right),
  );
}

/** The span and those above it that have no node yet, the uppermost first. */
function unplacedWayTo(
  span: Span,
  byId: ReadonlyMap<string, Span>,
  nodes: ReadonlyMap<Span, SpanNode>,
): readonly Span[] {
  const way = new Set<Span>();
  let next: Span | undefined = span;
  while (next !== undefined && !nodes.has(next) && !way.has(next)) {
    way.add(next);
    next = next.parentId === null ? undefined : byId.get(next.parentId);
  }
  return [...way].reverse();
}

function nodeOf(span: Span, parent: SpanNode | null, startMs: number): SpanNode {
  const isDoer = parent !== null && (parent.span.kind === 'agent' || parent.span.kind === 'tool');
  const isWrapped = parent !== null && parent.span.kind === 'model';
  return {
    span,
    parent,
    depth: parent === null ? 0 : parent.depth + 1,
    startMs,
    doer: isDoer ? parent : (parent?.doer ?? null),
    wrapper: isWrapped ? parent : isDoer ? null : (parent?.wrapper ?? null),
    threadName: span.threadName ?? parent?.threadName ?? null,
    isBilledAbove: parent !== null && (parent.isBilledAbove || (isWrapped && parent.span.usage !== null)),
    isBilledBelow: false,
    hasModelBelow: false,
    requestsBelow: 0,
  };
}

/**
 * Spans around a request report it once more, or the sum of several. A request is the innermost span that
 * was billed; where nothing in it and no model span around it was, the innermost span of a model.
 */
export function isRequest({ span, isBilledAbove, isBilledBelow, hasModelBelow }: SpanNode): boolean {
  if (isBilledBelow) return false;
  if (span.usage !== null) return true;
  return span.kind === 'model' && !hasModelBelow && !isBilledAbove;
}

/** The usage is a sum over requests that the source doesn't show, or that report none themselves. */
export function isSum({ span, hasModelBelow }: SpanNode): boolean {
  return span.kind === 'agent' || (span.kind !== 'model' && hasModelBelow);
}
