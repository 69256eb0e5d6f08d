import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import type { TreeNode, TreeNodes } from '../tree/log-tree.ts';

/** A line, or the lines of one answer, before the tree is built. */
export interface NewNode {
  readonly parent: number;
  readonly kind: TreeNode['kind'];
  /** Of its first line. */
  readonly uuid: string | null;
  readonly lane: number;
  readonly record: number;
  /** The number of its answer's id, or of what stands in for it; -1 for what is no reply. */
  readonly answer: number;
  /** The source gives the answer's id. */
  readonly hasAnswerId: boolean;
  /** The number of the session that this line was copied from, where the line says so; else -1. */
  readonly forkedFrom: number;
  /** Tells a repeated line from another one with the same id. */
  readonly mark: number;
}

/** The nodes of a log, in columns: a log may have a million. */
export class LogNodes implements TreeNodes {
  #count = 0;
  readonly #parents = new PackedColumn(-1, 'rising');
  /** Whether the source gives an answer's id, too. */
  readonly #kinds = new PackedColumn(0);
  readonly #lanes = new PackedColumn(-1);
  readonly #lastRecords = new PackedColumn(-1, 'rising');
  readonly #answers = new PackedColumn(-1);
  readonly #forks = new PackedColumn(-1);
  readonly #uuids = new IdTable();
  readonly #names = new PackedColumn(-1, 'rising');
  /** By the number of an id: the newest node that has it. */
  #nodeOfUuid = new PackedColumn(-1, 'rising');
  #marks = new PackedColumn(0);

  get length(): number {
    return this.#count;
  }

  at(node: number): TreeNode | undefined {
    return node < this.#count ? new NamedNode(this, node) : undefined;
  }

  nameNumberAt(node: number): number {
    return this.#names.at(node);
  }

  nameAt(node: number): string | null {
    const name = this.#names.at(node);
    return name < 0 ? null : this.#uuids.textOf(name);
  }

  parentAt(node: number): number {
    return this.#parents.at(node);
  }

  kindAt(node: number): TreeNode['kind'] {
    return KINDS[this.#kinds.at(node) & KIND_BITS] ?? 'none';
  }

  /** -1 for what is no node. */
  laneAt(node: number): number {
    return this.#lanes.at(node);
  }

  /** Then it is complete. */
  lastRecordAt(node: number): number {
    return this.#lastRecords.at(node);
  }

  /** The number of the answer's id; -1 where the source gives none. */
  answerAt(node: number): number {
    return this.#kinds.at(node) > KIND_BITS ? this.#answers.at(node) : -1;
  }

  /** The number of the session that it was copied from; -1 for none. */
  forkedFromAt(node: number): number {
    return this.#forks.at(node);
  }

  hasMark(node: number, mark: number): boolean {
    return this.#marks.at(node) === mark;
  }

  /** The newest node with a line of this id; -1 for none. */
  named(uuid: string): number {
    const name = this.#uuids.find(uuid);
    return name === null ? -1 : this.#nodeOfUuid.at(name);
  }

  /** A line with this id is part of a node. */
  name(node: number, uuid: string): void {
    this.#nodeOfUuid.set(this.#uuids.add(uuid), node);
  }

  /** One more line of a node. */
  extend(node: number, record: number): void {
    this.#lastRecords.set(node, record);
  }

  add(made: NewNode): number {
    const node = this.#count;
    this.#count += 1;
    this.#parents.set(node, made.parent);
    this.#kinds.set(node, KINDS.indexOf(made.kind) + (made.hasAnswerId ? KIND_BITS + 1 : 0));
    this.#lanes.set(node, made.lane);
    this.#lastRecords.set(node, made.record);
    this.#answers.set(node, made.answer);
    this.#forks.set(node, made.forkedFrom);
    this.#marks.set(node, made.mark);
    if (made.uuid !== null) this.#names.set(node, this.#uuids.add(made.uuid));
    return node;
  }

  /** All lines are read: none will be asked for by its id again. */
  end(): void {
    this.#marks = new PackedColumn(0);
    this.#nodeOfUuid = new PackedColumn(-1);
    this.#uuids.rest();
  }
}

/** Names are asked for far less often than kinds. */
class NamedNode implements TreeNode {
  readonly #nodes: LogNodes;
  readonly #node: number;

  constructor(nodes: LogNodes, node: number) {
    this.#nodes = nodes;
    this.#node = node;
  }

  get parent(): number {
    return this.#nodes.parentAt(this.#node);
  }

  get kind(): TreeNode['kind'] {
    return this.#nodes.kindAt(this.#node);
  }

  get name(): string | null {
    return this.#nodes.nameAt(this.#node);
  }
}

const KIND_BITS = 7;
const KINDS: readonly TreeNode['kind'][] = ['none', 'turn', 'result', 'context', 'reply', 'compaction'];
