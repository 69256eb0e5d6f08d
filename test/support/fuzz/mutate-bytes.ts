import type { Random } from './random.ts';

/** A change of a file's bytes, whatever they mean. */
export type ByteMutation = (bytes: Uint8Array, other: Uint8Array, random: Random) => Uint8Array;

/** Ends somewhere. */
export const truncate: ByteMutation = (bytes, _other, random) =>
  bytes.slice(0, random.below(bytes.length + 1));

/** Some bytes are others. */
export const flip: ByteMutation = (bytes, _other, random) => {
  // A Buffer's own slice would be no copy.
  const copy = new Uint8Array(bytes);
  const count = 1 + random.below(random.chance(0.2) ? 60 : 4);
  for (let turn = 0; turn < count && copy.length > 0; turn += 1) {
    const at = random.below(copy.length);
    copy[at] = random.chance(0.5) ? random.below(256) : random.pick(TELLING_BYTES);
  }
  return copy;
};

/** A piece is missing, stands twice, or comes from another file. */
export const splice: ByteMutation = (bytes, other, random) => {
  const start = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, start + random.below(random.chance(0.3) ? bytes.length + 1 : 200));
  const source = random.pick([bytes, other]);
  const from = random.below(source.length + 1);
  const piece = random.chance(0.3)
    ? new Uint8Array()
    : source.subarray(from, Math.min(source.length, from + random.below(400)));
  return joined([bytes.subarray(0, start), piece, bytes.subarray(random.chance(0.5) ? start : end)]);
};

/** Whole lines are missing, stand twice, elsewhere, or are those of another file. */
export const shuffleLines: ByteMutation = (bytes, other, random) => {
  const lines = linesOf(bytes);
  const others = linesOf(other);
  const at = random.below(lines.length);
  switch (random.below(4)) {
    case 0:
      lines.splice(at, 1 + random.below(3));
      break;
    case 1:
      lines.splice(at, 0, ...lines.slice(random.below(lines.length)).slice(0, 1 + random.below(4)));
      break;
    case 2:
      lines.splice(at, 0, ...others.slice(random.below(others.length)).slice(0, 1 + random.below(4)));
      break;
    default:
      lines.splice(random.below(lines.length), 0, ...lines.splice(at, 1));
  }
  return joined(lines);
};

/** Brackets, quotes, line ends, a byte that no UTF-8 has. */
const TELLING_BYTES = [0x00, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x80, 0xff];

/** Each with its line feed. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end + 1));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
