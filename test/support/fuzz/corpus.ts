import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectImporter } from '../../../core/importers/all-importers.ts';
import { HEAD_BYTES } from '../../../core/importers/readers/head-sample.ts';
import type { ThreadImporter } from '../../../core/importers/thread-import.ts';

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whose it is; null: nobody's. */
  readonly importer: ThreadImporter | null;
}

/** Every file of a folder, by name: the fixtures that inputs are made from. */
export function loadCorpus(folder: string): readonly CorpusFile[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      return { name, bytes, importer: detectImporter(bytes.subarray(0, HEAD_BYTES), name) };
    });
}
