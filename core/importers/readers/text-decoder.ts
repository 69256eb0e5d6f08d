/**
 * Bytes → text. Every runtime this project meets has `TextDecoder`, but core compiles without the
 * libraries that declare it, so the part that is needed is declared here and nowhere else.
 */
interface Decoder {
  decode(bytes: Uint8Array): string;
}

declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => Decoder;

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface DecodedText {
  readonly text: string;
  /** Some bytes were no valid text; each stands in it as U+FFFD. */
  readonly malformed: boolean;
}

const decoders = new Map<string, Decoder>();

// ignoreBOM keeps the mark in the text: whoever reads a file strips exactly one, at its start.
function decoder(encoding: TextEncoding, fatal: boolean): Decoder {
  const key = `${encoding}/${String(fatal)}`;
  const known = decoders.get(key);
  if (known !== undefined) return known;
  const made = new TextDecoder(encoding, { fatal, ignoreBOM: true });
  decoders.set(key, made);
  return made;
}

export function decodeText(bytes: Uint8Array, encoding: TextEncoding = 'utf-8'): DecodedText {
  try {
    return { text: decoder(encoding, true).decode(bytes), malformed: false };
  } catch {
    return { text: decoder(encoding, false).decode(bytes), malformed: true };
  }
}

/** UTF-8 unless the bytes begin with a UTF-16 mark. */
export function encodingOf(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
