import { at, type ProfileIndex } from './index-profile.ts';
import { type Fold } from './policy-walk.ts';

/**
 * Where the facts of a thread stand, without the facts themselves. Each run has one entry for each
 * distinct fact that can be read in it and was a fact of this run or an earlier one.
 */
export interface RetentionIndex {
  /** The message (its index in the thread) where the fact can be read next in a later run; −1: never again. */
  readonly nextMessages: readonly (readonly number[])[];
  /** The newest run up to this one that has it as a fact of its own, and not only inside a longer one. */
  readonly factRuns: readonly (readonly number[])[];
}

/** The facts of one message, repeated or not. Equal numbers are the same fact. */
export type MessageFacts = readonly number[];

/**
 * @param messagesPerRun As many entries as there are runs.
 * @param facts For each message of the thread, its facts.
 * @param occurrences For each message, the facts that can be read in it, also inside longer ones;
 *   default: the same.
 */
export function buildRetentionIndex(
  messagesPerRun: readonly number[],
  facts: readonly MessageFacts[],
  occurrences: readonly MessageFacts[] = facts,
): RetentionIndex {
  const starts = startsOf(messagesPerRun);
  const runs = messagesPerRun.map((_, run) => ({
    own: new Set(facts.slice(starts[run], starts[run + 1]).flat()),
    readable: new Set(occurrences.slice(starts[run], starts[run + 1]).flat()),
  }));
  const newestFactRun = new Map<number, number>();
  const entries = runs.map(({ own, readable }, run) => {
    for (const fact of own) newestFactRun.set(fact, run);
    return [...new Set([...own, ...readable])].flatMap((fact) => {
      const factRun = newestFactRun.get(fact);
      return factRun === undefined ? [] : [{ fact, factRun }];
    });
  });
  return {
    nextMessages: nextMessages(entries, starts, occurrences),
    factRuns: entries.map((run) => run.map(({ factRun }) => factRun)),
  };
}

function nextMessages(
  entries: readonly (readonly { readonly fact: number }[])[],
  starts: readonly number[],
  occurrences: readonly MessageFacts[],
): readonly (readonly number[])[] {
  const nextOf = new Map<number, number>();
  const result: (readonly number[])[] = entries.map(() => []);
  for (let run = entries.length - 1; run >= 0; run -= 1) {
    result[run] = (entries[run] ?? []).map(({ fact }) => nextOf.get(fact) ?? -1);
    const start = starts[run] ?? 0;
    for (let message = (starts[run + 1] ?? 0) - 1; message >= start; message -= 1) {
      for (const fact of occurrences[message] ?? []) nextOf.set(fact, message);
    }
  }
  return result;
}

function startsOf(counts: readonly number[]): readonly number[] {
  const starts = [0];
  let sum = 0;
  for (const count of counts) {
    sum += count;
    starts.push(sum);
  }
  return starts;
}

export interface Retention {
  /** Distinct facts of the covered runs, added up over the folds. */
  readonly facts: number;
  /** Those that still stood in what was sent. */
  readonly surviving: number;
}

/**
 * How many of the facts of newly covered runs still stand in the kept part of what is sent. A modelled
 * summary has no text, so with one this is a lower bound.
 */
export function retentionOf(
  index: ProfileIndex,
  folds: readonly Fold[],
  retentionIndex: RetentionIndex,
): Retention {
  let facts = 0;
  let surviving = 0;
  for (const fold of folds) {
    const keptFrom = at(index.runStartMessages, fold.after.firstRun);
    const sentUpTo = at(index.promptMessages, fold.call);
    for (let run = fold.before.firstRun; run < fold.after.firstRun; run += 1) {
      const next = retentionIndex.nextMessages[run] ?? [];
      const factRun = retentionIndex.factRuns[run] ?? [];
      for (let entry = 0; entry < next.length; entry += 1) {
        const message = next[entry] ?? -1;
        // One that can be read in a later covered run too is counted there, with what follows it.
        if (message >= 0 && message < keptFrom) continue;
        if ((factRun[entry] ?? -1) < fold.before.firstRun) continue;
        facts += 1;
        if (message >= 0 && message < sentUpTo) surviving += 1;
      }
    }
  }
  return { facts, surviving };
}
