import { InspectorError } from '../../domain/errors.ts';
import { readHead } from '../read-head.ts';
import type { ByteSource, ImportProblem, ThreadImporter } from '../thread-import.ts';
import { isGzip, openGzip } from './gzip-file.ts';
import { isParquet, openParquet } from './parquet-file.ts';
import { isZip, openZip } from './zip-archive.ts';

/** A file of an archive that somebody can read. */
export interface ContainedExport {
  /** How it is called inside; null: it is all there is. */
  readonly label: string | null;
  readonly source: ByteSource;
  readonly importer: ThreadImporter;
  /** Of the archive; for progress. Null: not known. */
  readonly packedBytes: number | null;
  /** It was found to end too early. */
  readonly isCutOff: () => boolean;
}

export interface ContainedExports {
  readonly exports: readonly ContainedExport[];
  /** Files that may hold text and that nobody knows. */
  readonly unknown: readonly string[];
  readonly problems: readonly ImportProblem[];
}

/** Tells whose format the beginning of a file is. */
export type Detect = (head: Uint8Array, name: string) => ThreadImporter | null;

/** Pictures, sounds and pages that stand beside an export are not looked into. */
const TEXT_NAME = /\.(?:json|jsonl|ndjson|sse|txt|log|af|eval|parquet|gz|zip)$/i;
const HIDDEN_NAME = /(?:^|[\\/])(?:__MACOSX[\\/]|\.(?!\.?[\\/]))/;
/** An archive in an archive, and no further. */
const DEEPEST = 2;

export function isContainer(head: Uint8Array): boolean {
  return isZip(head) || isGzip(head) || isParquet(head);
}

/**
 * Looks into an archive for files that can be read.
 *
 * @throws InspectorError 'invalid-import' for an archive that can't be opened.
 */
export async function containedExports(
  source: ByteSource,
  head: Uint8Array,
  detect: Detect,
): Promise<ContainedExports> {
  const found: Found = { exports: [], unknown: [], problems: [] };
  await lookInto(source, head, { detect, label: null, packedBytes: source.sizeBytes, depth: 1 }, found);
  return found;
}

interface Found {
  readonly exports: ContainedExport[];
  readonly unknown: string[];
  readonly problems: ImportProblem[];
}

interface Place {
  readonly detect: Detect;
  readonly label: string | null;
  readonly packedBytes: number | null;
  readonly depth: number;
}

async function lookInto(source: ByteSource, head: Uint8Array, place: Place, found: Found): Promise<void> {
  if (isGzip(head)) {
    let isCutOff = false;
    const inner = openGzip(source, () => {
      isCutOff = true;
    });
    await lookAt(inner, place, () => isCutOff, found);
    return;
  }
  if (isParquet(head)) {
    await lookAt(openParquet(source), place, () => false, found);
    return;
  }
  for (const file of await openZip(source)) {
    if (HIDDEN_NAME.test(file.name) || !TEXT_NAME.test(file.name)) continue;
    const label = place.label === null ? file.name : `${place.label} › ${file.name}`;
    await lookAt(file, { ...place, label, packedBytes: file.packedBytes }, () => false, found);
  }
}

async function lookAt(
  source: ByteSource,
  place: Place,
  isCutOff: () => boolean,
  found: Found,
): Promise<void> {
  const { label, packedBytes, depth, detect } = place;
  try {
    const head = await readHead(source);
    const importer = detect(head, source.name);
    if (importer !== null) found.exports.push({ label, source, importer, packedBytes, isCutOff });
    else if (isContainer(head) && depth < DEEPEST)
      await lookInto(source, head, { ...place, depth: depth + 1 }, found);
    else found.unknown.push(label ?? source.name);
  } catch (error) {
    // Of a file that is all there is, the message is that of the archive.
    if (!(error instanceof InspectorError) || label === null) throw error;
    found.problems.push({ code: error.code, line: null, message: `${error.message}.` });
  }
}
