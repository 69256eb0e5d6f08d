/** In the order that decides between two spans of one length: the earlier class wins. */
export const FACT_CLASSES = [
  'url',
  'email',
  'path',
  'date',
  'command',
  'identifier',
  'number',
  'quoted',
  'name',
  'decision',
] as const;

export type FactClass = (typeof FACT_CLASSES)[number];

/**
 * Something in a text that a reader may need later word for word.
 *
 * `start` and `end` are UTF-16 offsets in the text, `end` exclusive. Two facts are the same fact when
 * class and `normal` are equal, however each was written.
 */
export interface Fact {
  readonly factClass: FactClass;
  readonly start: number;
  readonly end: number;
  readonly normal: string;
}

/** Where a scanner delivers what it found; spans of different scanners may overlap. */
export type FactSink = (factClass: FactClass, start: number, end: number, normal: string) => void;

/** One string per distinct fact. Classes hold no colon, so the key is unambiguous. */
export function factKey(fact: { readonly factClass: FactClass; readonly normal: string }): string {
  return `${fact.factClass}:${fact.normal}`;
}

export function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
