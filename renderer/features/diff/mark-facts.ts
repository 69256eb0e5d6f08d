import { extractFacts } from '../../../core/facts/extract-facts.ts';
import { factKey, type FactClass } from '../../../core/facts/fact.ts';

/** A piece of text; `fate` is null for what is no fact. */
export interface MarkedPiece {
  readonly text: string;
  readonly fate: { readonly factClass: FactClass; readonly survives: boolean } | null;
}

export interface LostKeys {
  readonly keys: ReadonlySet<string>;
  /** False: the list was cut, so a fact that isn't on it may be lost nevertheless. */
  readonly complete: boolean;
}

/** Cuts a covered text at its facts, each with its fate in the model view. Whole sentences stay unmarked. */
export function markFacts(text: string, lost: LostKeys): readonly MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (const fact of extractFacts(text)) {
    if (fact.factClass === 'decision' || fact.start < end) continue;
    const isLost = lost.keys.has(factKey(fact));
    if (!isLost && !lost.complete) continue;
    if (fact.start > end) pieces.push({ text: text.slice(end, fact.start), fate: null });
    pieces.push({
      text: text.slice(fact.start, fact.end),
      fate: { factClass: fact.factClass, survives: !isLost },
    });
    end = fact.end;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), fate: null });
  return pieces;
}
