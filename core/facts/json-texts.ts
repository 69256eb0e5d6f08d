/** JSON in a string in a string … is followed this deep; beyond it a text is just text. */
const MAX_STRING_DEPTH = 8;

/**
 * The texts in what may be JSON: the string and number values of a JSON document, or of each line of
 * JSON lines, in order and without the keys; the text itself where it is no JSON.
 */
export function decodedTexts(text: string): readonly string[] {
  const texts: string[] = [];
  decodeInto(texts, text, 0);
  return texts;
}

function decodeInto(texts: string[], text: string, depth: number): void {
  if (text === '') return;
  if (depth >= MAX_STRING_DEPTH || !looksLikeJson(text)) {
    texts.push(text);
    return;
  }
  const document = parsed(text);
  if (document !== null) {
    pushValues(texts, document.value, depth + 1);
    return;
  }
  const lines = jsonLines(text);
  if (lines === null) texts.push(text);
  else for (const value of lines) pushValues(texts, value, depth + 1);
}

/** Walks with a list of its own: a document may be nested deeper than calls can be. */
function pushValues(texts: string[], root: unknown, depth: number): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') decodeInto(texts, value, depth);
    else if (typeof value === 'number') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) {
      const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      for (let index = values.length - 1; index >= 0; index--) waiting.push(values[index]);
    }
  }
}

function looksLikeJson(text: string): boolean {
  const first = /^\s{0,64}(\S)/.exec(text)?.[1];
  return first === '{' || first === '[' || isJsonString(text);
}

/** A text that was written as a JSON string as a whole; without an escape in it, it is just quoted. */
export function isJsonString(text: string): boolean {
  return text.startsWith('"') && text.endsWith('"') && text.includes('\\');
}

/** Every line a JSON document; null when one is not. */
function jsonLines(text: string): readonly unknown[] | null {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const document = looksLikeJson(line) ? parsed(line) : null;
    if (document === null) return null;
    values.push(document.value);
  }
  return values.length > 1 ? values : null;
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return null;
  }
}
