import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { collectThreads, type ThreadCollector } from '../../core/importers/collect-threads.ts';
import { detectImporter } from '../../core/importers/all-importers.ts';
import { HEAD_BYTES } from '../../core/importers/readers/head-sample.ts';
import type { ByteSource, ImportOptions, ThreadImporter } from '../../core/importers/thread-import.ts';
import { inspectThread } from '../../core/inspect/inspect-thread.ts';
import type { ThreadInspection } from '../../core/inspect/inspection.ts';
import type { ThreadDocument } from '../../core/domain/thread.ts';

export interface ImportedFixture extends Pick<ThreadCollector, 'warnings' | 'errors'> {
  /** Name of the first importer that takes the file for its own. */
  readonly detected: string | null;
  readonly threads: readonly ThreadDocument[];
  /** What an inspection says of each thread. */
  readonly inspected: readonly ThreadInspection[];
}

/** Bytes of a file of `test/fixtures/threads`. */
export function fixtureBytes(name: string): Uint8Array {
  return readFileSync(fileURLToPath(new URL(`../fixtures/threads/${name}`, import.meta.url)));
}

export function importFixture(
  importer: ThreadImporter,
  name: string,
  options: ImportOptions = {},
): Promise<ImportedFixture> {
  return importBytes(importer, fixtureBytes(name), name, options);
}

export function importLines(
  importer: ThreadImporter,
  lines: readonly unknown[],
  name = 'lines.jsonl',
): Promise<ImportedFixture> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return importBytes(importer, new TextEncoder().encode(`${text}\n`), name);
}

export async function importBytes(
  importer: ThreadImporter,
  bytes: Uint8Array,
  name: string,
  options: ImportOptions = {},
): Promise<ImportedFixture> {
  const collector = collectThreads();
  await importer.read(byteSource(bytes, name), collector.sink, options);
  const threads = collector.threads();
  return {
    detected: detectImporter(bytes.subarray(0, HEAD_BYTES), name)?.format ?? null,
    threads,
    inspected: threads.map((thread) => inspectThread(thread)),
    warnings: collector.warnings,
    errors: collector.errors,
  };
}

/** In pieces of a size that no line ends at. */
export function byteSource(bytes: Uint8Array, name: string): ByteSource {
  return {
    name,
    sizeBytes: bytes.length,
    async *read() {
      for (let at = 0; at < bytes.length; at += 977)
        yield await Promise.resolve(bytes.subarray(at, at + 977));
    },
  };
}
