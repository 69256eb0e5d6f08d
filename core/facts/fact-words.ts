import { charClass, DIGIT, OTHER_DIGIT, OTHER_LETTER, WORD } from './char-class.ts';

/** Letters a word needs to count in the comparison of decisions. */
const MIN_DECISION_LETTERS = 4;

export type WordVisitor = (start: number, end: number) => void;

/** Visits every run of letters and digits, in order. Where the kind of script changes, a new run begins. */
export function eachWord(text: string, from: number, to: number, visit: WordVisitor): void {
  let at = from;
  while (at < to) {
    const kind = charClass(text.charCodeAt(at)) & (WORD | OTHER_LETTER);
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    while (at < to && (charClass(text.charCodeAt(at)) & (WORD | OTHER_LETTER)) === kind) at++;
    visit(start, at);
  }
}

/** The distinct words of four letters or more, in lower case. */
export function decisionWords(text: string, from = 0, to = text.length): ReadonlySet<string> {
  const words = new Set<string>();
  eachWord(text, from, to, (start, end) => {
    if (end - start < MIN_DECISION_LETTERS) return;
    for (let at = start; at < end; at++) {
      if ((charClass(text.charCodeAt(at)) & (DIGIT | OTHER_DIGIT)) !== 0) return;
    }
    words.add(text.slice(start, end).toLowerCase());
  });
  return words;
}
