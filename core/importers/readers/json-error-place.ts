/** Words that stand for values, those included that only Python writes. */
const WORD = /true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
/** Below it stand characters that a JSON string has to escape. */
const FIRST_PRINTABLE = 0x20;

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'separator';

/**
 * Where a text stops being JSON: engines don't always tell. Null for a text that is JSON.
 *
 * @returns The index of the first character that can't stand there; the text's length when it ends too early.
 */
export function jsonErrorAt(text: string): number | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    const holder = open.at(-1);
    const character = text[at];
    if (expected === 'separator' && holder === undefined) return at === text.length ? null : at;
    if (character === ',' && expected === 'separator') {
      expected = holder === '{' ? 'name' : 'value';
      at += 1;
    } else if (character === (holder === '{' ? '}' : ']') && ENDABLE.has(expected)) {
      open.pop();
      expected = 'separator';
      at += 1;
    } else if (expected === 'name' || expected === 'name-or-end') {
      const end = stringEnd(text, at);
      if (end < 0) return ~end;
      at = skip(SPACE, text, end);
      if (text[at] !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (expected === 'separator') {
      return at;
    } else if (character === '{' || character === '[') {
      open.push(character);
      expected = character === '{' ? 'name-or-end' : 'value-or-end';
      at += 1;
    } else {
      const end = character === '"' ? stringEnd(text, at) : skip(WORD, text, at);
      if (end < 0) return ~end;
      if (end === at) return at;
      expected = 'separator';
      at = end;
    }
  }
}

/** Line and column of that place, both from 1 and in UTF-16 units. Null for a text that is JSON. */
export function jsonErrorPlace(text: string): { readonly line: number; readonly column: number } | null {
  const at = jsonErrorAt(text);
  if (at === null) return null;
  let line = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < at; feed = text.indexOf('\n', start)) {
    line += 1;
    start = feed + 1;
  }
  return { line, column: at - start + 1 };
}

const ENDABLE: ReadonlySet<Expected> = new Set(['separator', 'name-or-end', 'value-or-end']);

/** Behind the string that begins there; `~` the place where it goes wrong, which is negative. */
function stringEnd(text: string, start: number): number {
  if (text[start] !== '"') return ~start;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === '\\') {
      const end = skip(ESCAPE, text, at);
      if (end === at) return ~at;
      at = end - 1;
    } else if (text.charCodeAt(at) < FIRST_PRINTABLE) return ~at;
  }
  return ~text.length;
}

/** Behind what the pattern finds right there; the place itself when it finds nothing. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
