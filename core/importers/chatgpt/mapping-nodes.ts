import { parentsFirst, placesOf, type Placement } from '../chat/parents-first.ts';
import { MappingLinks } from '../chat/mapping-links.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import type { Entries } from '../readers/entries.ts';

/** The nodes of a conversation's `mapping`, parents first. */
export class MappingNodes {
  readonly #mapping: Entries;
  readonly #placement: Placement;
  /** Places of the nodes that they name, which may be later ones where the links are a circle. */
  readonly #named: Int32Array;

  constructor(mapping: Entries) {
    this.#mapping = mapping;
    const links = new MappingLinks(mapping, { parent: 'parent', children: 'children' });
    for (let index = 0; index < mapping.count; index += 1) links.add(index, mapping.valueAt(index));
    const parents = links.parents();
    this.#placement = parentsFirst({
      count: mapping.count,
      parentAt: (index) => parents[index] ?? -1,
    });
    const places = placesOf(this.#placement);
    this.#named = this.#placement.order.map((index) => places[parents[index] ?? -1] ?? -1);
  }

  get count(): number {
    return this.#mapping.count;
  }

  /** They are read again each time. */
  get isLazy(): boolean {
    return this.#mapping.isLazy;
  }

  idAt(place: number): string {
    return this.#mapping.nameAt(this.#placement.order[place] ?? -1);
  }

  /** Of the node above, always a smaller one; -1 for a root. */
  parentAt(place: number): number {
    return this.#placement.parents[place] ?? -1;
  }

  namedParentAt(place: number): number {
    return this.#named[place] ?? -1;
  }

  /** Null for a node that only links others. */
  messageAt(place: number): RawRecord | null {
    const node = this.#mapping.valueAt(this.#placement.order[place] ?? -1);
    const message = isRecord(node) ? node['message'] : null;
    return isRecord(message) ? message : null;
  }
}

/** Whether a value looks like a `mapping`, as far as it has been read. */
export function isMapping(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const nodes = Object.values(value).slice(0, 5);
  return (
    nodes.length > 0 && nodes.every((node) => isRecord(node) && ('message' in node || 'children' in node))
  );
}
