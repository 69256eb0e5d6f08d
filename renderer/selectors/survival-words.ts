import type { ClassCount } from '../../core/contract.ts';

const CLASS_WORDS: Readonly<Record<ClassCount['factClass'], string>> = {
  url: 'URLs',
  email: 'Email addresses',
  path: 'Paths',
  date: 'Dates and times',
  command: 'Commands',
  identifier: 'Identifiers',
  number: 'Numbers with units',
  quoted: 'Quoted strings',
  name: 'Names',
  decision: 'Decisions',
};

export function classWords(factClass: ClassCount['factClass']): string {
  return CLASS_WORDS[factClass];
}

export const FACT_STATES = {
  k: { word: 'in a kept run', mark: '●' },
  t: { word: 'in the summary', mark: '◐' },
  l: { word: 'lost', mark: '○' },
  '-': { word: 'not come up yet', mark: '·' },
} as const;

export type FactLetter = keyof typeof FACT_STATES;

export function factLetter(letter: string | undefined): FactLetter {
  return letter === 'k' || letter === 't' || letter === 'l' ? letter : '-';
}

/** Both sides of a comparison by class, in the order of classes; a class that one side lacks is null there. */
export function classPairs(
  left: readonly ClassCount[],
  right: readonly ClassCount[],
): readonly {
  readonly factClass: ClassCount['factClass'];
  readonly left: ClassCount | null;
  readonly right: ClassCount | null;
}[] {
  const classes = [...new Set([...left, ...right].map(({ factClass }) => factClass))];
  return classes.map((factClass) => ({
    factClass,
    left: left.find((count) => count.factClass === factClass) ?? null,
    right: right.find((count) => count.factClass === factClass) ?? null,
  }));
}
