import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectImporter } from '../../../core/importers/all-importers.ts';
import { HEAD_BYTES } from '../../../core/importers/readers/head-sample.ts';
import type { ThreadImporter } from '../../../core/importers/thread-import.ts';
import { gzipParts, sqliteParts, unzippedParts, zipParts, type FileParts } from './file-parts.ts';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whose it is; null: nobody's. */
  readonly importer: ThreadImporter | null;
  /** What is inside it; null for a file that isn't a container. */
  readonly parts: FileParts | null;
}

/** Every file of a folder, by name, and containers made of some: what inputs are made from. */
export function loadCorpus(folder: string): readonly CorpusFile[] {
  const files = readdirSync(folder)
    .sort()
    .map((name): CorpusFile => {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      return { name, bytes, importer: importerOf(name, bytes), parts: unzippedParts(bytes) };
    });
  return [...files, ...containersOf(new Map(files.map(({ name, bytes }) => [name, bytes])))];
}

function importerOf(name: string, bytes: Uint8Array): ThreadImporter | null {
  return detectImporter(bytes.subarray(0, HEAD_BYTES), name);
}

/** One of each kind of container. */
function containersOf(files: ReadonlyMap<string, Uint8Array>): readonly CorpusFile[] {
  const bytesOf = (name: string): Uint8Array => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new RangeError(`there is no fixture ${name} to put into a container`);
    return bytes;
  };
  const chatGpt = bytesOf('chatgpt-export.json');
  const codex = bytesOf('codex-rollout-compactions.jsonl');
  const tables = bytesOf('agents-session-tables.json');
  return [
    container('made-export.zip', 'chatgpt-export.json', chatGpt, {
      parts: zipParts,
      files: {
        'export/conversations.json': chatGpt,
        'export/user.json': new TextEncoder().encode('{"id":"u"}'),
        'logs/session.jsonl': bytesOf('claude-code-compaction.jsonl'),
        'logs/rollout.jsonl.gz': gzipParts({ 'rollout.jsonl': codex }).whole,
      },
    }),
    container('made-rollout.jsonl.gz', 'codex-rollout-compactions.jsonl', codex, {
      parts: gzipParts,
      files: { 'rollout.jsonl': codex },
    }),
    container('made-sessions.sqlite', 'agents-session-tables.json', tables, {
      parts: sqliteParts,
      files: { 'tables.json': tables },
    }),
  ];
}

function container(
  name: string,
  innerName: string,
  inner: Uint8Array,
  made: {
    readonly parts: (files: Readonly<Record<string, Uint8Array>>) => FileParts;
    readonly files: Readonly<Record<string, Uint8Array>>;
  },
): CorpusFile {
  const parts = made.parts(made.files);
  return { name, bytes: parts.whole, importer: importerOf(innerName, inner), parts };
}
