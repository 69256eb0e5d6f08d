import type { CodeFence } from './code-fences.ts';
import { singleSpaced, type FactSink } from './fact.ts';
import { splitSentences, type Sentence } from './sentences.ts';

const DECISION_WORD =
  /\b(?:decided|agreed|will\s+use|must|never|always|instead\s+of|do\s+not|chosen|approved|rejected)\b/gi;
/** A paragraph longer than this is searched around the decision word only. */
const MAX_PARAGRAPH = 4_000;

/** True when the text holds a word by which people settle something. */
export function hasDecisionWord(text: string): boolean {
  DECISION_WORD.lastIndex = 0;
  return DECISION_WORD.test(text);
}

/** Sentences with a decision word, outside of code. */
export function scanDecisions(text: string, fences: readonly CodeFence[], sink: FactSink): void {
  let fence = 0;
  let paragraph: Paragraph = { to: 0, sentences: [] };
  let next = 0;
  DECISION_WORD.lastIndex = 0;
  for (let match = DECISION_WORD.exec(text); match !== null; match = DECISION_WORD.exec(text)) {
    const at = match.index;
    while ((fences[fence]?.outerEnd ?? Infinity) <= at) fence++;
    const open = fences[fence];
    if (open !== undefined && open.outerStart <= at) {
      DECISION_WORD.lastIndex = Math.max(open.outerEnd, at + 1);
      continue;
    }
    if (at >= paragraph.to) {
      const bounds = { from: paragraph.to, to: open?.outerStart ?? text.length };
      paragraph = paragraphAround(text, at, bounds);
      next = 0;
    }
    while ((paragraph.sentences[next]?.end ?? Infinity) <= at) next++;
    const sentence = paragraph.sentences[next];
    if (sentence === undefined || sentence.start > at) continue;
    const { start, end } = jsonValueAround(text, sentence, at);
    sink('decision', start, end, singleSpaced(text.slice(start, end)));
    DECISION_WORD.lastIndex = Math.max(end, at + match[0].length);
  }
}

interface Paragraph {
  readonly to: number;
  readonly sentences: readonly Sentence[];
}

function paragraphAround(
  text: string,
  at: number,
  bounds: { readonly from: number; readonly to: number },
): Paragraph {
  const nearest = Math.max(bounds.from, at - MAX_PARAGRAPH);
  const blank = text.slice(nearest, at).lastIndexOf('\n\n');
  const blankAfter = text.slice(at, Math.min(bounds.to, at + MAX_PARAGRAPH)).indexOf('\n\n');
  const from = blank < 0 ? nearest : nearest + blank + 2;
  const to = blankAfter < 0 ? Math.min(bounds.to, at + MAX_PARAGRAPH) : at + blankAfter;
  return { to, sentences: splitSentences(text, from, to) };
}

/** In JSON the sentence is the string that holds it. */
function jsonValueAround(text: string, sentence: Sentence, at: number): Sentence {
  const open = text.slice(sentence.start, at).lastIndexOf('"');
  const close = text.slice(at, sentence.end).indexOf('"');
  if (open < 0 || close < 0) return sentence;
  const before = text.slice(Math.max(sentence.start, sentence.start + open - 4), sentence.start + open);
  return /[:[,{]\s*$/.test(before) ? { start: sentence.start + open + 1, end: at + close } : sentence;
}
