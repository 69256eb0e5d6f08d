import { FACT_CLASSES, type Fact, type FactClass } from './fact.ts';

const RANK = new Map<FactClass, number>(FACT_CLASSES.map((factClass, index) => [factClass, index]));

/**
 * Of spans that overlap, the longer wins, then the class that comes first. `candidates` must be sorted by
 * start. Time grows with the spans, not with their product: since longer spans are placed first, a later
 * one overlaps exactly when one of its two ends is taken.
 */
export function resolveOverlaps(candidates: readonly Fact[]): readonly Fact[] {
  const facts: Fact[] = [];
  let from = 0;
  while (from < candidates.length) {
    let to = from + 1;
    let end = candidates[from]?.end ?? 0;
    for (let next = candidates[to]; next !== undefined && next.start < end; next = candidates[to]) {
      end = Math.max(end, next.end);
      to++;
    }
    if (to - from === 1) facts.push(...candidates.slice(from, to));
    else facts.push(...resolveCluster(candidates.slice(from, to), end));
    from = to;
  }
  return facts;
}

function resolveCluster(cluster: readonly Fact[], end: number): readonly Fact[] {
  const origin = cluster[0]?.start ?? 0;
  const taken = new Uint8Array(end - origin);
  const kept: Fact[] = [];
  for (const fact of cluster.toSorted(byPrecedence)) {
    const first = fact.start - origin;
    const last = fact.end - origin;
    if (taken[first] === 1 || taken[last - 1] === 1) continue;
    taken.fill(1, first, last);
    kept.push(fact);
  }
  return kept.sort((left, right) => left.start - right.start);
}

function byPrecedence(left: Fact, right: Fact): number {
  return (
    right.end - right.start - (left.end - left.start) ||
    (RANK.get(left.factClass) ?? 0) - (RANK.get(right.factClass) ?? 0) ||
    left.start - right.start
  );
}
