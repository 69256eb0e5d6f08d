import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openJsonlPersistence } from '../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { tempDir } from '../support/temp-dir.ts';
import { describeDurablePersistence, describePersistence } from './persistence-contract.ts';

let root = '';
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tidemark-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describePersistence('jsonl', (options) => openJsonlPersistence(join(root, `${(count += 1)}`), options));

describeDurablePersistence('jsonl', async () => {
  const directory = await tempDir();
  const file = join(directory, 'conv_1__.jsonl');
  return {
    open: (options) => openJsonlPersistence(directory, options),
    // A folder in the file's place can't be appended to, whoever asks.
    breakWrites: async () => {
      await rename(file, `${file}.aside`);
      await mkdir(file);
      return async () => {
        await rm(file, { recursive: true });
        await rename(`${file}.aside`, file);
      };
    },
  };
});
