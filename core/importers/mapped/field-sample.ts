import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList } from '../readers/json-text.ts';
import type { FieldMapping, MappedRole } from './field-mapping.ts';
import { fieldAt } from './field-mapping.ts';
import { mappedMessages } from './mapped-messages.ts';
import { mappingOf, suggestedMapping } from './suggest-mapping.ts';

export interface SampledField {
  /** As a mapping names it. */
  readonly path: string;
  /** A value of it, in short. */
  readonly example: string;
}

export interface SampledWord {
  readonly word: string;
  /** Null: it is not known, and counts as the user's. */
  readonly role: MappedRole | null;
}

export interface SampledMessage {
  readonly word: string;
  readonly role: MappedRole | null;
  /** The beginning of what it says. */
  readonly text: string;
  readonly atMs: number | null;
  readonly thread: string | null;
}

/** What the beginning of a file offers to a mapping, and what one makes of it. */
export interface MappingSample {
  /** Fields of a record that hold lists of objects. */
  readonly lists: readonly SampledField[];
  /** Of a message: of a record, or of the objects in its list. */
  readonly fields: readonly SampledField[];
  /** Of a record, which can name its thread. */
  readonly recordFields: readonly SampledField[];
  readonly mapping: FieldMapping;
  /** That stand for speakers in the beginning of the file. */
  readonly words: readonly SampledWord[];
  readonly messages: readonly SampledMessage[];
}

const MOST_RECORDS = 50;
const MOST_ELEMENTS = 200;
const MOST_FIELDS = 60;
const DEEPEST = 3;
const SHOWN_MESSAGES = 6;
const MOST_WORDS = 12;
/** Nobody is called by more. */
const WORD_CHARACTERS = 200;
const EXAMPLE_CHARACTERS = 48;
const TEXT_CHARACTERS = 280;

/**
 * @param mapping Null: what seems right. Fields of it that are in no record give way to what seems right.
 * @returns null where there is no object with a field.
 */
export function sampleFields(
  records: readonly RawRecord[],
  mapping: FieldMapping | null,
): MappingSample | null {
  const sample = records.slice(0, MOST_RECORDS);
  const recordFields = fieldsOf(sample, false);
  const lists = fieldsOf(sample, true);
  if (recordFields.length + lists.length === 0) return null;
  const elementsOf = (list: string | null): readonly RawRecord[] =>
    list === null
      ? sample
      : sample.flatMap((record) => objectsIn(fieldAt(record, list))).slice(0, MOST_ELEMENTS);
  const fieldsIn = (list: string | null): readonly SampledField[] =>
    list === null ? recordFields : fieldsOf(elementsOf(list), false);
  const chosen =
    mapping === null
      ? suggestedMapping(sample, recordFields, lists, fieldsIn, elementsOf)
      : fittingMapping(mapping, elementsOf(mapping.list), fieldsIn(mapping.list));
  const messages = sample.flatMap((record) => [...mappedMessages(record, chosen, () => undefined)]);
  const words = new Map(messages.map(({ word, role }) => [word, role]));
  return {
    lists,
    fields: fieldsIn(chosen.list),
    recordFields,
    mapping: chosen,
    words: [...words]
      .filter(([word]) => word.length <= WORD_CHARACTERS)
      .slice(0, MOST_WORDS)
      .map(([word, role]) => ({ word, role })),
    messages: messages.slice(0, SHOWN_MESSAGES).map(({ content, ...message }) => ({
      ...message,
      text: inShort(content, TEXT_CHARACTERS),
    })),
  };
}

/** Somebody chose another list, whose objects have other fields. */
function fittingMapping(
  mapping: FieldMapping,
  elements: readonly RawRecord[],
  fields: readonly SampledField[],
): FieldMapping {
  const isThere = (path: string): boolean => fields.some((field) => field.path === path);
  if (isThere(mapping.role) && isThere(mapping.text)) return mapping;
  const { mapping: suggested } = mappingOf(elements, fields, mapping.list);
  return {
    ...mapping,
    role: isThere(mapping.role) ? mapping.role : suggested.role,
    text: isThere(mapping.text) ? mapping.text : suggested.text,
    time: mapping.time !== null && isThere(mapping.time) ? mapping.time : suggested.time,
  };
}

/** With the way to each; only those that hold lists of objects, or only the others. */
function fieldsOf(records: readonly RawRecord[], areLists: boolean): readonly SampledField[] {
  const found = new Map<string, string>();
  const look = (record: RawRecord, prefix: string, depth: number): void => {
    for (const [name, value] of Object.entries(record)) {
      const path = `${prefix}${name}`;
      if (isRecord(value)) {
        if (depth < DEEPEST) look(value, `${path}.`, depth + 1);
        continue;
      }
      const isObjects = objectsIn(value).length > 0;
      if (areLists ? !isObjects : isObjects && !isContentList(value)) continue;
      const known = found.get(path);
      if (known === undefined ? found.size < MOST_FIELDS : known === '') {
        found.set(path, areLists ? inNumbers(value) : inShort(value, EXAMPLE_CHARACTERS));
      }
    }
  };
  for (const record of records) look(record, '', 1);
  return [...found].map(([path, example]) => ({ path, example }));
}

/** What a message says may be a list of parts. */
function isContentList(value: unknown): boolean {
  return objectsIn(value).some(
    (part) => typeof part['text'] === 'string' && typeof part['type'] === 'string',
  );
}

function objectsIn(value: unknown): readonly RawRecord[] {
  return isList(value) ? value.slice(0, MOST_ELEMENTS).filter(isRecord) : [];
}

function inNumbers(value: unknown): string {
  const count = isList(value) ? value.length : 0;
  return count === 1 ? '1 entry' : `${count} entries`;
}

function inShort(value: unknown, characters: number): string {
  const text = (textOrJson(isList(value) ? value.map(partText) : value) ?? '').replace(/\s+/g, ' ').trim();
  return text.length <= characters ? text : `${text.slice(0, characters - 1).toWellFormed()}…`;
}

function partText(part: unknown): unknown {
  return isRecord(part) ? (part['text'] ?? part) : part;
}
