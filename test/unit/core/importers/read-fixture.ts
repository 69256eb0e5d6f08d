import { fileURLToPath } from 'node:url';
import { memorySource, openFileSource } from '../../../../core/adapters/fs/byte-sources.ts';
import { detectImporter } from '../../../../core/importers/all-importers.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { readHead } from '../../../../core/importers/read-head.ts';
import type { ByteSource, ImportOptions, ImportProblem } from '../../../../core/importers/thread-import.ts';
import type { ThreadDocument } from '../../../../core/domain/thread.ts';
import { inspectThread } from '../../../../core/inspect/inspect-thread.ts';
import type { ThreadInspection } from '../../../../core/inspect/inspection.ts';

export interface ReadResult {
  readonly format: string;
  readonly threads: readonly ThreadDocument[];
  readonly inspections: readonly ThreadInspection[];
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
}

export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/threads/${name}`, import.meta.url));
}

/** Reads a file of test/fixtures/threads with the importer that its content calls for. */
export async function readFixture(name: string, options: ImportOptions = {}): Promise<ReadResult> {
  return readSource(await openFileSource(fixturePath(name)), options);
}

export function textSource(text: string | readonly string[], name = 'text'): ByteSource {
  const chunks = typeof text === 'string' ? [text] : text;
  return memorySource(
    name,
    chunks.map((chunk) => new TextEncoder().encode(chunk)),
  );
}

export async function readSource(source: ByteSource, options: ImportOptions = {}): Promise<ReadResult> {
  const importer = detectImporter(await readHead(source), source.name);
  if (importer === null) throw new Error(`no importer knows ${source.name}`);
  const collector = collectThreads();
  await importer.read(source, collector.sink, options);
  const threads = collector.threads();
  return {
    format: importer.format,
    threads,
    inspections: threads.map((thread) => inspectThread(thread)),
    warnings: collector.warnings,
    errors: collector.errors,
  };
}

/** The thread with this id, inspected. */
export function inspectionOf(result: ReadResult, id: string): ThreadInspection {
  const found = result.inspections.find((inspection) => inspection.id === id);
  if (found === undefined) throw new Error(`no thread ${id}`);
  return found;
}
