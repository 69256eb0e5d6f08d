import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, plainText } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { fieldAt, mappedRole, wordIn, type FieldMapping, type MappedRole } from './field-mapping.ts';

/** A message as a mapping finds it in a record. */
export interface MappedMessage {
  /** As it stands in the record; empty where the field isn't there. */
  readonly word: string;
  /** Null: nobody knows the word. */
  readonly role: MappedRole | null;
  /** A text, or a list of parts. */
  readonly content: unknown;
  readonly atMs: number | null;
  /** Of its thread; null: none is named. */
  readonly thread: string | null;
}

/**
 * The messages of a record, in order; what has neither of the fields for words and speaker is none of them.
 *
 * @param onOther Told of each that is none.
 */
export function* mappedMessages(
  record: RawRecord,
  mapping: FieldMapping,
  onOther: () => void,
): Generator<MappedMessage, void, undefined> {
  const thread = mapping.thread === null ? null : nameIn(fieldAt(record, mapping.thread));
  const list = mapping.list === null ? [record] : fieldAt(record, mapping.list);
  if (!isList(list)) {
    onOther();
    return;
  }
  for (const element of list) {
    const message = isRecord(element) ? messageOf(element, mapping, thread) : null;
    if (message === null) onOther();
    else yield message;
  }
}

function messageOf(element: RawRecord, mapping: FieldMapping, thread: string | null): MappedMessage | null {
  const content = contentIn(fieldAt(element, mapping.text));
  if (content === null) return null;
  const word = wordIn(fieldAt(element, mapping.role));
  return {
    word,
    role: mappedRole(word, mapping),
    content,
    atMs: mapping.time === null ? null : readTimeMs(fieldAt(element, mapping.time)),
    thread,
  };
}

/** Null where nothing is said. */
function contentIn(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  return isList(value) ? value : textOrJson(value);
}

function nameIn(value: unknown): string | null {
  const name = typeof value === 'boolean' ? String(value) : plainText(value);
  return name === '' ? null : name;
}
