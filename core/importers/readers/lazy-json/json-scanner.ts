import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  FIRST_PRINTABLE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  UNICODE,
} from '../json-bytes.ts';

/** Where a text stops being JSON, in bytes from its beginning. */
export class JsonScanError extends Error {
  readonly atByte: number;

  constructor(atByte: number) {
    super(`no JSON at byte ${atByte}`);
    this.atByte = atByte;
  }
}

/** What a scan comes upon, in the order of the text. Places are bytes; `end` is behind the last. */
export interface ScanReceiver {
  open(isObject: boolean, start: number): void;
  close(end: number): void;
  name(start: number, end: number): void;
  /** A string, a number or a word. */
  scalar(start: number, end: number): void;
}

/** Characters behind a backslash: `"\/bfnrt`. */
const ESCAPED = new Set([QUOTE, BACKSLASH, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);
/** Longer words and numbers are none. */
const LONGEST_WORD = 400;
const WORD = /^(?:true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'separator';

/**
 * Checks a JSON text in UTF-8 while its bytes come in, and tells where its values stand. Keeps no more of it
 * than one number, and one byte for each bracket that is open. Python's `NaN` and `Infinity` pass.
 */
export class JsonScanner {
  readonly #receiver: ScanReceiver;
  /** The opening bracket of each value that is open. */
  readonly #open: number[] = [];
  #expected: Expected = 'value';
  #offset: number;
  #stringStart = -1;
  /** In a string: 0 outside of an escape, 5 behind a backslash, else the hex digits to come. */
  #escape = 0;
  #word = '';
  #wordStart = -1;

  /** @param offset Of the first byte: behind a byte order mark. */
  constructor(receiver: ScanReceiver, offset = 0) {
    this.#receiver = receiver;
    this.#offset = offset;
  }

  /** @throws JsonScanError */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#stringStart >= 0) at = this.#string(chunk, at);
      else at = this.#between(chunk, at);
    }
    this.#offset += chunk.length;
  }

  /** @throws JsonScanError where the text ends too early. */
  end(): void {
    this.#endWord(this.#offset);
    if (this.#expected !== 'separator' || this.#open.length > 0 || this.#stringStart >= 0) {
      throw new JsonScanError(this.#offset);
    }
  }

  #between(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte > SPACE && !isMark(byte)) {
        if (this.#wordStart < 0) this.#beginWord(this.#offset + at);
        if (this.#word.length >= LONGEST_WORD) throw new JsonScanError(this.#wordStart);
        this.#word += String.fromCharCode(byte);
        continue;
      }
      if (this.#wordStart >= 0) this.#endWord(this.#offset + at);
      if (byte === QUOTE) {
        this.#beginString(this.#offset + at);
        return at + 1;
      }
      if (byte > SPACE) this.#mark(byte, this.#offset + at);
      else if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        throw new JsonScanError(this.#offset + at);
      }
    }
    return chunk.length;
  }

  #string(chunk: Uint8Array, start: number): number {
    let escape = this.#escape;
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (escape === 0) {
        if (byte === QUOTE) {
          this.#escape = 0;
          this.#endString(this.#offset + at + 1);
          return at + 1;
        }
        if (byte === BACKSLASH) escape = 5;
        else if (byte < FIRST_PRINTABLE) throw new JsonScanError(this.#offset + at);
      } else if (escape === 5) {
        if (byte === UNICODE) escape = 4;
        else if (ESCAPED.has(byte)) escape = 0;
        else throw new JsonScanError(this.#offset + at);
      } else {
        if (!isHexDigit(byte)) throw new JsonScanError(this.#offset + at);
        escape -= 1;
      }
    }
    this.#escape = escape;
    return chunk.length;
  }

  #mark(byte: number, at: number): void {
    const holder = this.#open.at(-1);
    switch (byte) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (this.#expected !== 'value' && this.#expected !== 'value-or-end') throw new JsonScanError(at);
        this.#open.push(byte);
        this.#expected = byte === OPEN_OBJECT ? 'name-or-end' : 'value-or-end';
        this.#receiver.open(byte === OPEN_OBJECT, at);
        return;
      case CLOSE_LIST:
      case CLOSE_OBJECT: {
        const isEnd = byte === CLOSE_OBJECT ? holder === OPEN_OBJECT : holder === OPEN_LIST;
        const isWhole =
          this.#expected === 'separator' ||
          this.#expected === 'name-or-end' ||
          this.#expected === 'value-or-end';
        if (!isEnd || !isWhole) throw new JsonScanError(at);
        this.#open.pop();
        this.#expected = 'separator';
        this.#receiver.close(at + 1);
        return;
      }
      case COMMA:
        if (this.#expected !== 'separator' || holder === undefined) throw new JsonScanError(at);
        this.#expected = holder === OPEN_OBJECT ? 'name' : 'value';
        return;
      default:
        if (this.#expected !== 'colon') throw new JsonScanError(at);
        this.#expected = 'value';
    }
  }

  #beginString(at: number): void {
    if (this.#expected === 'colon' || this.#expected === 'separator') throw new JsonScanError(at);
    this.#stringStart = at;
  }

  #endString(end: number): void {
    const start = this.#stringStart;
    this.#stringStart = -1;
    if (this.#expected === 'name' || this.#expected === 'name-or-end') {
      this.#expected = 'colon';
      this.#receiver.name(start, end);
    } else {
      this.#expected = 'separator';
      this.#receiver.scalar(start, end);
    }
  }

  #beginWord(at: number): void {
    if (this.#expected !== 'value' && this.#expected !== 'value-or-end') throw new JsonScanError(at);
    this.#wordStart = at;
  }

  #endWord(end: number): void {
    if (this.#wordStart < 0) return;
    const start = this.#wordStart;
    const word = this.#word;
    this.#wordStart = -1;
    this.#word = '';
    if (!WORD.test(word)) throw new JsonScanError(start);
    this.#expected = 'separator';
    this.#receiver.scalar(start, end);
  }
}

function isMark(byte: number): boolean {
  return (
    byte === QUOTE ||
    byte === COMMA ||
    byte === COLON ||
    byte === OPEN_LIST ||
    byte === CLOSE_LIST ||
    byte === OPEN_OBJECT ||
    byte === CLOSE_OBJECT
  );
}

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
