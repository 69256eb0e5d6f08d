import { factKey, type FactClass } from '../facts/fact.ts';
import type { Candidate } from './summary-candidates.ts';

/** What losing a fact of a class costs a reader, against an identifier. Bare numbers are settled below. */
const CLASS_WEIGHT: Readonly<Record<FactClass, number>> = {
  url: 1,
  email: 1,
  path: 1,
  date: 1,
  command: 1,
  identifier: 1,
  number: 0.8,
  quoted: 0.6,
  name: 1,
  decision: 2.5,
};
const BARE_NUMBER_WEIGHT = 0.4;
/** The newest mention counts this much more than the oldest: what came up late is still being worked on. */
const RECENCY = 0.5;

export interface WeighedFact {
  readonly factClass: FactClass;
  readonly normal: string;
  readonly weight: number;
}

/** Weight of every distinct fact: by class, by how often it is mentioned, and by how late. */
export function weighFacts(candidates: readonly Candidate[]): ReadonlyMap<string, WeighedFact> {
  const seen = new Map<string, { factClass: FactClass; normal: string; count: number; last: number }>();
  for (const candidate of candidates) {
    for (const fact of candidate.facts) {
      const key = factKey(fact);
      const known = seen.get(key);
      if (known === undefined) {
        seen.set(key, { factClass: fact.factClass, normal: fact.normal, count: 1, last: candidate.order });
      } else {
        known.count++;
        known.last = candidate.order;
      }
    }
  }
  const length = Math.max(1, candidates.length - 1);
  return new Map(
    Array.from(seen, ([key, { factClass, normal, count, last }]) => [
      key,
      {
        factClass,
        normal,
        weight: classWeight(factClass, normal) * (1 + Math.log2(count)) * (1 + (RECENCY * last) / length),
      },
    ]),
  );
}

function classWeight(factClass: FactClass, normal: string): number {
  return factClass === 'number' && /^[\d.-]+$/.test(normal) ? BARE_NUMBER_WEIGHT : CLASS_WEIGHT[factClass];
}
