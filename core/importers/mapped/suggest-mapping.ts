import type { RawRecord } from '../raw-record.ts';
import { isList } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { fieldAt, roleOfWord, wordIn, type FieldMapping } from './field-mapping.ts';

interface Field {
  readonly path: string;
}

const ROLE_NAMES =
  /(?:^|[._])(?:role|from|sender|speaker|author|who|by|name|type|actor|party|direction|source)(?:$|[._])/i;
const TEXT_NAMES = /(?:^|[._])(?:content|text|message|body|value|words|said|msg|utterance|transcript)$/i;
const TIME_NAMES = /(?:time|date|stamp|created|_at$|At$|^ts$|^at$|when)/;
const THREAD_NAMES = /(?:thread|conversation|session|chat|dialog|channel|ticket|call)/i;
/** Before it nobody wrote to a model; behind it lie numbers that count something else. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** What the fields of some records seem to be, by what is in them, and where that doesn't tell by their names. */
export function suggestedMapping(
  records: readonly RawRecord[],
  recordFields: readonly Field[],
  lists: readonly Field[],
  fieldsIn: (list: string) => readonly Field[],
  elementsOf: (list: string) => readonly RawRecord[],
): FieldMapping {
  const flat = mappingOf(records, recordFields, null);
  if (flat.hasRole || lists.length === 0) return flat.mapping;
  const inside = lists.map(({ path }) => ({
    path,
    found: mappingOf(elementsOf(path), fieldsIn(path), path),
    size: elementsOf(path).length,
  }));
  const best = inside.find(({ found }) => found.hasRole) ?? inside.toSorted((a, b) => b.size - a.size)[0];
  if (best === undefined) return flat.mapping;
  return { ...best.found.mapping, thread: threadField(records, recordFields, null) };
}

/** @param list The field that the records come from; null: they are those of the file. */
export function mappingOf(
  records: readonly RawRecord[],
  fields: readonly Field[],
  list: string | null,
): { readonly mapping: FieldMapping; readonly hasRole: boolean } {
  const byWords = best(fields, ({ path }) =>
    share(records, path, (value) => roleOfWord(wordIn(value)) !== null),
  );
  const hasRole = byWords !== null;
  const role = byWords ?? fields.find(({ path }) => ROLE_NAMES.test(path))?.path ?? fields[0]?.path ?? '';
  const others = fields.filter(({ path }) => path !== role);
  const named = others.filter(({ path }) => TEXT_NAMES.test(path));
  const text =
    best(named, ({ path }) => wordiness(records, path)) ??
    best(others, ({ path }) => wordiness(records, path)) ??
    role;
  const time = best(
    others.filter(({ path }) => path !== text),
    ({ path }) => share(records, path, isTime) * (TIME_NAMES.test(path) ? 2 : 1),
  );
  return {
    mapping: {
      list,
      role,
      text,
      time,
      thread: list === null ? threadField(records, others, [text, time]) : null,
      roles: {},
    },
    hasRole,
  };
}

function threadField(
  records: readonly RawRecord[],
  fields: readonly Field[],
  taken: readonly (string | null)[] | null,
): string | null {
  const free = fields.filter(({ path }) => taken?.includes(path) !== true);
  return best(
    free.filter(({ path }) => THREAD_NAMES.test(path)),
    ({ path }) => share(records, path, (value) => wordIn(value) !== ''),
  );
}

/** The field with the highest score above a half. */
function best(fields: readonly Field[], scoreOf: (field: Field) => number): string | null {
  let found: { readonly path: string; readonly score: number } | null = null;
  for (const field of fields) {
    const score = scoreOf(field);
    if (score >= 0.5 && (found === null || score > found.score)) found = { path: field.path, score };
  }
  return found?.path ?? null;
}

/** How many of the records have such a value there, from 0 to 1. */
function share(records: readonly RawRecord[], path: string, isSuch: (value: unknown) => boolean): number {
  if (records.length === 0) return 0;
  return records.filter((record) => isSuch(fieldAt(record, path))).length / records.length;
}

/** Characters in a text of that field; parts count as long ones. */
function wordiness(records: readonly RawRecord[], path: string): number {
  const lengths = records.map((record) => {
    const value = fieldAt(record, path);
    if (isList(value)) return value.length > 0 ? 100 : 0;
    return typeof value === 'string' ? value.length : 0;
  });
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
}

function isTime(value: unknown): boolean {
  const ms = readTimeMs(value);
  return ms !== null && ms > EARLIEST_MS && ms < LATEST_MS;
}
