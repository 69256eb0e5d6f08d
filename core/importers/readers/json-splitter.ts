import { InspectorError } from '../../domain/errors.ts';
import { joinBytes } from './read-lines.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './json-bytes.ts';

/** Longer elements are handed over piece by piece, where somebody takes them so. */
const LONGEST_WHOLE_BYTES = 4 * 1024 * 1024;
/** JavaScript can't hold a longer text. */
const LONGEST_ELEMENT_BYTES = 512 * 1024 * 1024;
/** Names of fields are short; a longer string is none that is looked for. */
const LONGEST_NAME = 64;

type State =
  | 'before'
  /** Between the fields of the text's object. */
  | 'object'
  /** In a string of it, which may be the name of a field. */
  | 'name'
  /** In a value of it that isn't wanted. */
  | 'other'
  | 'list'
  /** In an element: an object, a list or a string. */
  | 'element'
  /** In an element that ends where something else begins. */
  | 'number'
  | 'after'
  /** The text is something else. */
  | 'nothing';

/**
 * - `whole`: the list was closed.
 * - `no-list`: the text is something else, or has no such field with a list.
 * - `cut-off`: the text ends before the list does.
 */
export type SplitEnd = 'whole' | 'no-list' | 'cut-off';

/** An element that is too long to be handed over whole: its bytes as they come, good during the call only. */
export interface LongElement {
  push(bytes: Uint8Array): void;
  end(): void;
}

export interface SplitReceiver {
  /** `bytes` are good during the call only; `line` counts from 1. */
  element(bytes: Uint8Array, line: number): void;
  /** Takes elements of more than 4 MB; left out: they are handed over as any other. */
  longElement?(startByte: number, line: number): LongElement;
}

/**
 * Cuts a JSON text in UTF-8 into the elements of one of its lists while its bytes come in, so that only one
 * element is in memory. Nothing is parsed: a broken element spoils no other as long as its brackets and
 * quotes are in order.
 */
export class JsonSplitter {
  readonly #field: string | null;
  readonly #receiver: SplitReceiver;
  #state: State = 'before';
  #line = 1;
  /** Of brackets inside a value. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #name = '';
  #isWanted = false;
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #long: LongElement | null = null;
  #bytesBefore = 0;
  #elementStart = 0;
  #elementLine = 1;
  #trailingLine: number | null = null;

  /**
   * @param field The field of the text's object that holds the list; null: the text is the list.
   */
  constructor(field: string | null, receiver: SplitReceiver) {
    this.#field = field;
    this.#receiver = receiver;
  }

  /** Where the element begins that was begun last. */
  get elementLine(): number {
    return this.#elementLine;
  }

  /** Where something else than white space follows a text that is a list; null: nowhere. */
  get trailingLine(): number | null {
    return this.#trailingLine;
  }

  /** @throws InspectorError 'invalid-import' for an element that is longer than a text may be. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) at = this.#advance(chunk, at);
    this.#bytesBefore += chunk.length;
  }

  /** No more bytes come. */
  end(): SplitEnd {
    switch (this.#state) {
      case 'after':
        return 'whole';
      case 'list':
      case 'element':
      case 'number':
        return 'cut-off';
      default:
        return 'no-list';
    }
  }

  /** @returns Where to go on. */
  #advance(chunk: Uint8Array, at: number): number {
    switch (this.#state) {
      case 'before':
        return this.#before(chunk, at);
      case 'object':
        return this.#object(chunk, at);
      case 'name':
        return this.#nameOrText(chunk, at);
      case 'other':
        return this.#skip(chunk, at);
      case 'list':
        return this.#list(chunk, at);
      case 'element':
        return this.#element(chunk, at);
      case 'number':
        return this.#number(chunk, at);
      case 'after':
        return this.#after(chunk, at);
      case 'nothing':
        return chunk.length;
    }
  }

  #before(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === OPEN_LIST && this.#field === null) this.#state = 'list';
    else if (byte === OPEN_OBJECT && this.#field !== null) this.#state = 'object';
    // White space and a byte order mark.
    else if (byte > SPACE && byte < 0x80) this.#state = 'nothing';
    this.#countLine(byte);
    return at + 1;
  }

  #object(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    switch (byte) {
      case QUOTE:
        this.#name = '';
        this.#state = 'name';
        break;
      case COLON:
        this.#isWanted = this.#name === this.#field;
        break;
      case COMMA:
        this.#isWanted = false;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (byte === OPEN_LIST && this.#isWanted) this.#state = 'list';
        else {
          this.#state = 'other';
          this.#depth = 1;
        }
        break;
      default:
        this.#countLine(byte);
    }
    return at + 1;
  }

  #nameOrText(chunk: Uint8Array, at: number): number {
    for (let next = at; next < chunk.length; next += 1) {
      const byte = chunk[next] ?? 0;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#state = 'object';
        return next + 1;
      }
      if (this.#name.length < LONGEST_NAME) this.#name += String.fromCharCode(byte);
    }
    return chunk.length;
  }

  #skip(chunk: Uint8Array, at: number): number {
    const end = this.#endOfValue(chunk, at);
    if (end < 0) return chunk.length;
    this.#state = 'object';
    return end;
  }

  #list(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte <= SPACE || byte === COMMA) {
      this.#countLine(byte);
      return at + 1;
    }
    if (byte === CLOSE_LIST) {
      this.#state = 'after';
      return at + 1;
    }
    this.#elementLine = this.#line;
    this.#elementStart = this.#bytesBefore + at;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST || byte === QUOTE) {
      this.#state = 'element';
      this.#depth = byte === QUOTE ? 0 : 1;
      this.#inString = byte === QUOTE;
      // The opening byte is part of the element, and the value goes on behind it.
      this.#keep(chunk.subarray(at, at + 1));
      return at + 1;
    }
    this.#state = 'number';
    return at;
  }

  #element(chunk: Uint8Array, at: number): number {
    const end = this.#endOfValue(chunk, at);
    this.#keep(chunk.subarray(at, end < 0 ? chunk.length : end));
    if (end < 0) return chunk.length;
    this.#emit();
    return end;
  }

  #number(chunk: Uint8Array, at: number): number {
    let end = at;
    for (; end < chunk.length; end += 1) {
      const byte = chunk[end] ?? 0;
      if (byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) break;
    }
    this.#keep(chunk.subarray(at, end));
    if (end === chunk.length) return end;
    this.#emit();
    // A stray bracket would otherwise be an element without end.
    return chunk[end] === CLOSE_OBJECT ? end + 1 : end;
  }

  #after(chunk: Uint8Array, at: number): number {
    if (this.#field !== null) return chunk.length;
    const byte = chunk[at] ?? 0;
    if (byte > SPACE) this.#trailingLine ??= this.#line;
    this.#countLine(byte);
    return this.#trailingLine === null ? at + 1 : chunk.length;
  }

  /** @returns The place behind the value; -1 when the chunk ends inside it. */
  #endOfValue(chunk: Uint8Array, at: number): number {
    let inString = this.#inString;
    let isEscaped = this.#isEscaped;
    let depth = this.#depth;
    let lines = 0;
    let end = -1;
    for (let next = at; next < chunk.length; next += 1) {
      const byte = chunk[next] ?? 0;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) end = next + 1;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 0) end = next + 1;
      } else if (byte === LINE_FEED) lines += 1;
      if (end >= 0) break;
    }
    this.#inString = inString;
    this.#isEscaped = isEscaped;
    this.#depth = depth;
    this.#line += lines;
    return end;
  }

  /** A copy: whoever reads may fill the same memory again. Not by `slice`, which gives a view of a Buffer. */
  #keep(piece: Uint8Array): void {
    if (this.#long !== null) {
      this.#long.push(piece);
      return;
    }
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > LONGEST_ELEMENT_BYTES) {
      throw new InspectorError(
        'invalid-import',
        `the entry that begins at line ${this.#elementLine} is larger than 512 MB, or its quotes and brackets are out of order`,
      );
    }
    this.#pieces.push(new Uint8Array(piece));
    if (this.#pieceBytes <= LONGEST_WHOLE_BYTES || this.#receiver.longElement === undefined) return;
    this.#long = this.#receiver.longElement(this.#elementStart, this.#elementLine);
    this.#long.push(this.#takePieces());
  }

  #emit(): void {
    this.#state = 'list';
    const long = this.#long;
    this.#long = null;
    if (long === null) this.#receiver.element(this.#takePieces(), this.#elementLine);
    else long.end();
  }

  #takePieces(): Uint8Array {
    const bytes = joinBytes(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    return bytes;
  }

  #countLine(byte: number): void {
    if (byte === LINE_FEED) this.#line += 1;
  }
}
