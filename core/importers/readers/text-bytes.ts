const HYPHEN = 0x2d;
const UUID_LENGTH = 36;
const UUID_BYTES = 17;
/** Begins no other text: a UTF-16 unit takes at most three bytes, of which the first is below. */
const UUID_MARK = 0xff;
/** How many units are made a text at once: each is an argument. */
const UNITS_AT_ONCE = 4096;

/** Bytes that a text takes at most. */
export function mostBytesOf(text: string): number {
  return text.length * 3;
}

/**
 * Writes a text as bytes, different ones for different texts: each UTF-16 unit as UTF-8 would write it, so
 * that halves of pairs survive, and a UUID in lower case as its 16 bytes.
 *
 * @param bytes Has room for `mostBytesOf(text)`.
 * @returns How many bytes it took.
 */
export function writeTextBytes(text: string, bytes: Uint8Array): number {
  const { length } = text;
  if (length === UUID_LENGTH && writeUuid(text, bytes)) return UUID_BYTES;
  let at = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return at;
}

/** The text that `writeTextBytes` wrote. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === UUID_MARK) return uuidOf(bytes);
  let text = '';
  let units: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] ?? 0;
    if (first < 0x80) units.push(first);
    else if (first < 0xe0) units.push(((first & 0x1f) << 6) | tail(bytes, at++));
    else {
      units.push(((first & 0x0f) << 12) | (tail(bytes, at) << 6) | tail(bytes, at + 1));
      at += 2;
    }
    if (units.length === UNITS_AT_ONCE) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

function tail(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) & 0x3f;
}

function writeUuid(text: string, bytes: Uint8Array): boolean {
  let at = 1;
  for (let index = 0; index < UUID_LENGTH;) {
    if (isHyphenPlace(index)) {
      if (text.charCodeAt(index) !== HYPHEN) return false;
      index += 1;
      continue;
    }
    const high = digitOf(text.charCodeAt(index));
    const low = digitOf(text.charCodeAt(index + 1));
    if (high < 0 || low < 0) return false;
    bytes[at++] = (high << 4) | low;
    index += 2;
  }
  bytes[0] = UUID_MARK;
  return true;
}

function uuidOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 1; at < UUID_BYTES; at += 1) {
    text += (bytes[at] ?? 0).toString(16).padStart(2, '0');
    if (isHyphenPlace(text.length)) text += '-';
  }
  return text;
}

function isHyphenPlace(index: number): boolean {
  return index === 8 || index === 13 || index === 18 || index === 23;
}

/** Of a digit as UUIDs are written; -1 for anything else, capitals included. */
function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  return unit >= 0x61 && unit <= 0x66 ? unit - 0x57 : -1;
}
