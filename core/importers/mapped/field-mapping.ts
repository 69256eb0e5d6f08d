import { isRecord, type RawRecord } from '../raw-record.ts';
import { plainText } from '../readers/json-text.ts';

export type MappedRole = 'user' | 'assistant' | 'system' | 'tool';

/**
 * Which fields of records that nobody knows are a message's. A field is named as it stands in the record, or by
 * the way to it: `author.name`.
 */
export interface FieldMapping {
  /** The field of a record that holds its messages; null: each record is a message. */
  readonly list: string | null;
  readonly role: string;
  readonly text: string;
  /** Null: no time is known, and messages stand in the order of the file. */
  readonly time: string | null;
  /**
   * Messages with the same value are one thread; with a list, a field of the record around it. Null: all are one
   * thread, or with a list those of each record.
   */
  readonly thread: string | null;
  /** What words mean that are not known, or that mean something else here. */
  readonly roles: Readonly<Record<string, MappedRole>>;
}

const ROLE_WORDS: ReadonlyMap<string, MappedRole> = new Map(
  (
    [
      [
        'user',
        'user human person customer client end_user enduser member visitor caller prompter question prompt me you',
      ],
      [
        'assistant',
        'assistant ai bot model agent gpt chatbot chatgpt claude gemini llm answer response completion reply',
      ],
      ['system', 'system developer instruction instructions context'],
      ['tool', 'tool function tool_result tool_response function_response observation ipython'],
    ] as const
  ).flatMap(([role, words]) => words.split(' ').map((word): [string, MappedRole] => [word, role])),
);

/** What the usual words for a speaker mean, however they are written: `Human`, `AI`, `tool-result`. */
export function roleOfWord(word: string): MappedRole | null {
  return (
    ROLE_WORDS.get(
      word
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ) ?? null
  );
}

/** Null where neither the mapping nor anybody knows the word. */
export function mappedRole(word: string, { roles }: FieldMapping): MappedRole | null {
  const chosen = Object.hasOwn(roles, word) ? roles[word] : undefined;
  return chosen ?? roleOfWord(word);
}

/** The word that stands in a field for a speaker: a text, a number, or yes or no. */
export function wordIn(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : plainText(value);
}

/** Undefined for a field that the record hasn't. */
export function fieldAt(record: RawRecord, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
