import type { ContentKind } from '../../core/contract.ts';

/** Enough of a text to tell what it is. */
const SEEN_CHARACTERS = 4_000;
const CODE_MARKS = /[{}()[\];=<>|&$\\]/g;

/** What kind of text it is, for showing where an estimate is off: a rough guess, from the text's beginning. */
export function contentKindOf(text: string): ContentKind {
  const seen = text.slice(0, SEEN_CHARACTERS);
  const trimmed = seen.trimStart();
  if (/^[[{]/.test(trimmed) && /"\s*:|^\[/.test(trimmed)) return 'json';
  const letters = seen.match(/\p{L}/gu)?.length ?? 0;
  const latin = seen.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 0 && latin / letters < 0.6) return 'other-script';
  const marks = seen.match(CODE_MARKS)?.length ?? 0;
  return seen.length > 0 && marks / seen.length > 0.04 ? 'code' : 'prose';
}
