import { utf8ByteLength } from '../domain/token-estimate.ts';
import { decisionWords } from '../facts/fact-words.ts';
import { factKey } from '../facts/fact.ts';
import type { WeighedFact } from './fact-weights.ts';
import type { Section } from './note-sections.ts';
import type { Candidate } from './summary-candidates.ts';
import type { Speaker } from './transcript-entries.ts';

/** How much the words of each speaker count; an earlier summary is all that is left of its runs. */
const SPEAKER_WEIGHT: Readonly<Record<Speaker, number>> = {
  user: 1.5,
  assistant: 1,
  system: 0.8,
  'tool-call': 0.5,
  'tool-result': 0.7,
  summary: 1.6,
};
const SECTION_WEIGHT: Readonly<Record<Section, number>> = {
  asked: 1,
  decided: 1.5,
  open: 1.5,
  known: 1,
  mentioned: 1,
};
/** A sentence is worth this much for its words alone, so that a thread without facts has a summary too. */
const WORDS_WEIGHT = 0.02;
/** A sentence is left out when this share of its words stands in one that was picked. */
const SAME_SHARE = 0.8;
/** So many sentences may stand there for their words alone; more only where someone asks or settles something. */
const FACTLESS_SENTENCES = 3;
const MIN_FACTLESS_LENGTH = 24;
/** Added to a sentence's bytes when its gain is weighed, or the shortest ones would always win. */
const BREVITY_BYTES = 24;

export interface Selection {
  readonly chosen: readonly Candidate[];
  /** Keys of the facts that the chosen candidates carry. */
  readonly carried: ReadonlySet<string>;
}

/**
 * Picks, within `budgetBytes`, the candidates that carry the most weight of facts: greedy by what each
 * adds per byte to those already picked. What a candidate adds only shrinks while others are picked, so
 * its last known gain is an upper bound, and it is computed anew only when it comes to the top.
 */
export function selectCandidates(
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, WeighedFact>,
  budgetBytes: number,
  lineOverhead: number,
): Selection {
  const carried = new Set<string>();
  const chosen: { readonly candidate: Candidate; readonly words: ReadonlySet<string> }[] = [];
  const queue = new GainQueue();
  const costs = candidates.map((candidate) => utf8ByteLength(candidate.text) + lineOverhead);
  candidates.forEach((candidate, index) => {
    if (candidate.section === 'mentioned') return;
    if ((costs[index] ?? 0) <= budgetBytes)
      queue.push(index, gainOf(candidate, weights, carried) / ((costs[index] ?? 0) + BREVITY_BYTES));
  });
  let left = budgetBytes;
  for (let top = queue.pop(); top !== null; top = queue.pop()) {
    const candidate = candidates[top.index];
    const cost = costs[top.index] ?? 0;
    if (candidate === undefined || cost > left) continue;
    const gain = gainOf(candidate, weights, carried) / (cost + BREVITY_BYTES);
    if (gain < top.gain && gain < queue.peekGain()) {
      queue.push(top.index, gain);
      continue;
    }
    const words = decisionWords(candidate.text);
    if (chosen.some((other) => other.candidate.text === candidate.text || isSaidBy(words, other.words)))
      continue;
    const isFactless = candidate.facts.every((fact) => carried.has(factKey(fact)));
    if (isFactless && chosen.length >= FACTLESS_SENTENCES && !standsForItself(candidate)) continue;
    chosen.push({ candidate, words });
    for (const fact of candidate.facts) carried.add(factKey(fact));
    left -= cost;
  }
  return {
    chosen: chosen.map(({ candidate }) => candidate).sort((one, other) => one.order - other.order),
    carried,
  };
}

function gainOf(
  candidate: Candidate,
  weights: ReadonlyMap<string, WeighedFact>,
  carried: ReadonlySet<string>,
): number {
  let gain = WORDS_WEIGHT * Math.min(12, candidate.text.length / 6);
  for (const fact of candidate.facts) {
    const key = factKey(fact);
    if (!carried.has(key)) gain += weights.get(key)?.weight ?? 0;
  }
  return gain * SPEAKER_WEIGHT[candidate.speaker] * SECTION_WEIGHT[candidate.section];
}

function standsForItself(candidate: Candidate): boolean {
  return candidate.section !== 'known' && candidate.text.length >= MIN_FACTLESS_LENGTH;
}

/** Whether most of the first sentence's words stand in the second already. */
function isSaidBy(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (words.size < 3) return false;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return shared >= SAME_SHARE * words.size;
}

/** A heap of candidates by gain; equal gains in transcript order, so that a summary comes out the same each time. */
class GainQueue {
  readonly #heap: { readonly index: number; readonly gain: number }[] = [];

  peekGain(): number {
    return this.#heap[0]?.gain ?? -1;
  }

  push(index: number, gain: number): void {
    const heap = this.#heap;
    const added = { index, gain };
    let at = heap.length;
    heap.push(added);
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (parent === undefined || !precedes(added, parent)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = added;
  }

  pop(): { readonly index: number; readonly gain: number } | null {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined) return null;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const childAt =
        right !== undefined && left !== undefined && precedes(right, left) ? 2 * at + 2 : 2 * at + 1;
      const child = heap[childAt];
      if (child === undefined || !precedes(child, last)) break;
      heap[at] = child;
      at = childAt;
    }
    heap[at] = last;
    return top;
  }
}

interface Ranked {
  readonly index: number;
  readonly gain: number;
}

function precedes(one: Ranked, other: Ranked): boolean {
  return one.gain > other.gain || (one.gain === other.gain && one.index < other.index);
}
