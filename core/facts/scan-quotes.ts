import { classAt, SPACE, WORD } from './char-class.ts';
import type { CodeFence } from './code-fences.ts';
import type { TextSpan } from './encoded-spans.ts';
import { singleSpaced, type FactSink } from './fact.ts';

const MIN_QUOTED = 3;
const MAX_QUOTED = 80;
/** Opening sign → closing sign. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
]);
const OPENING = /["'`“„«「『]/g;

/**
 * Quoted stretches of 3 to 80 characters on one line, at word edges. In code fences quotes delimit
 * string literals, which count as well.
 *
 * @returns Where the names of JSON fields stand, quotes included: what is in them is no fact.
 */
export function scanQuotes(text: string, fences: readonly CodeFence[], sink: FactSink): readonly TextSpan[] {
  const keys: TextSpan[] = [];
  const fenceStarts = new Set(fences.map((fence) => fence.outerStart));
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const open = match.index;
    const sign = match[0];
    if (sign === '`' && skipsFence(text, open, fenceStarts)) continue;
    if (!opensQuote(text, open, sign)) continue;
    const close = closingIndex(text, open, PAIRS.get(sign) ?? sign);
    if (close === null) continue;
    OPENING.lastIndex = close + 1;
    if (sign === '"' && isJsonKey(text, open, close)) keys.push({ start: open, end: close + 1 });
    else emitQuoted(text, open + 1, close, sink);
  }
  return keys;
}

/** A run of three backticks or more delimits a block and quotes nothing. */
function skipsFence(text: string, open: number, fenceStarts: ReadonlySet<number>): boolean {
  if (!fenceStarts.has(open) && !(text[open + 1] === '`' && text[open + 2] === '`')) return false;
  let end = open;
  while (text[end] === '`') end++;
  OPENING.lastIndex = end;
  return true;
}

function opensQuote(text: string, open: number, sign: string): boolean {
  const after = classAt(text, open + 1);
  if (open + 1 >= text.length || (after & SPACE) !== 0) return false;
  const needsEdge = sign === '"' || sign === "'" || sign === '`';
  return !needsEdge || ((classAt(text, open - 1) & WORD) === 0 && text[open - 1] !== '\\');
}

/** The closing sign on the same line, near enough, with no word going on behind it. */
function closingIndex(text: string, open: number, closing: string): number | null {
  const limit = Math.min(text.length, open + MAX_QUOTED + 2);
  for (let at = open + 1; at < limit; at++) {
    const sign = text[at];
    if (sign === '\n') return null;
    if (sign === '\\') {
      at++;
      continue;
    }
    if (sign !== closing) continue;
    if (closing === "'" && (classAt(text, at + 1) & WORD) !== 0) continue;
    return (classAt(text, at - 1) & SPACE) !== 0 || (classAt(text, at + 1) & WORD) !== 0 ? null : at;
  }
  return null;
}

/** `{"key":` and `, "key":` */
function isJsonKey(text: string, open: number, close: number): boolean {
  let after = close + 1;
  while (after - close <= 4 && (classAt(text, after) & SPACE) !== 0) after++;
  if (text[after] !== ':') return false;
  let before = open - 1;
  while (open - before <= 200 && (classAt(text, before) & SPACE) !== 0) before--;
  return before < 0 || text[before] === '{' || text[before] === ',';
}

function emitQuoted(text: string, start: number, end: number, sink: FactSink): void {
  // A final full stop or comma belongs to the sentence, inside the quotes too.
  const last = text[end - 1] === '.' || text[end - 1] === ',' ? end - 1 : end;
  const inner = singleSpaced(text.slice(start, last));
  if (inner.length < MIN_QUOTED || !/[\p{L}\p{N}]/u.test(inner)) return;
  sink('quoted', start, last, inner);
}
