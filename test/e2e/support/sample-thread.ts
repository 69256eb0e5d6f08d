import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { memorySource } from '../../../core/adapters/fs/byte-sources.ts';
import type { ThreadDocument } from '../../../core/domain/thread.ts';
import { collectThreads } from '../../../core/importers/collect-threads.ts';
import { hastekitJsonl } from '../../../core/importers/hastekit-jsonl.ts';

export type SampleName = 'support-chat' | 'coding-agent' | 'harbour-festival';

/** A bundled sample as the core reads it, without the app: what the screen is compared with. */
export async function sampleThread(name: SampleName): Promise<ThreadDocument> {
  const path = fileURLToPath(new URL(`../../../electron/samples/${name}.jsonl`, import.meta.url));
  const collected = collectThreads();
  await hastekitJsonl.read(memorySource(path, [await readFile(path)]), collected.sink, {});
  const [thread] = collected.threads();
  if (thread === undefined) throw new Error(`${name} holds no thread`);
  return thread;
}
