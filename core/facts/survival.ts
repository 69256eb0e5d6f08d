import type { LostFact } from '../contract.ts';
import { FACT_CLASSES, type FactClass } from './fact.ts';
import type { FactIndex, IndexedFact } from './fact-index.ts';
import { FactMatcher } from './fact-matcher.ts';

/** What the model is sent: run indexes of the thread, and the text that stands in for earlier runs. */
export interface FactView {
  /** Runs 0 … coveredRuns − 1 are not in the view as written. */
  readonly coveredRuns: number;
  /** Only facts of runs from here on count as covered: for the runs that one fold newly covers. Default: 0. */
  readonly fromRun?: number;
  /** Runs of the thread at that time: runs coveredRuns … runCount − 1 are in the view. Default: all. */
  readonly runCount?: number;
  /** Null: nothing stands in for the covered runs (sliding window, or a summary whose text isn't known). */
  readonly summaryText: string | null;
}

export interface ClassSurvival {
  readonly total: number;
  readonly surviving: number;
}

export interface Survival extends ClassSurvival {
  /** Classes that occur, in the order of `FACT_CLASSES`. */
  readonly byClass: readonly (ClassSurvival & { readonly factClass: FactClass })[];
  /** Indexes in `index.facts` of those that occur nowhere in the view, ascending. */
  readonly lost: readonly number[];
}

/**
 * Which facts of the covered runs still occur in the view. Only that: a fact that is still there can be
 * found, no more is claimed.
 */
export function survivalIn(index: FactIndex, view: FactView): Survival {
  const runCount = view.runCount ?? index.runCount;
  const covered = factsMentionedIn(index, view.fromRun ?? 0, view.coveredRuns);
  const missing = covered.filter((id) => !isMentionedIn(index.facts[id], view.coveredRuns, runCount));
  const told = factsInText(index, missing, view.summaryText);
  return survivalOf(
    index,
    covered,
    missing.filter((id) => !told.has(id)),
  );
}

/**
 * Share of the distinct facts of newly covered runs that still occur in what is sent, from 0 to 1; null
 * when those runs hold no facts.
 */
export function retentionOf(survival: ClassSurvival): number | null {
  return survival.total === 0 ? null : survival.surviving / survival.total;
}

/**
 * The lost facts for people, most important first: the number of later runs that mention it, then the
 * number of mentions, then the order in which they came up.
 */
export function lostFacts(index: FactIndex, view: FactView): readonly LostFact[] {
  return lostFactsOf(index, survivalIn(index, view).lost);
}

export function lostFactsOf(index: FactIndex, lost: readonly number[]): readonly LostFact[] {
  return lost
    .flatMap((id) => index.facts[id] ?? [])
    .sort(byImportance)
    .map((fact) => ({
      factClass: fact.factClass,
      text: fact.normal,
      run: fact.runs[0] ?? 0,
      laterRuns: fact.runs.slice(1),
      mentions: fact.mentions,
    }));
}

export function byImportance(left: IndexedFact, right: IndexedFact): number {
  return (
    right.runs.length - left.runs.length ||
    right.mentions - left.mentions ||
    (left.runs[0] ?? 0) - (right.runs[0] ?? 0)
  );
}

/** Indexes of the facts that runs `from` … `to − 1` mention, ascending. */
export function factsMentionedIn(index: FactIndex, from: number, to: number): readonly number[] {
  return index.facts.flatMap((fact, id) => (isMentionedIn(fact, from, to) ? [id] : []));
}

export function isMentionedIn(fact: IndexedFact | undefined, from: number, to: number): boolean {
  if (fact === undefined) return false;
  let low = 0;
  let high = fact.runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fact.runs[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (fact.runs[low] ?? Infinity) < to;
}

/** Those of `ids` that occur in `text`. */
export function factsInText(
  index: FactIndex,
  ids: readonly number[],
  text: string | null,
): ReadonlySet<number> {
  const told = new Set<number>();
  if (text === null || text === '' || ids.length === 0) return told;
  const matcher = new FactMatcher();
  const known: number[] = [];
  for (const id of ids) {
    const fact = index.facts[id];
    if (fact === undefined) continue;
    matcher.add(fact);
    known.push(id);
  }
  matcher.match(text, (number) => {
    const id = known[number];
    if (id !== undefined) told.add(id);
  });
  return told;
}

function survivalOf(index: FactIndex, covered: readonly number[], lost: readonly number[]): Survival {
  const totals = countByClass(index, covered);
  const losses = countByClass(index, lost);
  return {
    total: covered.length,
    surviving: covered.length - lost.length,
    byClass: FACT_CLASSES.flatMap((factClass) => {
      const total = totals.get(factClass) ?? 0;
      return total === 0 ? [] : [{ factClass, total, surviving: total - (losses.get(factClass) ?? 0) }];
    }),
    lost,
  };
}

function countByClass(index: FactIndex, ids: readonly number[]): ReadonlyMap<FactClass, number> {
  const counts = new Map<FactClass, number>();
  for (const id of ids) {
    const factClass = index.facts[id]?.factClass;
    if (factClass !== undefined) counts.set(factClass, (counts.get(factClass) ?? 0) + 1);
  }
  return counts;
}
