const MAX_PHRASE = 240;
const MAX_VALUE = 160;

/**
 * A JSON document as short phrases, one per object or list: `sku KT-100, qty 50`. Keys stay, since a
 * number without its key says nothing. Null when the text is no JSON.
 */
export function jsonPhrases(text: string): readonly string[] | null {
  if (!/^\s{0,64}[[{]/.test(text)) return null;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return null;
  }
  const phrases: string[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const fields: readonly (readonly [string, unknown])[] = Array.isArray(value)
      ? value.map((element: unknown) => ['', element] as const)
      : Object.entries(value);
    phrases.push(...phrasesOf(fields));
    for (let index = fields.length - 1; index >= 0; index--) waiting.push(fields[index]?.[1]);
  }
  return phrases;
}

function phrasesOf(fields: readonly (readonly [string, unknown])[]): readonly string[] {
  const phrases: string[] = [];
  let open = '';
  for (const [key, value] of fields) {
    const part = scalarText(key, value);
    if (part === null) continue;
    if (part.length > MAX_VALUE) {
      phrases.push(part);
    } else if (open.length + part.length > MAX_PHRASE) {
      phrases.push(open);
      open = part;
    } else {
      open = open === '' ? part : `${open}, ${part}`;
    }
  }
  if (open !== '') phrases.push(open);
  return phrases;
}

function scalarText(key: string, value: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return key === '' ? value : `${key} ${value}`;
  if (typeof value === 'number' || typeof value === 'boolean') {
    return key === '' ? String(value) : `${key} ${String(value)}`;
  }
  return null;
}
