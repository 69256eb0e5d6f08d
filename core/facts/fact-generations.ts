import type { FactIndex } from './fact-index.ts';
import { factsInText, factsMentionedIn, isMentionedIn, type FactView } from './survival.ts';

/**
 * Where a fact stands at a boundary: in a kept run; only in the summary's text; in neither, though it
 * came up before. Null: it had not come up yet.
 */
export type FactState = 'kept' | 'told' | 'lost' | null;

export interface FactGenerations {
  /** One row per fact that some boundary covers, by place in the index; one state per boundary. */
  readonly rows: readonly FactGeneration[];
}

export interface FactGeneration {
  /** Index in `index.facts`. */
  readonly fact: number;
  readonly states: readonly FactState[];
  /** The last boundary at which it was still in the view; null when it was in none. */
  readonly lastSeen: number | null;
}

/**
 * Facts against boundaries, in the order in which the boundaries were made: when did each fact die?
 *
 * @param boundaries The view right behind each fold. `runCount` should count the run that made it.
 */
export function factGenerations(index: FactIndex, boundaries: readonly FactView[]): FactGenerations {
  const columns = boundaries.map((view) => statesAt(index, view));
  const everCovered = Math.max(0, ...boundaries.map((view) => view.coveredRuns));
  return {
    rows: factsMentionedIn(index, 0, everCovered).map((fact) => {
      const states = columns.map((column) => column(fact));
      const lastSeen = states.findLastIndex((state) => state === 'kept' || state === 'told');
      return { fact, states, lastSeen: lastSeen < 0 ? null : lastSeen };
    }),
  };
}

function statesAt(index: FactIndex, view: FactView): (fact: number) => FactState {
  const runCount = view.runCount ?? index.runCount;
  const covered = factsMentionedIn(index, 0, view.coveredRuns);
  const told = factsInText(index, covered, view.summaryText);
  return (id) => {
    const fact = index.facts[id];
    if (!isMentionedIn(fact, 0, runCount)) return null;
    if (isMentionedIn(fact, view.coveredRuns, runCount)) return 'kept';
    return told.has(id) ? 'told' : 'lost';
  };
}
