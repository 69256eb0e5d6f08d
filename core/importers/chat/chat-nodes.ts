import type { Entries } from '../readers/entries.ts';
import type { Step } from '../steps/step.ts';
import type { TreeNode } from '../tree/log-tree.ts';

/** What a message of a conversation is. */
export interface ReadMessage {
  /**
   * `instructions`: of the whole thread where no turn and no reply stands above, else like `context`.
   * `none`: it links others, and nothing of it is delivered.
   */
  readonly kind: TreeNode['kind'] | 'instructions';
  /** Empty for `none`. */
  readonly steps: readonly Step[];
}

/** A message of a conversation whose messages name the one they follow. */
export interface ChatNode extends ReadMessage {
  readonly id: string;
  /** One that isn't in the conversation makes the node a root. */
  readonly parentId: string | null;
}

/** In the order of the file, which need not be the order of their links. */
export interface ChatNodes {
  readonly count: number;
  idAt(index: number): string;
  /** Index of the node that it follows, wherever that stands; -1 for a root. */
  parentAt(index: number): number;
  kindAt(index: number): ReadMessage['kind'];
  /** Of a large conversation they are read again each time. */
  stepsAt(index: number): readonly Step[];
}

export function listedNodes(nodes: readonly ChatNode[]): ChatNodes {
  const parents = parentIndexes(
    nodes.map(({ id }) => id),
    nodes.map(({ parentId }) => parentId),
  );
  return {
    count: nodes.length,
    idAt: (index) => nodes[index]?.id ?? '',
    parentAt: (index) => parents[index] ?? -1,
    kindAt: (index) => nodes[index]?.kind ?? 'none',
    stepsAt: (index) => nodes[index]?.steps ?? [],
  };
}

export function idsOf(nodes: ChatNodes): readonly string[] {
  return Array.from({ length: nodes.count }, (_, index) => nodes.idAt(index));
}

/** Of two nodes with one id the later is the parent of those that name it. */
function parentIndexes(ids: readonly string[], parentIds: readonly (string | null)[]): Int32Array {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  return Int32Array.from(parentIds, (id) => (id === null ? -1 : (indexOf.get(id) ?? -1)));
}

/** Messages as they are read one after another. Of a large conversation only what each of them is gets kept. */
export class ReadMessages {
  readonly #entries: Entries;
  readonly #read: (value: unknown, index: number) => ReadMessage;
  readonly #kinds: ReadMessage['kind'][] = [];
  readonly #steps: (readonly Step[])[] = [];

  /** @param read Gives the same whenever it is asked. */
  constructor(entries: Entries, read: (value: unknown, index: number) => ReadMessage) {
    this.#entries = entries;
    this.#read = read;
  }

  /** The next one, in the order of the entries. */
  add(value: unknown): void {
    const { kind, steps } = this.#read(value, this.#kinds.length);
    this.#kinds.push(kind);
    if (!this.#entries.isLazy) this.#steps.push(steps);
  }

  /** When all are read. */
  asNodes(idAt: ChatNodes['idAt'], parents: Int32Array): ChatNodes {
    return {
      count: this.#kinds.length,
      idAt,
      parentAt: (index) => parents[index] ?? -1,
      kindAt: (index) => this.#kinds[index] ?? 'none',
      stepsAt: (index) =>
        this.#entries.isLazy
          ? this.#read(this.#entries.valueAt(index), index).steps
          : (this.#steps[index] ?? []),
    };
  }
}
