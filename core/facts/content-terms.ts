import { charClass, OTHER_LETTER } from './char-class.ts';
import { eachWord } from './fact-words.ts';

const MIN_WORD = 3;
/** Thai and everything behind it in Unicode is written without spaces; two characters are compared at a time. */
const FIRST_SPACELESS = 0x0e00;

const STOP_WORDS = new Set(
  (
    'the and for are was were been being this that these those with from into onto over under about have has had does did ' +
    'not but you your our his her its their they them there here what which who whom whose when where why how all any each ' +
    'few more most other some such only own same than too very can could will would shall should may might must let lets ' +
    'also just now then out off again once because while until after before between through during both nor yet per via ' +
    'she him hers ours yours mine one two use used using get got make made said says say like need want please thanks'
  ).split(' '),
);

/** What a text is about: its distinct content words, in lower case and without English endings. */
export function contentTerms(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  eachWord(text, 0, text.length, (start, end) => {
    if (isSpaceless(text, start)) {
      for (let at = start; at < Math.max(start + 1, end - 1); at++)
        terms.add(text.slice(at, Math.min(end, at + 2)));
      return;
    }
    if (end - start < MIN_WORD) return;
    const word = text.slice(start, end).toLowerCase();
    if (!STOP_WORDS.has(word)) terms.add(stem(word));
  });
  return terms;
}

function isSpaceless(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= FIRST_SPACELESS && (charClass(code) & OTHER_LETTER) !== 0;
}

/** `jams`, `jammed` and `jamming` are one term, and so are `service` and `serviced`. Never under three letters. */
function stem(word: string): string {
  const ending = ['ing', 'ed', 'es', 's', 'e'].find(
    (candidate) => word.length >= candidate.length + MIN_WORD && word.endsWith(candidate),
  );
  const root = ending === undefined ? word : word.slice(0, -ending.length);
  const isDoubled = root.length > MIN_WORD && root.at(-1) === root.at(-2);
  return isDoubled ? root.slice(0, -1) : root;
}
