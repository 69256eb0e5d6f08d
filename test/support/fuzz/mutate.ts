import type { ThreadImporter } from '../../../core/importers/thread-import.ts';
import type { CorpusFile } from './corpus.ts';
import { gzip, zip, type FileParts } from './file-parts.ts';
import { flip, shuffleLines, splice, truncate, type ByteMutation } from './mutate-bytes.ts';
import { mutateJsonText, VALUE_MUTATION_NAMES, type ValueMutationName } from './mutate-json.ts';
import { ENCODINGS } from './mutate-text.ts';
import type { Random } from './random.ts';

export interface FuzzInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of the file it was made from; null: nobody's. */
  readonly importer: ThreadImporter | null;
  /** What was done to the file, for whoever looks at a failure; what was done to a file inside it has its name. */
  readonly steps: readonly string[];
}

interface Kind {
  readonly name: string;
  /** Bytes: also of a container as a whole. Text: of the files inside a container. */
  readonly of: 'bytes' | 'text';
  /** How often it has its turn. */
  readonly weight: number;
  /** Null, or what it was before, where there is nothing to change like that. */
  readonly change: (bytes: Uint8Array, other: Uint8Array, random: Random) => Uint8Array | null;
}

const BYTE_MUTATIONS: readonly (readonly [name: string, mutation: ByteMutation])[] = [
  ['truncate', truncate],
  ['flip', flip],
  ['splice', splice],
  ['lines', shuffleLines],
];

const NOTES = new TextEncoder().encode('A');

/** Everything that is done to files. */
export const KINDS: readonly Kind[] = [
  ...VALUE_MUTATION_NAMES.map((name): Kind => ({ name, of: 'text', weight: 3, change: valueChange(name) })),
  ...BYTE_MUTATIONS.map(([name, change]): Kind => ({ name, of: 'bytes', weight: 2, change })),
  ...ENCODINGS.map(([name, change]): Kind => ({ name, of: 'text', weight: 1, change })),
  { name: 'gzip', of: 'bytes', weight: 1, change: (bytes) => gzip(bytes) },
  { name: 'zip', of: 'bytes', weight: 1, change: (bytes) => zip({ 'notes.txt': NOTES, thread: bytes }) },
];

const TURNS: readonly Kind[] = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
/** After so many inputs of a file, each kind of change was done to it. */
export const ROUNDS_OF_ALL_KINDS = TURNS.length;
/** A step that changes nothing, such as one that takes a byte's own value for it, is tried again. */
const TRIES = 4;

/**
 * A file of the corpus, changed one to three times. Files take turns, and so do the kinds of changes: after as many
 * rounds as there are turns, each was done to each file.
 */
export function mutatedInput(corpus: readonly CorpusFile[], index: number, random: Random): FuzzInput {
  const place = index % corpus.length;
  const file = corpus[place] ?? random.pick(corpus);
  const other = random.pick(corpus).bytes;
  const steps: string[] = [];
  // Another kind for the next file, so that short runs have them all too.
  let bytes = firstChanged(file, Math.floor(index / corpus.length) + place, other, steps, random);
  const more = random.below(3);
  for (let turn = 0; turn < more; turn += 1) {
    const kind = random.pick(TURNS);
    const next = changed(kind, bytes, other, random);
    if (next === null) continue;
    steps.push(kind.name);
    bytes = next;
  }
  return { name: file.name, bytes, importer: file.importer, steps };
}

/** Bytes of any file, changed once. */
export function damagedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  for (;;) {
    const next = changed(random.pick(TURNS), bytes, bytes, random);
    if (next !== null) return next;
  }
}

/** By the kind whose turn it is; where the file has nothing of the sort, by the next. */
function firstChanged(
  file: CorpusFile,
  turn: number,
  other: Uint8Array,
  steps: string[],
  random: Random,
): Uint8Array {
  for (let skipped = 0; skipped < TURNS.length; skipped += 1) {
    const kind = TURNS[(turn + skipped) % TURNS.length] ?? random.pick(TURNS);
    const { parts } = file;
    const isInside = parts !== null && (kind.of === 'text' || random.chance(0.5));
    const bytes = isInside
      ? changedInside(kind, parts, other, steps, random)
      : changed(kind, file.bytes, other, random);
    if (bytes === null) continue;
    if (!isInside) steps.push(kind.name);
    return bytes;
  }
  return file.bytes;
}

/** Null where no file inside has anything of the sort. */
function changedInside(
  kind: Kind,
  parts: FileParts,
  other: Uint8Array,
  steps: string[],
  random: Random,
): Uint8Array | null {
  const names = Object.keys(parts.files);
  const first = random.below(names.length);
  for (const name of [...names.slice(first), ...names.slice(0, first)]) {
    const inner = parts.files[name];
    const bytes = inner === undefined ? null : changed(kind, inner, other, random);
    const whole = bytes === null ? null : parts.pack({ ...parts.files, [name]: bytes });
    // What was changed may not be kept: line ends between the tables of a database.
    if (whole === null || isSame(whole, parts.whole)) continue;
    steps.push(`${kind.name} of ${name}`);
    return whole;
  }
  return null;
}

/** Null where nothing changes. */
function changed(kind: Kind, bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array | null {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const next = kind.change(bytes, other, random);
    if (next === null) return null;
    if (!isSame(next, bytes)) return next;
  }
  return null;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

function valueChange(name: ValueMutationName): Kind['change'] {
  return (bytes, _other, random) => {
    const text = mutateJsonText(new TextDecoder().decode(bytes), name, random);
    return text === null ? null : new TextEncoder().encode(text);
  };
}
