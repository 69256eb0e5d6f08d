import { decodeMsgpack, type MsgpackExtension } from '../containers/msgpack.ts';
import { isList, parseJson, textOrNull } from '../readers/json-text.ts';
import type { SqliteValue } from '../readers/sqlite-file.ts';
import { decodeText } from '../readers/text-decoder.ts';
import { SharedValues } from './shared-values.ts';

/** Why a value can't be read. */
export type UnreadableReason = 'pickled' | 'encrypted' | 'broken' | 'unknown';

export type SavedValue =
  | { readonly value: unknown; readonly problem: null }
  | { readonly value: null; readonly problem: UnreadableReason };

/** Objects hold objects; a hostile file goes on for ever. */
const DEEPEST = 32;
const OPEN_OBJECT = 0x7b;
/** Python's pickle, version 2 and later, begins with this byte and the version. */
const PICKLE = 0x80;

/** What LangGraph calls its extensions. Source: langgraph/checkpoint/serde/jsonplus.py, `EXT_…`. */
const SINGLE_ARGUMENT = 0;
const ARGUMENTS = 1;
const NAMED_ARGUMENTS = 2;
const METHOD = 3;
const PYDANTIC_1 = 4;
const PYDANTIC_2 = 5;
const NUMPY = 6;
const SNAPSHOT = 7;

/**
 * Reads what LangGraph's savers write: MessagePack or JSON, in which objects of Python stand as the name of
 * their class and what it is called with. Nothing is called: of an object its fields are taken, or its arguments.
 */
export class SavedValues {
  readonly #objects = new SharedValues();
  /** Objects that are known to hold no bytes. */
  readonly #textual = new WeakSet<object>();
  readonly #unknown = new Map<string, number>();

  /** What stands in its place says so; how often each was met, by what it is called. */
  get unknown(): ReadonlyMap<string, number> {
    return this.#unknown;
  }

  /** @param type As the saver wrote it beside the value; null in old databases, which have none. */
  read(type: string | null, data: SqliteValue): SavedValue {
    if (type === 'null' || data === null) return readable(null);
    // `msgpack+aes`, and whatever cipher follows the plus sign.
    if (type?.includes('+') === true) return unreadable('encrypted');
    if (type === 'pickle') return unreadable('pickled');
    if (typeof data === 'number') return readable(data);
    if (typeof data === 'string') return this.#json(data);
    if (type === 'json' || (type !== 'msgpack' && data[0] === OPEN_OBJECT)) {
      return this.#json(decodeText(data).text);
    }
    if (type === null && isPickle(data)) return unreadable('pickled');
    return type === null || type === 'msgpack' ? this.#msgpack(data) : unreadable('unknown');
  }

  #json(text: string): SavedValue {
    try {
      return readable(parseJson(text));
    } catch {
      return unreadable('broken');
    }
  }

  #msgpack(data: Uint8Array): SavedValue {
    try {
      return readable(this.#decoded(data, 0));
    } catch {
      return unreadable('broken');
    }
  }

  #decoded(data: Uint8Array, depth: number): unknown {
    return this.#withoutBytes(decodeMsgpack(data, (extension) => this.#extension(extension, depth)));
  }

  #extension({ code, bytes }: MsgpackExtension, depth: number): unknown {
    if (depth >= DEEPEST || code < SINGLE_ARGUMENT || code > SNAPSHOT) {
      return this.#note(`extension ${code}`);
    }
    // Its bytes would be measurements, never a message.
    if (code === NUMPY) return this.#note('array of numbers');
    // Every state repeats the messages before it, byte for byte.
    const value = this.#objects.get(code, bytes, () => {
      const inner = this.#decoded(bytes, depth + 1);
      return code === SNAPSHOT ? inner : this.#object(code, inner);
    });
    if (typeof value === 'object' && value !== null) this.#textual.add(value);
    return value;
  }

  /** `[module, class, what it is called with, …]`. */
  #object(code: number, call: unknown): unknown {
    if (!isList(call)) return this.#note(`extension ${code}`);
    const [, name, given] = call;
    switch (code) {
      case ARGUMENTS:
        return withArguments(textOrNull(name), given);
      case SINGLE_ARGUMENT:
      case NAMED_ARGUMENTS:
      case METHOD:
      case PYDANTIC_1:
      case PYDANTIC_2:
        return given ?? null;
      default:
        return this.#note(`extension ${code}`);
    }
  }

  /** Bytes have no place in a message; a note takes theirs. The value was made just now, and is changed in place. */
  #withoutBytes(value: unknown): unknown {
    const root: unknown[] = [value];
    const open: object[] = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const entries: [string, unknown][] = Object.entries(next);
      for (const [key, inner] of entries) {
        if (inner instanceof Uint8Array) Reflect.set(next, key, this.#note(`${inner.length} bytes`));
        else if (typeof inner === 'object' && inner !== null && !this.#textual.has(inner)) open.push(inner);
      }
    }
    return root[0];
  }

  #note(what: string): string {
    this.#unknown.set(what, (this.#unknown.get(what) ?? 0) + 1);
    return `[${what}]`;
  }
}

/** A task that a node sent, and a date, as people write them; of the others the arguments. */
function withArguments(name: string | null, given: unknown): unknown {
  if (!isList(given)) return given ?? null;
  if (name === 'Send') return { node: given[0] ?? null, arg: given[1] ?? null };
  if (name === 'date' && given.every((part) => typeof part === 'number')) {
    return given.map((part) => String(part).padStart(2, '0')).join('-');
  }
  return given;
}

function isPickle(data: Uint8Array): boolean {
  const version = data[1] ?? 0;
  // As MessagePack the first byte would be an empty map, behind which nothing may stand.
  return data[0] === PICKLE && version >= 2 && version <= 5;
}

function readable(value: unknown): SavedValue {
  return { value, problem: null };
}

function unreadable(problem: UnreadableReason): SavedValue {
  return { value: null, problem };
}
