import type { Message } from '../domain/message.ts';
import { contentTerms } from './content-terms.ts';
import { extractOccurrences } from './extract-facts.ts';
import { factKey, type FactClass } from './fact.ts';
import { messageTexts } from './message-texts.ts';
import { splitSentences } from './sentences.ts';

/** A message that a sentence of the summary rests on. */
export interface Support {
  /** Index in the messages that were compared. */
  readonly message: number;
  /** Share of the sentence's weight that stands in this message, above 0 up to 1. */
  readonly share: number;
}

export interface AlignedSentence {
  /** UTF-16 offsets in the summary. */
  readonly start: number;
  readonly end: number;
  /** Best first; the second and later ones add something that those before them lack. */
  readonly supports: readonly Support[];
  /** Share of the sentence's weight that stands in its supports together, 0 to 1. */
  readonly coverage: number;
  /** False: most of it stands in no message. Null: it has no words to compare. */
  readonly supported: boolean | null;
  /** Facts of the sentence that no message holds. */
  readonly unknownFacts: readonly { readonly factClass: FactClass; readonly normal: string }[];
}

export interface Alignment {
  readonly sentences: readonly AlignedSentence[];
  /** Messages that no sentence rests on, ascending; without those that have nothing to compare. */
  readonly traceless: readonly number[];
}

/** From this share on a sentence counts as supported: a summary has its own words for the rest. */
const MIN_COVERAGE = 0.4;
/** A message supports a sentence from this share on. */
const MIN_SHARE = 0.2;
/** A further message must add so much that the ones before it lack. */
const MIN_ADDED = 0.12;
const MAX_SUPPORTS = 4;
/** A fact says more than a word: it could hardly stand there by chance. */
const FACT_WEIGHT = 2.5;

/**
 * Which messages each sentence of a summary rests on, by the facts and content words they share; rare
 * ones count more. Lexical only: a sentence in other words may look unsupported, and a supported one may
 * still say the opposite.
 */
export function alignSummary(summary: string, messages: readonly Message[]): Alignment {
  const terms = messages.map((message) => termsOf(messageTexts(message)));
  const postings = new Map<string, number[]>();
  terms.forEach((own, message) => {
    for (const term of own) {
      const known = postings.get(term);
      if (known === undefined) postings.set(term, [message]);
      else known.push(message);
    }
  });
  const sentences = splitSentences(summary).map(({ start, end }) =>
    alignSentence(summary.slice(start, end), { start, end }, postings, messages.length),
  );
  const cited = new Set(sentences.flatMap((sentence) => sentence.supports.map((support) => support.message)));
  return {
    sentences,
    traceless: terms.flatMap((own, message) => (own.size > 0 && !cited.has(message) ? [message] : [])),
  };
}

function termsOf(texts: readonly string[]): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const term of contentTerms(text)) terms.add(term);
    for (const fact of extractOccurrences(text)) if (fact.factClass !== 'decision') terms.add(factKey(fact));
  }
  return terms;
}

function alignSentence(
  sentence: string,
  span: { readonly start: number; readonly end: number },
  postings: ReadonlyMap<string, readonly number[]>,
  messageCount: number,
): AlignedSentence {
  const facts = extractOccurrences(sentence).filter((fact) => fact.factClass !== 'decision');
  const weights = new Map<string, number>();
  for (const term of contentTerms(sentence))
    weights.set(term, rarity(postings.get(term)?.length, messageCount));
  for (const fact of facts) {
    const key = factKey(fact);
    weights.set(key, FACT_WEIGHT * rarity(postings.get(key)?.length, messageCount));
  }
  const total = sum(weights.values());
  const supports = pickSupports(weights, postings, total);
  const coverage = sum(supports.map((support) => support.added));
  const unknown = new Map(
    facts.filter((fact) => !postings.has(factKey(fact))).map((fact) => [factKey(fact), fact]),
  );
  return {
    ...span,
    supports: supports.map(({ message, share }) => ({ message, share })),
    coverage,
    supported: total === 0 ? null : coverage >= MIN_COVERAGE,
    unknownFacts: Array.from(unknown.values(), ({ factClass, normal }) => ({ factClass, normal })),
  };
}

/** The best message, then whichever adds most to those picked. */
function pickSupports(
  weights: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, readonly number[]>,
  total: number,
): readonly (Support & { readonly added: number })[] {
  const picked: (Support & { readonly added: number })[] = [];
  const left = new Map(weights);
  const whole = sharesOf(weights, postings, total);
  while (picked.length < MAX_SUPPORTS) {
    const best = bestOf(picked.length === 0 ? whole : sharesOf(left, postings, total));
    if (best === null || best.share < (picked.length === 0 ? MIN_SHARE : MIN_ADDED)) break;
    const share = whole.get(best.message) ?? best.share;
    picked.push({ message: best.message, share, added: best.share });
    for (const term of left.keys())
      if (postings.get(term)?.includes(best.message) === true) left.delete(term);
  }
  return picked;
}

function sharesOf(
  weights: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, readonly number[]>,
  total: number,
): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  for (const [term, weight] of weights) {
    for (const message of postings.get(term) ?? []) {
      shares.set(message, (shares.get(message) ?? 0) + weight / total);
    }
  }
  return shares;
}

/** The largest share; of equal ones the earliest message. */
function bestOf(shares: ReadonlyMap<number, number>): Support | null {
  let best: Support | null = null;
  for (const [message, share] of shares) {
    if (best === null || share > best.share || (share === best.share && message < best.message)) {
      best = { message, share };
    }
  }
  return best;
}

/** Inverse document frequency; a term of no message weighs like one of a single message. */
function rarity(messagesWithIt: number | undefined, messageCount: number): number {
  return Math.log(1 + messageCount / (messagesWithIt ?? 1));
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
