import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test's own, removed when the test ends. */
export async function tempDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tidemark-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
