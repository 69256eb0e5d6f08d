/** Things that name what they follow, by their indexes. */
export interface Linked {
  readonly count: number;
  /** Of the one that it follows, wherever that stands; -1 for a root. */
  parentAt(index: number): number;
}

/** An order in which everything stands behind what it follows. */
export interface Placement {
  /** What stands at each place. */
  readonly order: Int32Array;
  /** The place of each place's parent, always a smaller one; -1 for a root. */
  readonly parents: Int32Array;
}

/**
 * Nodes as they were given, but for parents that stand behind their children. Takes any links: a circle is
 * cut where it closes. Linear, without recursion.
 */
export function parentsFirst(linked: Linked): Placement {
  const { count } = linked;
  const order = new Int32Array(count);
  const parents = new Int32Array(count);
  const placeOf = new Int32Array(count).fill(NO_PLACE);
  let placed = 0;
  const chain: number[] = [];
  for (let index = 0; index < count; index += 1) {
    let next = index;
    while (next >= 0 && placeOf[next] === NO_PLACE) {
      chain.push(next);
      placeOf[next] = IN_CHAIN;
      next = linked.parentAt(next);
    }
    let parent = next < 0 ? -1 : Math.max(-1, placeOf[next] ?? -1);
    for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
      order[placed] = link;
      parents[placed] = parent;
      placeOf[link] = placed;
      parent = placed;
      placed += 1;
    }
  }
  return { order, parents };
}

/** Where each stands that was given. */
export function placesOf({ order }: Placement): Int32Array {
  const places = new Int32Array(order.length);
  order.forEach((index, place) => {
    places[index] = place;
  });
  return places;
}

const NO_PLACE = -1;
const IN_CHAIN = -2;
