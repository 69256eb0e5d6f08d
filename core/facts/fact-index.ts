import type { Message } from '../domain/message.ts';
import { scanFacts } from './extract-facts.ts';
import { FactMap } from './fact-map.ts';
import type { Fact, FactClass } from './fact.ts';
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

/** The facts of one message as indexes in `FactIndex.facts`, each once. */
export interface MessageFactIds {
  /** Those that are facts of the message itself. */
  readonly facts: readonly number[];
  /** Also those that can be read inside a longer one, or in other words of a decision. */
  readonly occurrences: readonly number[];
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
  readonly #ids = new FactMap<number>();
  readonly #facts: { factClass: FactClass; normal: string; runs: number[]; mentions: number }[] = [];
  #runCount = 0;

  constructor(from: FactIndex = EMPTY_FACT_INDEX) {
    for (const fact of from.facts) {
      this.#know(fact);
      this.#facts.push({ ...fact, runs: [...fact.runs] });
    }
    this.#runCount = from.runCount;
  }

  /** Adds the thread's next run. @returns The facts of each of its messages, by their place in the index. */
  addRun(messages: readonly Message[]): readonly MessageFactIds[] {
    const run = this.#runCount++;
    const scans = messages.map((message) =>
      messageTexts(message).map((text) => ({ text, ...scanFacts(text) })),
    );
    const own = scans.map((texts) => {
      const ids = new Set<number>();
      for (const { facts } of texts) for (const fact of facts) ids.add(this.#idOf(fact, run));
      return ids;
    });
    return scans.map((texts, message) => {
      const occurring = new Set<number>();
      const found = (id: number): void => {
        this.#mention(id, run);
        occurring.add(id);
      };
      for (const { text, occurrences } of texts) this.#matcher.match(text, found, occurrences);
      const facts = [...(own[message] ?? [])];
      // What was read as a fact is there, even if the matcher knows no way to find it again.
      for (const id of facts) if (!occurring.has(id)) found(id);
      return { facts, occurrences: [...occurring] };
    });
  }

  index(): FactIndex {
    return {
      runCount: this.#runCount,
      facts: this.#facts.map((fact) => ({ ...fact, runs: [...fact.runs] })),
    };
  }

  #idOf(fact: Pick<Fact, 'factClass' | 'normal'>, run: number): number {
    const known = this.#ids.get(fact);
    if (known !== undefined) return known;
    const own = { factClass: fact.factClass, normal: detached(fact.normal) };
    this.#facts.push({ ...own, runs: [run], mentions: 0 });
    return this.#know(own);
  }

  #know(fact: Pick<Fact, 'factClass' | 'normal'>): number {
    const id = this.#matcher.add(fact);
    this.#ids.set(fact, id);
    return id;
  }

  #mention(id: number, run: number): void {
    const fact = this.#facts[id];
    if (fact === undefined) return;
    fact.mentions++;
    if (fact.runs.at(-1) !== run) fact.runs.push(run);
  }
}

/**
 * A copy that shares no memory with the text it was cut from: engines keep the whole text alive for a
 * piece of it, and the index would hold every text of the thread.
 */
function detached(piece: string): string {
  return ` ${piece}`.slice(1);
}
