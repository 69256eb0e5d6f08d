import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';

/** Finds the node of each answer in a lane, by what the lines of one answer have in common. */
export class Answers {
  readonly #ids = new IdTable();
  /** By answer: the node that had it first, and that node's lane. */
  readonly #nodes = new PackedColumn(-1);
  readonly #lanes = new PackedColumn(-1);
  /** Of answers that several lanes have: the nodes in lanes after the first. */
  readonly #others = new IdTable();
  readonly #otherNodes = new PackedColumn(-1);

  /** The number of an answer, whether it is known or not. */
  numberOf(id: string): number {
    return this.#ids.add(id);
  }

  /** The node of an answer in a lane; -1 for none. */
  nodeOf(answer: number, lane: number): number {
    if (this.#lanes.at(answer) === lane) return this.#nodes.at(answer);
    const other = this.#others.size === 0 ? null : this.#others.find(otherKey(answer, lane));
    return other === null ? -1 : this.#otherNodes.at(other);
  }

  /** @param node The first of this answer in this lane. */
  add(answer: number, lane: number, node: number): void {
    if (this.#lanes.at(answer) < 0) {
      this.#lanes.set(answer, lane);
      this.#nodes.set(answer, node);
    } else {
      this.#otherNodes.set(this.#others.add(otherKey(answer, lane)), node);
    }
  }
}

function otherKey(answer: number, lane: number): string {
  return `${answer} ${lane}`;
}
