import { isJsonString } from '../facts/json-texts.ts';

const MAX_PHRASE = 240;
const MAX_VALUE = 160;

/** Fields of an object or list, as a line of the summary would show them. */
export interface JsonPhrase {
  /** `sku KT-100, qty 50`: keys stay, since a number without its key says nothing. */
  readonly text: string;
  /** The values alone: keys are no facts. */
  readonly values: readonly string[];
}

/** A JSON document as short phrases, one or more per object or list. Null when the text is no JSON. */
export function jsonPhrases(text: string): readonly JsonPhrase[] | null {
  if (!/^\s{0,64}[[{]/.test(text)) return null;
  const root = parsedJson(text);
  if (root === undefined) return null;
  const phrases: JsonPhrase[] = [];
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

/** What a text says that was written as one JSON string; the text itself otherwise. */
export function withoutJsonQuotes(text: string): string {
  if (!isJsonString(text)) return text;
  const value = parsedJson(text);
  return typeof value === 'string' ? value : text;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function phrasesOf(fields: readonly (readonly [string, unknown])[]): readonly JsonPhrase[] {
  const phrases: JsonPhrase[] = [];
  let open: JsonPhrase | null = null;
  for (const [key, value] of fields) {
    const written = scalarText(value);
    if (written === null) continue;
    const part: JsonPhrase = { text: key === '' ? written : `${key} ${written}`, values: [written] };
    if (part.text.length > MAX_VALUE) {
      phrases.push(part);
    } else if (open !== null && open.text.length + part.text.length <= MAX_PHRASE) {
      open = { text: `${open.text}, ${part.text}`, values: [...open.values, written] };
    } else {
      if (open !== null) phrases.push(open);
      open = part;
    }
  }
  if (open !== null) phrases.push(open);
  return phrases;
}

function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
