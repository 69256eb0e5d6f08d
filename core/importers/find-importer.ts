import { InspectorError } from '../domain/errors.ts';
import { ALL_IMPORTERS, detectImporter } from './all-importers.ts';
import { archiveImporter } from './containers/archive-importer.ts';
import { containedExports, isContainer, type ContainedExports } from './containers/contained-exports.ts';
import { readHead } from './read-head.ts';
import type { ByteSource, ThreadImporter } from './thread-import.ts';

export interface FindImporterOptions {
  /** What the source is called where that tells more than its own name. */
  readonly name?: string;
  /** The importer to use, whatever the content looks like; inside an archive for each of its files. */
  readonly forced?: ThreadImporter | null;
  readonly importers?: readonly ThreadImporter[];
}

/**
 * The importer for a source: by its content, and for a ZIP archive or a gzip file by what is in it. Null when
 * nobody knows it.
 *
 * @throws InspectorError 'invalid-import' for an archive that can't be opened, with the reason.
 */
export async function findImporter(
  source: ByteSource,
  options: FindImporterOptions = {},
): Promise<ThreadImporter | null> {
  const { name = source.name, forced = null, importers = ALL_IMPORTERS } = options;
  const head = await readHead(source);
  // A format may be an archive itself.
  const known = detectImporter(head, name, forced === null ? importers : [forced]);
  if (known !== null || !isContainer(head)) return known ?? forced;
  const archive = await lookInside(source, head, forced, importers);
  if (archive.exports.length > 0) return archiveImporter(archive);
  const [problem] = archive.problems;
  if (problem !== undefined) {
    throw new InspectorError('invalid-import', `${source.name}: ${problem.message.replace(/\.$/, '')}`);
  }
  return null;
}

/** A format that was chosen is looked for first, and then is what everything inside is taken for. */
async function lookInside(
  source: ByteSource,
  head: Uint8Array,
  forced: ThreadImporter | null,
  importers: readonly ThreadImporter[],
): Promise<ContainedExports> {
  const wanted = forced === null ? importers : [forced];
  const archive = await containedExports(source, head, (inner, name) => detectImporter(inner, name, wanted));
  if (forced === null || archive.exports.length > 0) return archive;
  return containedExports(source, head, (inner) => (isContainer(inner) ? null : forced));
}
