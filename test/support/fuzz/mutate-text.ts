import { joined, type ByteMutation } from './mutate-bytes.ts';
import type { Random } from './random.ts';

/** The same text as other programs and systems would have written it. */
export const ENCODINGS: readonly (readonly [name: string, mutation: ByteMutation])[] = [
  ['bom', (bytes) => joined([new Uint8Array([0xef, 0xbb, 0xbf]), bytes])],
  ['utf-16le', (bytes) => wide(textOf(bytes), true)],
  ['utf-16be', (bytes) => wide(textOf(bytes), false)],
  ['latin-1', (bytes, _other, random) => narrow(sprinkled(textOf(bytes), 'é', random))],
  ['crlf', (bytes) => new TextEncoder().encode(textOf(bytes).replaceAll('\n', '\r\n'))],
  [
    'separators',
    (bytes, _other, random) => new TextEncoder().encode(sprinkled(textOf(bytes), '\u2028', random)),
  ],
  ['end', (bytes) => new TextEncoder().encode(otherEnd(textOf(bytes)))],
];

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** One letter is another, here and there. */
function sprinkled(text: string, other: string, random: Random): string {
  const share = random.pick([0.02, 0.2, 1]);
  const sprinkledText = text.replaceAll('e', (letter) => (random.chance(share) ? other : letter));
  return sprinkledText === text ? text.replace('e', other) : sprinkledText;
}

/** Ends in the middle of its last line, or after empty ones. */
function otherEnd(text: string): string {
  const bare = text.trimEnd();
  return bare === text ? `${text}\r\n\n` : bare;
}

function narrow(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}

function wide(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}
