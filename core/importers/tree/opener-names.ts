import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import type { TreeNodes } from './log-tree.ts';

/** One name for each opener, whatever threads its run stands in, and never the same for two. */
export class OpenerNames {
  readonly #nodes: TreeNodes;
  /** Numbers the names of nodes that aren't numbered already. */
  readonly #numbers = new IdTable();
  /** By the number of a name: the opener that it was given first. */
  readonly #firstOf = new PackedColumn(-1, 'rising');
  /** How many have wanted a name that several want, and what number those after the first got. */
  readonly #wanted = new Map<number, number>();
  readonly #again = new Map<number, number>();

  constructor(nodes: TreeNodes) {
    this.#nodes = nodes;
  }

  /** The name of this opener is settled. Comes in the order of runs, so that the first has the name as it is. */
  settle(opener: number): void {
    const number = this.#numberOf(opener);
    if (number < 0) return;
    const first = this.#firstOf.at(number);
    if (first < 0) this.#firstOf.set(number, opener);
    if (first < 0 || first === opener || this.#again.has(opener)) return;
    const count = (this.#wanted.get(number) ?? 1) + 1;
    this.#wanted.set(number, count);
    this.#again.set(opener, count);
  }

  /** Null for one without a name. */
  nameOf(opener: number): string | null {
    const name = this.#nodes.at(opener)?.name ?? null;
    const count = this.#again.get(opener);
    return name === null || count === undefined ? name : `${name} (${count})`;
  }

  #numberOf(opener: number): number {
    if (this.#nodes.nameNumberAt !== undefined) return this.#nodes.nameNumberAt(opener);
    const name = this.#nodes.at(opener)?.name ?? null;
    return name === null ? -1 : this.#numbers.add(name);
  }
}
