import type { Message } from '../domain/message.ts';
import { scanFacts } from './extract-facts.ts';
import { factKey, type Fact, type FactClass } from './fact.ts';
import { FactMatcher } from './fact-matcher.ts';
import { messageTexts } from './message-texts.ts';

/** A distinct fact of a thread, with where it is mentioned. */
export interface IndexedFact {
  readonly factClass: FactClass;
  readonly normal: string;
  /** Indexes of the runs that mention it, ascending; the first is where it came up. Never empty. */
  readonly runs: readonly number[];
  /** How often it is mentioned in all of them. */
  readonly mentions: number;
}

/** The facts of a thread's first `runCount` runs, in the order in which they came up. Plain data. */
export interface FactIndex {
  readonly runCount: number;
  readonly facts: readonly IndexedFact[];
}

export const EMPTY_FACT_INDEX: FactIndex = { runCount: 0, facts: [] };

export function indexFacts(runs: Iterable<{ readonly messages: readonly Message[] }>): FactIndex {
  const builder = new FactIndexBuilder();
  for (const run of runs) builder.addRun(run.messages);
  return builder.index();
}

/**
 * Builds the index run by run, or goes on from an index that was kept: adding run n to the index of the
 * runs before it gives what indexing all of them gives.
 *
 * A mention is any place where the fact can be read, also inside a quotation or a command; a mention
 * before the run in which it came up as a fact of its own is not looked for.
 */
export class FactIndexBuilder {
  readonly #matcher = new FactMatcher();
  readonly #ids = new Map<string, number>();
  readonly #facts: { factClass: FactClass; normal: string; runs: number[]; mentions: number }[] = [];
  #runCount = 0;

  constructor(from: FactIndex = EMPTY_FACT_INDEX) {
    for (const fact of from.facts) {
      this.#know(fact);
      this.#facts.push({ ...fact, runs: [...fact.runs] });
    }
    this.#runCount = from.runCount;
  }

  /** Adds the thread's next run. */
  addRun(messages: readonly Message[]): void {
    const run = this.#runCount++;
    const scans = messages.flatMap(messageTexts).map((text) => ({ text, ...scanFacts(text) }));
    for (const scan of scans) {
      for (const fact of scan.facts) {
        if (this.#ids.has(factKey(fact))) continue;
        this.#know(fact);
        this.#facts.push({ factClass: fact.factClass, normal: fact.normal, runs: [run], mentions: 0 });
      }
    }
    for (const scan of scans) {
      this.#matcher.match(
        scan.text,
        (id) => {
          this.#mention(id, run);
        },
        scan.occurrences,
      );
    }
  }

  index(): FactIndex {
    return {
      runCount: this.#runCount,
      facts: this.#facts.map((fact) => ({
        ...fact,
        runs: [...fact.runs],
        mentions: Math.max(1, fact.mentions),
      })),
    };
  }

  #know(fact: Pick<Fact, 'factClass' | 'normal'>): void {
    this.#ids.set(factKey(fact), this.#matcher.add(fact));
  }

  #mention(id: number, run: number): void {
    const fact = this.#facts[id];
    if (fact === undefined) return;
    fact.mentions++;
    if (fact.runs.at(-1) !== run) fact.runs.push(run);
  }
}
