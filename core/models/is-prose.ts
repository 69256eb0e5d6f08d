import { charClass, OTHER_LETTER } from '../facts/char-class.ts';

const PLAIN_WORD = /^[("'“‘*_[]*\p{L}[\p{L}'’-]*[.,;:!?)"'”’*_\]]*$/u;
/** A field of an object in code or in JSON that was cut. */
const FIELD = /^\W{0,8}\w*\W{0,8}"[^"]{1,60}"\s?:/;
const MIN_WORDS = 3;
/** A short line counts when it at least ends like a sentence. */
const MIN_WORDS_WITH_STOP = 2;
const MIN_SHARE = 0.5;
/** For scripts without spaces, where a word can't be counted. */
const MIN_CHARACTERS = 6;

/**
 * Whether a line reads like something a person would say. Listings, log columns, code and markup hold
 * facts too, but a summary made of them says nothing.
 */
export function isProse(text: string): boolean {
  if (FIELD.test(text)) return false;
  const tokens = text.split(' ');
  let words = 0;
  for (const token of tokens) if (PLAIN_WORD.test(token)) words++;
  if (words >= MIN_SHARE * tokens.length) {
    if (words >= MIN_WORDS) return true;
    if (words >= MIN_WORDS_WITH_STOP && /[.!?。]["'”’)]?$/.test(text)) return true;
  }
  return isSpacelessProse(text);
}

function isSpacelessProse(text: string): boolean {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    if ((charClass(text.charCodeAt(at)) & OTHER_LETTER) !== 0) letters++;
  }
  return letters >= MIN_CHARACTERS && letters >= MIN_SHARE * text.length;
}
