/** Something that names what it follows. */
export interface Linked {
  readonly id: string;
  /** One that isn't there makes it a root. */
  readonly parentId: string | null;
}

export interface Placed<Node> {
  readonly node: Node;
  /** Index of its parent, always a smaller one; -1 for a root. */
  readonly parent: number;
}

/**
 * Nodes as they were given, but for parents that stand behind their children. Takes any links: a circle is
 * cut where it closes, and of two nodes with one id the later is the parent of those that name it. Linear,
 * without recursion.
 */
export function parentsFirst<Node extends Linked>(nodes: readonly Node[]): readonly Placed<Node>[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const placeOf = new Map<Node, number>();
  const placed: Placed<Node>[] = [];
  for (const node of nodes) {
    const chain: Node[] = [];
    const inChain = new Set<Node>();
    let next: Node | undefined = node;
    while (next !== undefined && !placeOf.has(next) && !inChain.has(next)) {
      chain.push(next);
      inChain.add(next);
      next = next.parentId === null ? undefined : byId.get(next.parentId);
    }
    let parent = next === undefined ? -1 : (placeOf.get(next) ?? -1);
    for (const link of chain.reverse()) {
      placed.push({ node: link, parent });
      parent = placed.length - 1;
      placeOf.set(link, parent);
    }
  }
  return placed;
}
