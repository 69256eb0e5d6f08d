import type { CutKind } from '../steps/run-cutter.ts';

/** A record, or several that are one message, in a log whose records name the one they follow. */
export interface TreeNode {
  /** Index of the node that it follows, always a smaller one; -1 for a root. */
  readonly parent: number;
  /** `none`: it links others, and nothing of it is delivered. */
  readonly kind: CutKind | 'none';
  /** What a run that it opens is called; null: named by its place. */
  readonly name: string | null;
}

/** What can be told of each node from those that follow it. Linear in the number of nodes. */
export class LogTree {
  readonly nodes: readonly TreeNode[];
  readonly #children: readonly (readonly number[])[];
  /** A turn or a reply stands in the node or follows it. */
  readonly #spoken: readonly boolean[];

  constructor(nodes: readonly TreeNode[]) {
    this.nodes = nodes;
    const children: number[][] = nodes.map(() => []);
    const spoken = nodes.map(isSpoken);
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const parent = nodes[index]?.parent ?? -1;
      if (parent < 0) continue;
      children[parent]?.push(index);
      if (spoken[index] === true) spoken[parent] = true;
    }
    this.#children = children;
    this.#spoken = spoken;
  }

  /** Turns and replies that no turn and no reply follows: each is the end of a way through the tree. */
  ends(): readonly number[] {
    return this.nodes.flatMap((node, index) =>
      isSpoken(node) && !this.#childrenOf(index).some((child) => this.#spoken[child] === true) ? [index] : [],
    );
  }

  /**
   * What hangs on a node without leading on to a turn or a reply, in the order of the log: results of
   * parallel calls, notices. It belongs to every way through the node.
   *
   * @param path Nodes that stand in the way themselves.
   */
  sideRecords(index: number, path: ReadonlySet<number>): readonly number[] {
    const isAside = (child: number): boolean => this.#spoken[child] !== true && !path.has(child);
    const found: number[] = [];
    const open = this.#childrenOf(index).filter(isAside);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      found.push(next);
      for (const child of this.#childrenOf(next)) if (isAside(child)) open.push(child);
    }
    return found.sort((left, right) => left - right);
  }

  #childrenOf(index: number): readonly number[] {
    return this.#children[index] ?? [];
  }
}

function isSpoken({ kind }: TreeNode): boolean {
  return kind === 'turn' || kind === 'reply';
}
