import { gzipSync, unzipSync, zipSync } from 'fflate';
import type { ThreadImporter } from '../../../core/importers/thread-import.ts';
import type { CorpusFile } from './corpus.ts';
import { flip, joined, shuffleLines, splice, truncate, type ByteMutation } from './mutate-bytes.ts';
import { mutateJsonText } from './mutate-json.ts';
import type { Random } from './random.ts';

export interface FuzzInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of the file it was made from; null: nobody's. */
  readonly importer: ThreadImporter | null;
  /** What was done to the file, for whoever looks at a failure. */
  readonly steps: readonly string[];
}

const BYTE_MUTATIONS: readonly (readonly [name: string, mutation: ByteMutation])[] = [
  ['truncate', truncate],
  ['flip', flip],
  ['splice', splice],
  ['lines', shuffleLines],
];

/** A file of the corpus, changed one to three times. */
export function mutatedInput(corpus: readonly CorpusFile[], index: number, random: Random): FuzzInput {
  const file = corpus[index % corpus.length] ?? random.pick(corpus);
  const other = random.pick(corpus);
  const steps: string[] = [];
  const archived = unpacked(file.bytes);
  let bytes =
    archived === null || random.chance(0.5) ? file.bytes : mutatedArchive(archived, other, steps, random);
  const count = 1 + random.below(3);
  for (let turn = 0; turn < count; turn += 1) bytes = changed(bytes, other.bytes, steps, random);
  if (random.chance(0.04)) bytes = packed(file.name, bytes, steps, random);
  return { name: file.name, bytes, importer: file.importer, steps };
}

function changed(bytes: Uint8Array, other: Uint8Array, steps: string[], random: Random): Uint8Array {
  if (random.chance(0.55)) {
    const text = mutateJsonText(new TextDecoder().decode(bytes), random);
    if (text !== null) {
      steps.push('json');
      return new TextEncoder().encode(text);
    }
  }
  if (random.chance(0.15)) return reencoded(bytes, steps, random);
  const [name, mutation] = random.pick(BYTE_MUTATIONS);
  steps.push(name);
  return mutation(bytes, other, random);
}

/** The same text as another program would have written it. */
function reencoded(bytes: Uint8Array, steps: string[], random: Random): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const encoding = random.pick([
    'bom',
    'utf-16le',
    'utf-16be',
    'latin-1',
    'crlf',
    'separators',
    'bare-end',
  ] as const);
  steps.push(encoding);
  switch (encoding) {
    case 'bom':
      return joined([new Uint8Array([0xef, 0xbb, 0xbf]), bytes]);
    case 'utf-16le':
      return wide(text, true);
    case 'utf-16be':
      return wide(text, false);
    case 'latin-1':
      return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
    case 'crlf':
      return new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
    case 'separators':
      return new TextEncoder().encode(text.replaceAll('e', '\u2028'));
    case 'bare-end':
      return new TextEncoder().encode(text.trimEnd());
  }
}

function wide(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

function packed(name: string, bytes: Uint8Array, steps: string[], random: Random): Uint8Array {
  const isZip = random.chance(0.5);
  steps.push(isZip ? 'zip' : 'gzip');
  const archive = isZip ? zipSync({ [name]: bytes, 'notes.txt': new Uint8Array([65]) }) : gzipSync(bytes);
  return random.chance(0.5) ? archive : changed(archive, bytes, steps, random);
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  try {
    return unzipSync(bytes);
  } catch {
    return null;
  }
}

function mutatedArchive(
  files: Record<string, Uint8Array>,
  other: CorpusFile,
  steps: string[],
  random: Random,
): Uint8Array {
  const name = random.pick(Object.keys(files));
  return zipSync({ ...files, [name]: changed(files[name] ?? other.bytes, other.bytes, steps, random) });
}
