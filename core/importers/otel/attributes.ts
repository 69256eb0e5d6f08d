import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** Lists in flattened attributes are numbered; a hostile number makes no list of its length. */
const LONGEST_LIST = 10_000;
const DEEPEST_VALUE = 100;

/**
 * Attributes of a span by their dotted names. Exports flatten what is nested (`llm.input_messages.0.message.role`),
 * nest what is flat, or wrap each value in its type; all read the same here.
 */
export class Attributes {
  readonly raw: RawRecord;
  readonly #hasNested: boolean;

  constructor(raw: RawRecord) {
    this.raw = raw;
    this.#hasNested = Object.values(raw).some(isRecord);
  }

  /** A value under its dotted name, flat or nested. */
  get(name: string): unknown {
    const flat = this.raw[name];
    return flat === undefined && this.#hasNested ? nested(this.raw, name.split('.')) : flat;
  }

  text(...names: readonly string[]): string | null {
    for (const name of names) {
      const text = textOrNull(this.get(name));
      if (text !== null) return text;
    }
    return null;
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.get(name) !== undefined);
  }

  /**
   * A list of objects, whether it stands there as a list or flattened under numbers. Null where it is neither.
   */
  list(name: string): readonly unknown[] | null {
    const whole = this.get(name);
    if (isList(whole)) return whole;
    const prefix = `${name}.`;
    const elements = new Map<number, Record<string, unknown>>();
    for (const [key, value] of Object.entries(this.raw)) {
      if (!key.startsWith(prefix)) continue;
      const dot = key.indexOf('.', prefix.length);
      const place = Number(key.slice(prefix.length, dot < 0 ? undefined : dot));
      if (!Number.isInteger(place) || place < 0 || elements.size >= LONGEST_LIST) continue;
      const element = elements.get(place) ?? {};
      elements.set(place, element);
      if (dot > 0) element[key.slice(dot + 1)] = value;
    }
    if (elements.size === 0) return null;
    return [...elements].sort(([left], [right]) => left - right).map(([, element]) => element);
  }
}

function nested(record: RawRecord, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return value;
}

/** Attributes as OTLP writes them, `[{ key, value: { stringValue } }]`, as an object; an object as it is. */
export function readAttributes(value: unknown): RawRecord {
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]));
  if (!isList(value)) return {};
  const read: [string, unknown][] = [];
  for (const entry of value) {
    if (isRecord(entry) && typeof entry['key'] === 'string') read.push([entry['key'], plain(entry['value'])]);
  }
  return Object.fromEntries(read);
}

/** The names that `readAttributes` finds; some may come more than once. */
export function attributeNames(value: unknown): readonly string[] {
  if (isRecord(value)) return Object.keys(value);
  if (!isList(value)) return [];
  const names: string[] = [];
  for (const entry of value) {
    if (isRecord(entry) && typeof entry['key'] === 'string') names.push(entry['key']);
  }
  return names;
}

/** A value out of its OTLP type. Whole numbers come as text there, and stay one. */
export function plain(value: unknown, depth = 0): unknown {
  if (!isRecord(value) || depth > DEEPEST_VALUE) return value;
  const [name, ...others] = Object.keys(value);
  if (others.length > 0) return value;
  switch (name) {
    case 'stringValue':
    case 'boolValue':
    case 'intValue':
    case 'doubleValue':
    case 'bytesValue':
      return value[name];
    case 'arrayValue':
    case 'values':
      return listOf(name === 'values' ? value : value[name], depth);
    case 'kvlistValue':
      return objectOf(value[name], depth);
    default:
      return value;
  }
}

function listOf(value: unknown, depth: number): unknown {
  const list = isRecord(value) ? value['values'] : value;
  return isList(list) ? list.map((element) => plain(element, depth + 1)) : [];
}

function objectOf(value: unknown, depth: number): unknown {
  const list = isRecord(value) ? value['values'] : value;
  if (!isList(list)) return {};
  return Object.fromEntries(
    list.flatMap((entry): [string, unknown][] =>
      isRecord(entry) && typeof entry['key'] === 'string'
        ? [[entry['key'], plain(entry['value'], depth + 1)]]
        : [],
    ),
  );
}
