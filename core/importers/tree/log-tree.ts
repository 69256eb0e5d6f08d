import { PackedColumn } from '../readers/packed-column.ts';
import { CUT_KINDS, type CutKind } from '../steps/run-cutter.ts';

/** A record, or several that are one message, in a log whose records name the one they follow. */
export interface TreeNode {
  /** Index of the node that it follows, always a smaller one; -1 for a root. */
  readonly parent: number;
  /** `none`: it links others, and nothing of it is delivered. */
  readonly kind: CutKind | 'none';
  /** What a run that it opens is called; null: named by its place. */
  readonly name: string | null;
}

/** A list of nodes, or what makes each when it is asked for. */
export interface TreeNodes {
  readonly length: number;
  /** @param index Never a negative one. */
  at(index: number): TreeNode | undefined;
  /** Where names are numbered: the same number for the same name; -1 for none. */
  nameNumberAt?(index: number): number;
}

/**
 * What can be told of each node from those that follow it. Linear in the number of nodes, and in flat
 * columns: a log may have a million of them.
 */
export class LogTree {
  readonly nodes: TreeNodes;
  readonly #parents = new PackedColumn(-1, 'rising');
  readonly #kinds: Uint8Array;
  readonly #newestChild = new PackedColumn(-1, 'rising');
  readonly #olderSibling = new PackedColumn(-1, 'rising');
  /** 1: a turn or a reply stands in the node or follows it. */
  readonly #spoken: Uint8Array;

  constructor(nodes: readonly TreeNode[] | TreeNodes) {
    this.nodes = nodes;
    this.#kinds = new Uint8Array(nodes.length);
    this.#spoken = new Uint8Array(nodes.length);
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes.at(index);
      if (node === undefined) continue;
      const { parent, kind } = node;
      this.#kinds[index] = KINDS.indexOf(kind);
      if (isSpoken(kind)) this.#spoken[index] = 1;
      if (parent < 0) continue;
      this.#parents.set(index, parent);
      this.#olderSibling.set(index, this.#newestChild.at(parent));
      this.#newestChild.set(parent, index);
    }
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const parent = this.#parents.at(index);
      if (parent >= 0 && this.#spoken[index] === 1) this.#spoken[parent] = 1;
    }
  }

  parentOf(index: number): number {
    return this.#parents.at(index);
  }

  kindOf(index: number): TreeNode['kind'] {
    return KINDS[this.#kinds[index] ?? 0] ?? 'none';
  }

  /** Turns and replies that no turn and no reply follows: each is the end of a way through the tree. */
  ends(): readonly number[] {
    const ends: number[] = [];
    for (let index = 0; index < this.nodes.length; index += 1) {
      if (isSpoken(this.kindOf(index)) && !this.#leadsOn(index)) ends.push(index);
    }
    return ends;
  }

  /**
   * What hangs on a node without leading on to a turn or a reply, in the order of the log: results of
   * parallel calls, notices. It belongs to every way through the node.
   *
   * @param isOnPath Tells nodes that stand in the way themselves.
   */
  sideRecords(index: number, isOnPath: (node: number) => boolean): readonly number[] {
    if (!this.#hasUnspokenChild(index)) return NO_RECORDS;
    const found: number[] = [];
    const addChildren = (node: number): void => {
      for (let child = this.#newestChild.at(node); child >= 0; child = this.#olderSibling.at(child)) {
        if (this.#spoken[child] !== 1 && !isOnPath(child)) found.push(child);
      }
    };
    addChildren(index);
    for (let next = 0; next < found.length; next += 1) addChildren(found[next] ?? -1);
    return found.length > 1 ? found.sort((left, right) => left - right) : found;
  }

  /** Most nodes have none, and a log may have a million: nothing is made for them. */
  #hasUnspokenChild(index: number): boolean {
    let child = this.#newestChild.at(index);
    while (child >= 0 && this.#spoken[child] === 1) child = this.#olderSibling.at(child);
    return child >= 0;
  }

  #leadsOn(index: number): boolean {
    let child = this.#newestChild.at(index);
    while (child >= 0 && this.#spoken[child] !== 1) child = this.#olderSibling.at(child);
    return child >= 0;
  }
}

const NO_RECORDS: readonly number[] = [];

const KINDS: readonly TreeNode['kind'][] = ['none', ...CUT_KINDS];

function isSpoken(kind: TreeNode['kind']): boolean {
  return kind === 'opening' || kind === 'turn' || kind === 'reply';
}
